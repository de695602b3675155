// What a page may say to the extension, and the extension to a page. A page names things by the numbers that the answer gave them and
// never by a path, so that nothing in a repository can steer what is opened. Whatever does not fit is dropped.

import type { AnswerEnvelope } from '../wire';
import { envelope } from './envelope_shape';
import { count, list, orNull, record, type Shape, text, truth, word } from './shape';

const LONGEST_QUESTION = 4_000;

/** One remembered answer; `id` counts up and is never used again. */
export interface Past { id: number; question: string; mode: AnswerEnvelope['mode'] }

/** `again`: the index was not whole, and the question is asked once more by itself when it is. `folder` in a window with several, `about` in a question
 * that went on from the answer before. */
export interface Shown { id: number; question: string; envelope: AnswerEnvelope; stale: number[]; again: boolean; folder: string; about: string }

export type FromAnswer =
  | { type: 'ready' }
  | { type: 'cancel' }
  | { type: 'open'; id: number; citation: number; beside: boolean }
  | { type: 'proof'; id: number; citation: number }
  | { type: 'pick'; id: number; option: string }
  | { type: 'act'; id: number; act: 'wider' | 'copy' | 'document' | 'trace' | 'again' | 'alone' }
  | { type: 'go'; id: number }
  | { type: 'ask'; question: string };

export type ToAnswer =
  | { type: 'state'; past: Past[]; shown: Shown | null; focus: boolean; examples: string[] }
  | { type: 'standing'; id: number; stale: number[] }
  | { type: 'proof'; id: number; citation: number; text: string; stale: boolean; lost: string }
  | { type: 'busy'; busy: boolean; note: string };

export type FromTrace =
  | { type: 'ready' }
  | { type: 'hit'; rank: number; beside: boolean }
  | { type: 'open'; citation: number; beside: boolean };

export type ToTrace = { type: 'trace'; envelope: AnswerEnvelope };

export const fromAnswer = oneOf<FromAnswer>({
  ready: {},
  cancel: {},
  open: { id: count, citation: count, beside: truth },
  proof: { id: count, citation: count },
  pick: { id: count, option: text(200) },
  act: { id: count, act: word('wider', 'copy', 'document', 'trace', 'again', 'alone') },
  go: { id: count },
  ask: { question: text(LONGEST_QUESTION) },
});

const past: Shape<Past> = record<Past>({
  id: count, question: text(), mode: word('repo_grounded', 'hybrid', 'general', 'clarify', 'no_evidence', 'provisional'),
});

export const toAnswer = oneOf<ToAnswer>({
  state: { past: list(past), shown: orNull(record<Shown>({ id: count, question: text(), envelope, stale: list(count), again: truth, folder: text(), about: text() })), focus: truth, examples: list(text(LONGEST_QUESTION)) },
  standing: { id: count, stale: list(count) },
  proof: { id: count, citation: count, text: text(), stale: truth, lost: text() },
  busy: { busy: truth, note: text() },
});

export const fromTrace = oneOf<FromTrace>({ ready: {}, hit: { rank: count, beside: truth }, open: { citation: count, beside: truth } });

export const toTrace = oneOf<ToTrace>({ trace: { envelope } });

type Fields<M extends { type: string }> = {
  [T in M['type']]: { [K in keyof Omit<Extract<M, { type: T }>, 'type'>]-?: Shape<Extract<M, { type: T }>[K]> };
};

/** The message when it is one of these, with exactly their fields; else nothing. */
function oneOf<M extends { type: string }>(fields: Fields<M>): (value: unknown) => M | undefined {
  const known = new Map<string, Record<string, Shape<unknown>>>(Object.entries(fields));
  return value => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'type') || !('type' in value) || typeof value.type !== 'string') return undefined;
    const shapes = known.get(value.type);
    if (!shapes || Object.keys(value).some(name => name !== 'type' && !Object.hasOwn(shapes, name))) return undefined;
    return record(shapes)(value) ? (value as unknown as M) : undefined;
  };
}
