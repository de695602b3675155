// The questions of this workspace, the latest first. Kept by the editor; a question stays also when its answer was never seen.
import * as vscode from 'vscode';

const KEY = 'questions';

export class Questions {
  constructor(private readonly memory: vscode.Memento) {}

  all(): readonly string[] { return this.memory.get<string[]>(KEY, []); }

  add(question: string): Thenable<void> {
    const most = vscode.workspace.getConfiguration('helixAsk').get('answers.kept', 50);
    return this.memory.update(KEY, [question, ...this.all().filter(one => one !== question)].slice(0, most));
  }

  remove(question: string): Thenable<void> {
    return this.memory.update(KEY, this.all().filter(one => one !== question));
  }
}
