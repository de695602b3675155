// Whether server and extension understand each other.
import type { InitializeResult } from 'vscode-languageclient/node';

export const MINIMUM = '0.1.0';
export const PROTOCOL = 1;
export const ENVELOPE = 1;

interface Announced { protocol?: number; methods?: string[]; contracts?: Record<string, number> }

export function announced(result: InitializeResult | undefined): Announced | undefined {
  return (result?.capabilities.experimental as { helix?: Announced } | undefined)?.helix;
}

/** One line when they do not, undefined when they do. */
export function mismatch(result: InitializeResult | undefined): string | undefined {
  const helix = announced(result);
  if (!helix) return 'the program announces no helix methods; is it really helix-lsp?';
  const version = result?.serverInfo?.version ?? '0';
  if (older(version, MINIMUM)) return `the server is version ${version}, this extension needs ${MINIMUM} or newer: update the server`;
  const envelope = helix.contracts?.['answer-envelope'];
  if (helix.protocol === PROTOCOL && envelope === ENVELOPE) return undefined;
  const older_ = (helix.protocol ?? 0) > PROTOCOL || (envelope ?? 0) > ENVELOPE ? 'extension' : 'server';
  return `the server ${version} speaks protocol ${helix.protocol} with answers ${envelope}, this extension ${PROTOCOL} with ${ENVELOPE}: update the ${older_}`;
}

/** Compares the numbers of two versions; what follows the numbers does not count. */
export function older(version: string, than: string): boolean {
  const [a, b] = [version, than].map(text => text.split(/[^0-9]+/).slice(0, 3).map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] || 0) - (b?.[i] || 0);
    if (difference) return difference < 0;
  }
  return false;
}
