// A question that goes on from the answer before it: "and where is it tested?" is asked about what that answer spoke of. What is carried over is
// shown and can be taken away; nothing is carried into a question that names a thing of its own.

import type { AnswerEnvelope } from '../wire';

const BEGINS = /^(?:and|but|so|then|also|what about|how about)\b[\s,]*/i;
// "it" is more often the whole project ("does it retry requests?") than what was spoken of: only these forms are read as the latter
const OBJECT = /\b(?:uses?|calls?|tests?|defines?|imports?|extends?|implements?|reads?|writes?|sets?|changes?|mentions?|about|of|in|with|from) (it|them|this|that|these|those)(?=[\s?.!]*$)/i;
const PLACE = /^(?:where|when|how) (?:is|are|was|were) (it|they|this|that|these|those)\b(?! [a-z]+(?:tion|er|or|ing)\b)/i;
const DOING = /^(?:what|why|how|when|where) (?:does|do|did) (it|they|this|that) (?:do|return|raise|take|mean|need|give|work|fail|call|use|expect|throw|stop|end|begin|start)\b/i;
const ANY = /\b(it|they|them|this|that)\b/i;
const OWNED = /\b(?:its|their)\b/i;
const A_NAME = /`|\b[a-z\d]+[A-Z]\w*|\b[A-Z][a-z\d]+[A-Z]\w*|\w_\w|\w\.\w|::/;
const NAMED = /`([A-Za-z_][\w.:#-]{1,79})(?:\(\))?`/;
const LEADING = /^(?:what|who|where|when|why|how|which|is|are|does|do|did|can|could|should|will|has|have)\b/i;

/** `question` is what is asked now, `about` the name or file that was carried over. */
export interface Carried { readonly question: string; readonly about: string }

/** `about` is the `subject` of the answer before. Nothing where the question stands alone, or that answer spoke of nothing. */
export function carried(question: string, about: string): Carried | undefined {
  const asked = question.trim(), begun = BEGINS.exec(asked)?.[0] ?? '';
  const rest = asked.slice(begun.length);
  const meant = [DOING, PLACE, OBJECT, ...(begun ? [ANY] : [])].map(form => form.exec(rest)).find(found => found !== null);
  if (!about || A_NAME.test(asked) || !(begun || meant || OWNED.test(asked))) return undefined;
  const name = `\`${about}\``;
  if (OWNED.test(rest)) return { question: rest.replace(OWNED, `the ${name}`), about };
  if (meant) {
    const at = meant.index + meant[0].toLowerCase().lastIndexOf(` ${meant[1]!.toLowerCase()}`) + 1, from = meant[0] === meant[1] ? meant.index : at;
    return { question: rest.slice(0, from) + name + rest.slice(from + meant[1]!.length), about };
  }
  const bare = rest.replace(/[\s?.!]+$/, '');
  if (!bare) return undefined;
  return { question: LEADING.test(bare) ? `${bare} in ${name}?` : `what about ${bare} in ${name}?`, about };
}

/** What an answer spoke of: the first name of its words that one of its places bears out, else its first file. */
export function subject({ answer, citations, clarify }: AnswerEnvelope): string {
  if (clarify || citations.length === 0) return '';
  return NAMED.exec(answer.split('\n', 1)[0] ?? '')?.[1] ?? citations[0]?.range_ref.path ?? '';
}
