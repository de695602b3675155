// Live events of the server in the words of a person who waits.

/** Without the program's name, which the editor shows beside it. */
export function inWords(line: string): string {
  return line.replace(/^Helix Ask: /, '');
}
