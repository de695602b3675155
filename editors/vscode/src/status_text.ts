// The state of the index as plain text: it is opened in an editor, which shows text as it is and renders no Markdown.
import type { IndexStatus } from './wire';

const MB = 1_000_000;

export function statusText(status: IndexStatus, version: string, from: string): string {
  const { index } = status;
  const behind = `${index.behind.toLocaleString('en')} ${index.behind === 1 ? 'file' : 'files'} behind`;
  const rows: [string, string | number][] = [
    ['Folder', status.root], ['State', index.fresh ? 'up to date' : index.reason || behind], ['Files', status.files],
    ['Definitions', status.definitions],
    ['Size', `${((status.bytes.sqlite + status.bytes.text) / MB).toFixed(1)} MB in ${status.index_directory}`], ['Server', `${version}, from ${from}`],
  ];
  if (status.ordered) rows.splice(2, 0, ['Ordered', status.ordered === 'words' ? 'by words only: the model of meaning is not installed or switched off' : 'by meaning']);
  const parts = [rows.map(([name, value]) => `${name.padEnd(12)} ${value}`)];
  if (status.languages.length) parts.push(['Languages', ...status.languages.map(one => `  ${(one.language || 'other').padEnd(16)} ${one.files}`)]);
  if (status.skipped.length) parts.push(['Left out', ...status.skipped.map(one => `  ${one.reason}: ${one.count} (${one.examples.join(', ')})`)]);
  if (status.problems.length) parts.push(['Problems', ...status.problems.map(one => `  ${one}`)]);
  return ['Helix Ask: the index of this folder', ...parts.map(lines => lines.join('\n'))].join('\n\n') + '\n';
}
