// An answer for the clipboard: Markdown that says what it stands on, and what it does not.

import type { AnswerEnvelope } from '../wire';
import { visibleText } from './visible';

const SAID: Readonly<Record<AnswerEnvelope['mode'], string>> = {
  repo_grounded: '', hybrid: 'Only partly from the repository.', general: 'General knowledge, not from the repository.',
  clarify: 'A question that was given back: it can mean more than one thing.', no_evidence: 'No evidence was found in the repository.',
  provisional: 'Provisional: most of the repository was not read yet.',
};

export function copyText(question: string, envelope: AnswerEnvelope): string {
  const notes = [SAID[envelope.mode], envelope.index.fresh || envelope.mode === 'provisional' ? '' : 'The index was behind when this was answered.'].filter(note => note !== '');
  const places = envelope.citations.map(({ id, range_ref: ref }) =>
    `${id}. ${ref.path}:${ref.start_line}${ref.end_line > ref.start_line ? `-${ref.end_line}` : ''} (sha256 ${ref.content_sha256.slice(0, 12)})`);
  const parts = [`**${question.replace(/\s+/g, ' ')}**`, ...notes.map(note => `> ${note}`), envelope.answer, places.length > 0 ? `Places:\n\n${places.join('\n')}` : ''];
  return visibleText(`${parts.filter(part => part !== '').join('\n\n')}\n`);
}
