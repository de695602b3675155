// Where hovers, links and checks are offered.
export const LANGUAGES = [
  'markdown', 'mdx', 'restructuredtext', 'asciidoc', 'plaintext', 'python', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'go',
  'rust', 'java', 'kotlin', 'swift', 'scala', 'c', 'cpp', 'csharp', 'ruby', 'php', 'shellscript', 'lua', 'elixir', 'haskell', 'zig', 'sql', 'proto',
  'html', 'css', 'json', 'yaml', 'toml',
];
