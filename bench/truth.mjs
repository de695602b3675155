// The references of names as TypeScript's language service finds them, for `bench/truth.py`.
//
//     NODE_PATH=<folder that holds typescript> node bench/truth.mjs < question
//
// In: one line of JSON, {"root", "paths": TypeScript files, "asked": [[path, line, column], ...]}, lines from 1,
// columns in UTF-16. Out, for each question, one line of JSON: [[path, line, whether a definition is named there],
// ...], or null. A package of the repository that no `node_modules` holds is found by its `package.json`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const ts = createRequire(join(process.env.NODE_PATH ?? '.', 'x.js'))('typescript');
const { root, paths, packages, asked } = JSON.parse(readFileSync(0, 'utf8').split('\n')[0]);
const configured = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const options = {
  ...ts.parseJsonConfigFileContent(configured.config ?? {}, ts.sys, root).options,
  noEmit: true,
  jsx: ts.JsxEmit.Preserve,
};
delete options.incremental, delete options.composite;
const files = paths.map((path) => join(root, path));
const known = new Set(files);
const texts = new Map();
const read = (file) => {
  if (!texts.has(file)) texts.set(file, ts.sys.readFile(file));
  return texts.get(file);
};
const workspace = packages
  .map((path) => ({ folder: join(root, dirname(path)), ...JSON.parse(readFileSync(join(root, path), 'utf8')) }))
  .filter((one) => one.name);

function* targets(value) {
  if (typeof value === 'string') yield value;
  else for (const one of Object.values(value ?? {})) yield* targets(one);
}

function ours(name) {
  for (const one of workspace) {
    if (name !== one.name && !name.startsWith(`${one.name}/`)) continue;
    const below = `.${name.slice(one.name.length)}`;
    const given = [...targets(one.exports?.[below] ?? (below === '.' ? (one.types ?? one.main ?? one.module) : below))];
    for (const target of [...given, `./src/${below}`, `./src/${below}/index`]) {
      const plain = target.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
      for (const stem of [plain, plain.replace(/(^|\/)(dist|lib)\//, '$1src/'), plain.replace(/^\.\//, './src/')])
        for (const end of ['.ts', '.tsx', '.mts', '/index.ts']) {
          const file = join(one.folder, stem + end);
          if (known.has(file)) return file;
        }
    }
  }
}

const host = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => files,
  getScriptVersion: () => '1',
  getScriptSnapshot: (file) => {
    const text = read(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  resolveModuleNames: (names, from) =>
    names.map((name) => {
      const found = ts.resolveModuleName(name, from, options, ts.sys).resolvedModule;
      if (found && known.has(found.resolvedFileName)) return found;
      const file = ours(name);
      return file ? { resolvedFileName: file, extension: file.slice(file.lastIndexOf('.')) } : found;
    }),
};
const service = ts.createLanguageService(host);
const program = service.getProgram();

function namesDefinition(file, at) {
  let node = program.getSourceFile(file);
  for (let next = node; next; next = ts.forEachChild(node, (one) => (one.pos <= at && at < one.end ? one : undefined)))
    node = next;
  const above = node.parent;
  if (!above || above.name !== node) return false;
  return (
    ts.isDeclaration(above) &&
    ![
      ts.isImportSpecifier, ts.isExportSpecifier, ts.isImportClause, ts.isNamespaceImport, ts.isPropertyAssignment,
      ts.isShorthandPropertyAssignment, ts.isBindingElement, ts.isPropertyAccessExpression, ts.isJsxAttribute,
    ].some((is) => is(above))
  ); // prettier-ignore
}

for (const [path, line, column] of asked) {
  const file = join(root, path);
  const source = program.getSourceFile(file);
  let rows = null;
  try {
    const at = source.getPositionOfLineAndCharacter(line - 1, column);
    rows = (service.findReferences(file, at) ?? [])
      .flatMap((group) => group.references)
      .filter((one) => known.has(one.fileName))
      .map((one) => [
        relative(root, one.fileName),
        program.getSourceFile(one.fileName).getLineAndCharacterOfPosition(one.textSpan.start).line + 1,
        namesDefinition(one.fileName, one.textSpan.start),
      ]);
  } catch (error) {
    console.error(`${path}:${line}: ${error}`);
  }
  console.log(JSON.stringify(rows));
}
