// A window with several folders: which one a question is asked of, and what it is called.
import * as vscode from 'vscode';
import type { Connection } from '../server/connect';
import type { Question } from './ask';
import { type Held, whichFolder } from './which_folder';

const FOLDERS = 'helix/folders';

function onDisk(): vscode.WorkspaceFolder[] { return (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.uri.scheme === 'file'); }

function named({ textDocument }: Pick<Question, 'textDocument'>): vscode.WorkspaceFolder | undefined {
  return textDocument && vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(textDocument.uri));
}

/** The name of the folder that is asked; empty in a window with one. */
export function folderName(question: Pick<Question, 'textDocument'>): string {
  const folders = onDisk();
  return folders.length > 1 ? (named(question) ?? folders[0]!).name : '';
}

/** Where the places of an answer stand. */
export function folderOf(question: Pick<Question, 'textDocument'>): vscode.Uri { return (named(question) ?? vscode.workspace.workspaceFolders![0]!).uri; }

/** The question with its folder; undefined when the user was asked for it and went away. A place of the cursor has its folder already. */
export async function inItsFolder(connect: () => Promise<Connection>, question: Question): Promise<Question | undefined> {
  const folders = onDisk();
  if (folders.length < 2 || question.clarify || question.position) return question;
  const connection = await connect();
  if (!connection.offers(FOLDERS)) return question;
  const { folders: held } = await connection.request<{ folders: Held[] }>(FOLDERS, { question: question.question });
  const here = named(question)?.uri.toString(), best = whichFolder(held, here);
  const uri = typeof best === 'string' ? best : await picked(folders.filter(folder => best.includes(folder.uri.toString())), question.question);
  if (uri === undefined) return undefined;
  return uri === here ? question : { ...question, textDocument: { uri } };
}

async function picked(folders: vscode.WorkspaceFolder[], question: string): Promise<string | undefined> {
  const items = folders.map(folder => ({ label: folder.name, description: folder.uri.fsPath, uri: folder.uri.toString() }));
  return (await vscode.window.showQuickPick(items, { title: question, placeHolder: 'Which folder is asked?', ignoreFocusOut: true }))?.uri;
}
