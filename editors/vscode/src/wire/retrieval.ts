// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

export interface RetrievalPlan {
  shape: 'symbol' | 'keywords' | 'sentence' | 'issue';
  ordered?: 'words' | 'meaning';
  searched: string[];
  unknown: string[];
  near: string[];
  channels: RetrievalPlanChannel[];
  files: string[];
  sections: RetrievalPlanSection[];
  trees: string[];
  queries: RetrievalPlanQuery[];
  hints: string[];
  scope: RetrievalPlanScope;
  slots: RetrievalPlanSlot[];
  coverage: RetrievalPlanCoverage;
  controller_steps: RetrievalPlanControllerStep[];
  stop: 'coverage_ok' | 'budget_exhausted' | 'dominance_split' | 'no_new_evidence';
  confidence: RetrievalPlanConfidence;
  preflight: RetrievalPlanPreflight;
}

export interface RetrievalPlanChannel {
  name: string;
  candidates: number;
}

export interface RetrievalPlanSection {
  path: string;
  title: string;
}

export interface RetrievalPlanQuery {
  query: string;
  tier: string;
  found: number;
  new: number;
}

export interface RetrievalPlanScope {
  tiers: RetrievalPlanScopeTier[];
  avoid: string[];
  must_include: RetrievalPlanScopeMustInclude[];
  docs_first: boolean;
  docs_allow: string[];
}

export interface RetrievalPlanScopeTier {
  name: string;
  globs: string[];
}

export interface RetrievalPlanScopeMustInclude {
  glob: string;
  source: 'topic' | 'plan';
  hard: boolean;
  exists: boolean;
}

export interface RetrievalPlanSlot {
  id: string;
  label: string;
  hard: boolean;
  source: string;
  covered: boolean;
  path: string;
  line: number;
}

export interface RetrievalPlanCoverage {
  ratio: number;
  missing: string[];
}

export interface RetrievalPlanControllerStep {
  action: 'seed' | 'expand' | 'widen';
  queries: string[];
  files: number;
  new_files: number;
  coverage: number;
  share: number;
  gate: boolean;
  missing: string[];
}

export interface RetrievalPlanConfidence {
  value: number;
  label: 'low' | 'med' | 'high';
}

export interface RetrievalPlanPreflight {
  verdict: 'ok' | 'weak' | 'empty';
  doc_share: number;
  upgraded: boolean;
}
