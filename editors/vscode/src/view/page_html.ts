// The document of a page: one script, one or two sheets of ours, and a policy that allows nothing else.

export interface Parts { title: string; source: string; nonce: string; script: string; sheets: readonly string[] }

/** `source` is the webview's origin of local files; `script` and `sheets` are addresses below it. */
export function pageHtml({ title, source, nonce, script, sheets }: Parts): string {
  const policy = [
    "default-src 'none'", `style-src ${source}`, `script-src 'nonce-${nonce}'`, "base-uri 'none'", "form-action 'none'",
    "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${sheets.map(sheet => `<link rel="stylesheet" href="${sheet}">`).join('\n')}
</head>
<body><script nonce="${nonce}" src="${script}"></script></body>
</html>`;
}
