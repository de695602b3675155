// An answer for the clipboard: Markdown that says what it stands on, and what it does not.

import type { AnswerEnvelope, RangeRef } from '../wire';
import { visibleText } from './visible';

const SAID: Readonly<Record<AnswerEnvelope['mode'], string>> = {
  repo_grounded: '', hybrid: 'Only partly from the repository.', general: 'General knowledge, not from the repository.',
  clarify: 'A question that was given back: it can mean more than one thing.', no_evidence: 'No evidence was found in the repository.',
  provisional: 'Provisional: most of the repository was not read yet.',
};

/** `link` gives the address of a place for those who do not have this clone; without one the place is named as it is written. */
export function copyText(question: string, envelope: AnswerEnvelope, link: (ref: RangeRef) => string | undefined = () => undefined): string {
  const notes = [SAID[envelope.mode], envelope.index.fresh || envelope.mode === 'provisional' ? '' : 'The index was behind when this was answered.'].filter(note => note !== '');
  const places = envelope.citations.map(({ id, range_ref: ref }) => {
    const written = `${ref.path}:${ref.start_line}${ref.end_line > ref.start_line ? `-${ref.end_line}` : ''}`, to = link(ref);
    return to ? `${id}. [${written.replaceAll(/[[\]\\]/g, '\\$&')}](${to})` : `${id}. ${written}`;
  });
  const parts = [`**${question.replace(/\s+/g, ' ')}**`, ...notes.map(note => `> ${note}`), whole(envelope.answer), places.length > 0 ? `Places:\n\n${places.join('\n')}` : ''];
  return visibleText(`${parts.filter(part => part !== '').join('\n\n')}\n`);
}

/** A fence that is left open would take in all that follows: it is closed. */
export function whole(text: string): string {
  let open = '';
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (!fence?.[1]) continue;
    if (!open) open = fence[1];
    else if (fence[1].startsWith(open) && fence[2]?.trim() === '') open = '';
  }
  return open ? `${text}\n${open}` : text;
}
