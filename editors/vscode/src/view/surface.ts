// A webview of ours, in a panel or in the side bar: dressed with one page, and heard only through a checked channel.

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pageHtml } from './page_html';

export interface Page<In> {
  readonly name: 'answer' | 'trace';
  readonly title: string;
  read(value: unknown): In | undefined;
  heard(message: In): void;
}

/** Fills the webview and hears its page until it goes. */
export function dress<In>(webview: vscode.Webview, extension: vscode.Uri, page: Page<In>): vscode.Disposable {
  const media = vscode.Uri.joinPath(extension, 'media');
  const scripts = vscode.Uri.joinPath(extension, 'dist', 'view');
  webview.options = { enableScripts: true, enableForms: true, enableCommandUris: false, localResourceRoots: [media, scripts] };
  const heard = webview.onDidReceiveMessage((value: unknown) => {
    const message = page.read(value);
    if (message !== undefined) page.heard(message);
  });
  webview.html = pageHtml({
    title: page.title, source: webview.cspSource, nonce: randomBytes(18).toString('base64url'),
    script: webview.asWebviewUri(vscode.Uri.joinPath(scripts, `${page.name}.js`)).toString(),
    sheets: ['view.css', `${page.name}.css`].map(sheet => webview.asWebviewUri(vscode.Uri.joinPath(media, sheet)).toString()),
  });
  return heard;
}

export function iconOf(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'media', 'tab.svg');
}
