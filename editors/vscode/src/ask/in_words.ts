// What the server says of its work, without the names that only its makers know. As `ide/ask.py` does for other editors.

const WORDS = new Map(Object.entries({ arbiter: 'answer', platonic: 'sentence', rattling: 'robustness', 'micro-pass': 'planning', obligation: 'demand', rung: 'step' }));
const WORD = new RegExp([...WORDS.keys()].join('|'), 'gi');

/** An event or a label, also without the program's name, which the editor shows beside it. */
export function inWords(text: string): string {
  return text.replace(/^Helix Ask: /, '').replace(WORD, found => {
    const word = WORDS.get(found.toLowerCase())!;
    return found[0] === found[0]!.toUpperCase() ? word[0]!.toUpperCase() + word.slice(1) : word;
  });
}
