// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

/** Which knowledge trees a session has locked. `tree-lock.v1` */
export interface TreeLock {
  schema: 'tree-lock.v1';
  sessionId: string;
  treeIds: string[];
  locked: boolean;
}
