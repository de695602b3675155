// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

import type { Index } from './answer_envelope';

/** What the index of a workspace holds, how fresh it is, and what was left out. `index-status.v1` */
export interface IndexStatus {
  schema: 'index-status.v1';
  root: string;
  index_directory: string;
  generation: number;
  index: Index;
  ordered?: 'words' | 'meaning';
  meaning?: IndexStatusMeaning;
  files: number;
  units: number;
  definitions: number;
  languages: IndexStatusLanguage[];
  grades: IndexStatusGrades;
  bytes: IndexStatusBytes;
  skipped: IndexStatusSkipped[];
  problems: string[];
  writable: boolean;
  writer: number;
  head: string;
  source: string;
  meta: IndexStatusMeta;
  retrieval: IndexStatusRetrieval;
  versions: IndexStatusVersion[];
  index_metadata?: IndexStatusIndexMetadata;
}

export interface IndexStatusMeaning {
  schema: 'embedding-policy.v1';
  model_name: string;
  provider: 'local' | 'api';
  form: 'mean' | 'first' | 'tokens';
  dimensions: number;
  similarity_metric: 'cosine';
  fallback_behavior: 'ignore';
  max_tokens: number;
  sha256: string;
}

export interface IndexStatusLanguage {
  language: string;
  files: number;
}

export interface IndexStatusGrades {
  A: number;
  B: number;
  C: number;
  D: number;
  E: number;
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

export interface IndexStatusMeta {
  repo_id: string;
  snapshot: string;
  config_sha256: string;
  created_at: string;
}

export interface IndexStatusRetrieval {
  questions: number;
  no_evidence_rate: number | null;
  queries: number;
  zero_result_rate: number | null;
  avg_results_per_query: number | null;
  cache_hit_rate: number | null;
}

export interface IndexStatusVersion {
  component: string;
  version: string;
}

export interface IndexStatusIndexMetadata {
  index_built: boolean;
  document_count: number;
  passage_count: number;
  indexed_hashes: string[];
  sources: Record<string, unknown>;
  retrieval_stats: IndexStatusIndexMetadataRetrievalStats;
}

export interface IndexStatusIndexMetadataRetrievalStats {
  total_queries: number;
  avg_results_per_query: number | null;
  zero_result_rate: number | null;
  no_evidence_rate: number | null;
  cache_hit_rate: number | null;
}
