// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

import type { RetrievalPlanControllerStep } from './retrieval';

export interface Debug {
  fields: DebugField[];
  live_events: string[];
  answer_path: string[];
  controller_steps: RetrievalPlanControllerStep[];
  prompt_items: DebugPromptItem[];
  stage_timing: DebugStageTiming[];
  hits?: DebugHit[];
}

export interface DebugField {
  name: string;
  text: string;
}

export interface DebugPromptItem {
  type: string;
  hash: string;
  size: number;
}

export interface DebugStageTiming {
  climb?: number;
  rung: string;
  elapsed_us: number;
}

export interface DebugHit {
  rank: number;
  path: string;
  start_byte: number;
  end_byte: number;
  start_line: number;
  end_line: number;
  kind: string;
  qualified: string;
  score: number;
  why: DebugHitWhy;
}

export interface DebugHitWhy {
  matched_terms: DebugHitWhyMatchedTerm[];
  filter_pass: DebugHitWhyFilterPass[];
  channels: DebugHitWhyChannel[];
  rank_features: DebugHitWhyRankFeature[];
  demotions: DebugHitWhyDemotion[];
  held: DebugHitWhyHeld[];
}

export interface DebugHitWhyMatchedTerm {
  field: 'name' | 'qualifier' | 'signature' | 'doc' | 'body';
  words: string[];
}

export interface DebugHitWhyFilterPass {
  key: string;
  value: string;
}

export interface DebugHitWhyChannel {
  name: 'fuzzy' | 'lexical' | 'path' | 'quoted' | 'symbol' | 'trace' | 'tracked';
  rank: number;
  score: number;
}

export interface DebugHitWhyRankFeature {
  name: string;
  value: number;
  weight: number;
  contribution: number;
}

export interface DebugHitWhyDemotion {
  reason: string;
  factor: number;
}

export interface DebugHitWhyHeld {
  text: string;
  line: number;
}
