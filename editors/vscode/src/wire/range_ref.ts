// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

/** A citable range of one file: bytes, lines (from 1, inclusive), and the hash of exactly those bytes. `range-ref.v1` */
export interface RangeRef {
  schema: 'range-ref.v1';
  artifact_role: 'source_file';
  repo_id: string;
  repository?: string;
  path: string;
  start_byte: number;
  end_byte: number;
  start_line: number;
  end_line: number;
  content_sha256: string;
  commit?: string;
  blob?: string;
  chunk_id?: string;
}
