// The answers of this workspace, oldest first, and which of them is shown. A few outlive the window.

import type { AnswerEnvelope } from '../wire';
import { envelope as fits } from './envelope_shape';
import type { Past } from './messages';

/** What was asked beside the words: the folder in a window with several, what was carried over from the answer before, and the words as they were typed. */
export interface Said { readonly folder: string; readonly about: string; readonly asked: string }

export interface Entry { readonly id: number; readonly question: string; readonly envelope: AnswerEnvelope; readonly said: Said }

const PLAIN: Said = { folder: '', about: '', asked: '' };

/** Where entries are kept between two windows. */
export interface Store { get(): unknown; set(value: unknown): void }

const REMEMBERED = 50; // answers that a window goes back to; chosen by hand
const STORED = 12; // of them, how many outlive it

export class Answers {
  #entries: Entry[] = [];
  #at = 0;
  #next = 1;

  constructor(private readonly store: Store) {
    for (const { question, envelope } of stored(store.get())) this.#add(question, envelope);
  }

  get all(): readonly Entry[] { return this.#entries; }

  get shown(): Entry | undefined { return this.find(this.#at); }

  /** What a list of earlier answers needs. */
  get list(): Past[] { return this.#entries.map(({ id, question, envelope }) => ({ id, question, mode: envelope.mode })); }

  find(id: number): Entry | undefined { return this.#entries.find(entry => entry.id === id); }

  /** Whether an answer to this question takes the place of the newest one: that was given back, or its index was not whole yet. */
  replaces(question: string): boolean {
    const last = this.#entries.at(-1);
    return last !== undefined && last.question === question && (last.envelope.clarify !== null || !last.envelope.index.fresh);
  }

  /** Adds an answer and goes to it. */
  add(question: string, envelope: AnswerEnvelope, said: Said = PLAIN): Entry {
    if (this.replaces(question)) this.#entries.pop();
    const entry = this.#add(question, envelope, said);
    this.store.set(this.#entries.slice(-STORED).map(one => ({ question: one.question, envelope: light(one.envelope) })));
    return entry;
  }

  go(id: number): Entry | undefined {
    if (this.find(id)) this.#at = id;
    return this.shown;
  }

  #add(question: string, envelope: AnswerEnvelope, said: Said = PLAIN): Entry {
    const entry = { id: this.#next++, question, envelope, said };
    this.#entries = [...this.#entries, entry].slice(-REMEMBERED);
    this.#at = entry.id;
    return entry;
  }
}

/** Without the trace, which is most of it and can be asked for again. */
function light(envelope: AnswerEnvelope): AnswerEnvelope {
  const { trace: _trace, debug: _debug, ...rest } = envelope;
  return rest;
}

function stored(value: unknown): { question: string; envelope: AnswerEnvelope }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-STORED).filter((one): one is { question: string; envelope: AnswerEnvelope } =>
    typeof one === 'object' && one !== null && 'question' in one && typeof one.question === 'string' && 'envelope' in one && fits(one.envelope));
}
