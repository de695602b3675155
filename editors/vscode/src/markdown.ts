// An answer as Markdown: for "open as document" and for the chat.
import { place } from './places';
import type { AnswerEnvelope, RangeRef } from './wire';

export type Link = (ref: RangeRef) => string;

/** The whole answer; `link` gives the target of a citation. */
export function answerMarkdown(envelope: AnswerEnvelope, link: Link): string {
  const parts = [`# ${oneLine(envelope.question)}`, body(envelope), citations(envelope, link), uncertain(envelope)];
  return parts.filter(Boolean).join('\n\n') + '\n';
}

/** The answer's own words and sections. */
export function body(envelope: AnswerEnvelope): string {
  const sections = envelope.sections.map(section => (section.title ? `## ${oneLine(section.title)}\n\n${section.body}` : section.body));
  const parts = sections.some(text => text.includes(envelope.answer)) ? sections : [envelope.answer, ...sections];
  const clarify = envelope.clarify;
  if (clarify) parts.push([clarify.asks, '', ...clarify.options.map((option, i) => `${i + 1}. **${option.label}** ${option.detail}`)].join('\n'));
  return parts.filter(text => text.trim()).join('\n\n');
}

function citations(envelope: AnswerEnvelope, link: Link): string {
  if (!envelope.citations.length) return '';
  const lines = envelope.citations.map(({ id, range_ref }) => `- [${id}] [${place(range_ref)}](${link(range_ref)})`);
  return ['## Citations', '', ...lines].join('\n');
}

function uncertain(envelope: AnswerEnvelope): string {
  if (!envelope.uncertainty.length) return '';
  return ['## What is not sure', '', ...envelope.uncertainty.map(one => `- ${oneLine(one.text)} (${oneLine(one.reason)})`)].join('\n');
}

function oneLine(text: string): string { return text.replace(/\s+/g, ' ').trim(); }
