// Which folder of a window a question is about: where the names that it spells stand, else where most of its words do.

/** How much of the question a folder holds. */
export interface Held { readonly uri: string; readonly names: number; readonly words: number }

/** The folder, or those among which only the user can choose; `here` is the folder of the file that is looked at. */
export function whichFolder(held: readonly Held[], here: string | undefined): string | string[] {
  const most = Math.max(0, ...held.map(one => one.names));
  const named = held.filter(one => one.names === most);
  if (most > 0 && named.length === 1) return named[0]!.uri;
  if (here !== undefined && named.some(one => one.uri === here)) return here;
  const words = Math.max(0, ...named.map(one => one.words));
  const best = named.filter(one => one.words === words);
  return best.length === 1 ? best[0]!.uri : best.map(one => one.uri);
}
