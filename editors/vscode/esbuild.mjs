// Bundles the extension and its tests.   node esbuild.mjs [--production] [--watch]
import { build, context } from 'esbuild';

const production = process.argv.includes('--production');
// The editor makes its API object for an extension at the first require('vscode'); that is told apart from what is ours.
const banner = { js: "const HELIX_ASK_TIMES = [performance.now()]; require('vscode'); HELIX_ASK_TIMES.push(performance.now(), process.cpuUsage());" };
const common = {
  bundle: true, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'], logLevel: 'warning',
  minify: production, sourcemap: production ? false : 'linked', outbase: '.', define: { 'process.env.NODE_ENV': '"production"' },
};
// What is large and not needed at activation gets a file of its own, read when it is first used.
const later = {
  name: 'later',
  setup(made) {
    made.onResolve({ filter: /\/(connect|answer_view)$/ }, found => (
      found.kind === 'dynamic-import' ? { path: `./${found.path.split('/').pop()}.js`, external: true } : undefined
    ));
  },
};
const parts = [
  { ...common, entryPoints: { extension: 'src/extension.ts' }, outdir: 'dist', plugins: [later], banner },
  { ...common, entryPoints: { connect: 'src/server/connect.ts', answer_view: 'src/view/answer_view.ts' }, outdir: 'dist' },
];
parts.push({ ...common, platform: 'browser', sourcemap: false, entryPoints: { browser: 'src/browser.ts' }, outdir: 'dist' });
parts.push({                                                  // the pages of the webviews
  ...common, platform: 'browser', format: 'iife', target: 'es2022', external: [], sourcemap: false,
  entryPoints: { answer: 'src/view/page/answer.ts', trace: 'src/view/page/trace.ts' }, outdir: 'dist/view',
});
if (!production) {
  parts.push({ ...common, entryPoints: { suite: 'test/suite.ts' }, outdir: 'dist/test' });
  parts.push({ ...common, entryPoints: { extension: 'test/neighbours/extension.ts' }, outdir: 'dist/test/neighbours' });
}
if (process.argv.includes('--watch')) for (const part of parts) await (await context(part)).watch();
else for (const part of parts) await build(part);
