// The tip of the status item: what is so, and what can be done about it. Markdown; what a server says is shown as it is.

export interface Tip { text: string; detail: string; version: string; from: string; wordsOnly: boolean; running: boolean }

/** Commands that the tip may run, by what they are called there. */
export const TIP_COMMANDS = {
  'helixAsk.askQuestion': 'Ask a question', 'helixAsk.status': 'Index', 'helixAsk.restart': 'Restart', 'helixAsk.showLog': 'Log', 'helixAsk.openPage': 'Documentation',
  'helixAsk.installMeaning': 'Order by meaning',
} as const;

export function statusTip({ text, detail, version, from, wordsOnly, running }: Tip): string {
  const about = [version && `version ${version}`, from && `from ${from}`].filter(Boolean).join(', ');
  const lines = [
    `**Helix Ask** ${plain(text)}`, detail && plain(detail), wordsOnly && 'Ordered by words only: the model of meaning is not installed or switched off.', about && plain(about[0]!.toUpperCase() + about.slice(1)),
    Object.entries(TIP_COMMANDS).filter(([command]) => (running || command !== 'helixAsk.status') && (wordsOnly || command !== 'helixAsk.installMeaning')).map(([command, name]) => `[${name}](command:${command})`).join(' · '),
  ];
  return lines.filter(line => line !== false && line !== '').join('\n\n');
}

/** Text that Markdown leaves alone. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+!<>|~&$-]/g, '\\$&').replaceAll(/\s*\n\s*/g, '  \n');
}
