// The key of a model, in the editor's own keeping: in no settings file, and in the environment of our server alone.
import * as vscode from 'vscode';

export const SECRET = 'model.key';
const NAME = 'HELIX_EDITOR_KEY', NAMED = 'HELIX_ASK_MODEL_KEY_ENV', WITH_KEY = ['openai', 'anthropic', 'ollama'];

/** The variables that hand the key to a server which asks a model; none without a key, without a model, or where the folder is not trusted. */
export async function secretVariables(context: vscode.ExtensionContext, known: Record<string, string>): Promise<Record<string, string>> {
  const provider = vscode.workspace.getConfiguration('helixAsk').get('model.provider', 'none');
  if (!vscode.workspace.isTrusted || !WITH_KEY.includes(provider)) return {};
  const key = await context.secrets.get(SECRET);
  return key ? { [known[NAMED] || NAME]: key, [NAMED]: known[NAMED] || NAME } : {};
}
