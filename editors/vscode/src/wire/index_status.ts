// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

import type { Index } from './answer_envelope';

/** What the index of a workspace holds, how fresh it is, and what was left out. `index-status.v1` */
export interface IndexStatus {
  schema: 'index-status.v1';
  root: string;
  index_directory: string;
  generation: number;
  index: Index;
  files: number;
  units: number;
  definitions: number;
  languages: IndexStatusLanguage[];
  bytes: IndexStatusBytes;
  skipped: IndexStatusSkipped[];
  problems: string[];
  writable: boolean;
  writer: number;
  head: string;
  source: string;
  versions: IndexStatusVersion[];
}

export interface IndexStatusLanguage {
  language: string;
  files: number;
}

export interface IndexStatusBytes {
  sqlite: number;
  text: number;
}

export interface IndexStatusSkipped {
  reason: string;
  count: number;
  examples: string[];
}

export interface IndexStatusVersion {
  component: string;
  version: string;
}
