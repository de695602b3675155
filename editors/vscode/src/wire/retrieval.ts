// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

export interface Retrieval {
  shape: 'symbol' | 'keywords' | 'sentence' | 'issue';
  searched: string[];
  unknown: string[];
  near: string[];
  channels: RetrievalChannel[];
  files: string[];
  sections: RetrievalSection[];
  trees: string[];
  queries: RetrievalQuery[];
  hints: string[];
  scope: RetrievalScope;
  slots: RetrievalSlot[];
  coverage: RetrievalCoverage;
  controller_steps: RetrievalControllerStep[];
  stop: 'coverage_ok' | 'budget_exhausted' | 'dominance_split' | 'no_new_evidence';
  confidence: RetrievalConfidence;
  preflight: RetrievalPreflight;
}

export interface RetrievalChannel {
  name: string;
  candidates: number;
}

export interface RetrievalSection {
  path: string;
  title: string;
}

export interface RetrievalQuery {
  query: string;
  tier: string;
  found: number;
  new: number;
}

export interface RetrievalScope {
  tiers: RetrievalScopeTier[];
  avoid: string[];
  must_include: RetrievalScopeMustInclude[];
  docs_first: boolean;
  docs_allow: string[];
}

export interface RetrievalScopeTier {
  name: string;
  globs: string[];
}

export interface RetrievalScopeMustInclude {
  glob: string;
  source: 'topic' | 'plan';
  hard: boolean;
  exists: boolean;
}

export interface RetrievalSlot {
  id: string;
  label: string;
  hard: boolean;
  source: string;
  covered: boolean;
  path: string;
  line: number;
}

export interface RetrievalCoverage {
  ratio: number;
  missing: string[];
}

export interface RetrievalControllerStep {
  action: 'seed' | 'expand' | 'widen';
  queries: string[];
  files: number;
  new_files: number;
  coverage: number;
  share: number;
  gate: boolean;
  missing: string[];
}

export interface RetrievalConfidence {
  value: number;
  label: 'low' | 'med' | 'high';
}

export interface RetrievalPreflight {
  verdict: 'ok' | 'weak' | 'empty';
  doc_share: number;
  upgraded: boolean;
}
