// Where hovers, links and checks are offered.
const CODE_LANGUAGES = [
  'python', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'go',
  'rust', 'java', 'kotlin', 'swift', 'scala', 'c', 'cpp', 'csharp', 'ruby', 'php', 'shellscript', 'lua', 'elixir', 'haskell', 'zig', 'sql', 'proto',
];
const DOCUMENTS = ['markdown', 'mdx', 'restructuredtext', 'asciidoc', 'plaintext', 'html', 'css', 'json', 'yaml', 'toml'];
export const CODE: ReadonlySet<string> = new Set(CODE_LANGUAGES);
export const LANGUAGES = [...DOCUMENTS, ...CODE_LANGUAGES];
