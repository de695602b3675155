// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

/** A citable range of one file: bytes, lines (from 1, inclusive), and the hash of exactly those bytes. `range-ref.v1` */
export interface RangeRef {
  schema: 'range-ref.v1';
  artifact_role: 'source_file';
  repo_id: string;
  path: string;
  start_byte: number;
  end_byte: number;
  start_line: number;
  end_line: number;
  content_sha256: string;
  chunk_id?: string;
}

/** A sealed answer: every claim of kind fact cites ranges whose bytes were hashed when it was sealed. `answer-envelope.v1` */
export interface AnswerEnvelope {
  schema: 'answer-envelope.v1';
  question: string;
  kind: 'definition' | 'location' | 'usage' | 'flow' | 'reason' | 'overview';
  mode: 'repo_grounded' | 'hybrid' | 'general' | 'clarify' | 'no_evidence';
  tier: 'F0' | 'F1' | 'F3';
  secondary_tier: 'F0' | 'F1' | 'F3' | null;
  intent: Intent;
  verbosity: 'brief' | 'standard' | 'extended';
  answer: string;
  sections: Section[];
  claims: Claim[];
  citations: Citation[];
  clarify: Clarify | null;
  retrieval: Retrieval;
  evidence: Evidence;
  tree_walk: TreeWalk | null;
  gates: Gate[];
  uncertainty: Uncertainty[];
  method: Method | null;
  model: Model;
  index: Index;
  snapshot: string;
  dropped: number;
  digest: string;
  trace?: Trace[];
  debug?: Debug;
}

export interface Intent {
  id: string;
  domain: 'general' | 'repo' | 'hybrid' | 'falsifiable';
  strategy: string;
  topics: string[];
  reason: string;
  expectation: IntentExpectation;
  concepts: string[];
}

export interface IntentExpectation {
  level: 'low' | 'medium' | 'high';
  score: number;
  signals: string[];
}

export interface Section {
  title: string;
  body: string;
  citations: number[];
}

export interface Claim {
  id: string;
  text: string;
  kind: 'fact' | 'inference' | 'hypothesis' | 'assumption' | 'question' | 'note';
  evidence_refs: number[];
  supported: boolean | null;
  proof: string;
  reason: string;
}

export interface Citation {
  id: number;
  range_ref: RangeRef;
}

export interface Clarify {
  asks: string;
  reason: string;
  token: string;
  options: ClarifyOption[];
}

export interface ClarifyOption {
  id: string;
  label: string;
  detail: string;
  question: string;
  strength: number;
  evidence_refs: number[];
}

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

export interface Evidence {
  verdict: 'pass' | 'fail';
  share: number;
  held: string[];
  missing: string[];
  reason: string;
}

export interface TreeWalk {
  binding_rate: number;
  locked: string[];
  metadata: TreeWalkMetadata;
  trees: TreeWalkTree[];
}

export interface TreeWalkMetadata {
  treeIds: string[];
  primaryTreeId: string;
  anchorIds: string[];
  pathIds: string[];
  conceptMatch: string;
  treeVersion: string;
  repo_rev: string;
  lattice_rev: string;
}

export interface TreeWalkTree {
  id: string;
  label: string;
  source: string;
  mode: 'root_to_anchor' | 'full_path';
  why: string;
  fallback: string;
  steps: TreeWalkTreeStep[];
}

export interface TreeWalkTreeStep {
  id: string;
  title: string;
  relation: string;
  depth: number;
  role: 'anchor' | 'walk' | 'hint';
  range_ref: RangeRef | null;
}

export interface Gate {
  name: string;
  verdict: 'pass' | 'fail' | 'skipped';
  value: number;
  threshold: number;
  detail: string;
  act: 'none' | 'label' | 'drop' | 'replace';
}

export interface Uncertainty {
  text: string;
  kind: string;
  reason: string;
}

export interface Method {
  hypothesis: string;
  anti_hypothesis: string;
  counterfactual_test: MethodCounterfactualTest | null;
  uncertainty_interval: MethodUncertaintyInterval;
  reproducibility: MethodReproducibility;
  corrective_action: MethodCorrectiveAction;
}

export interface MethodCounterfactualTest {
  tested: boolean;
  method: string;
  result: 'supports_hypothesis' | 'supports_anti_hypothesis' | 'inconclusive';
  withheld: string[];
  stood: number;
  returned: number;
  share_before: number;
  share_after: number;
  detail: string;
}

export interface MethodUncertaintyInterval {
  low: number;
  high: number;
  confidence: number;
  trials: number;
}

export interface MethodReproducibility {
  snapshot: string;
  question: string;
  config: string;
  items: MethodReproducibilityItem[];
  model: string;
  claims: number;
  citations: number;
}

export interface MethodReproducibilityItem {
  type: string;
  hash: string;
}

export interface MethodCorrectiveAction {
  required: boolean;
  reason: string;
  actions: string[];
}

export interface Model {
  provider: string;
  name: string;
  calls: number;
  status: 'none' | 'ok' | 'repaired' | 'refused';
  reason: string;
  repairs: string[];
  items: ModelItem[];
}

export interface ModelItem {
  type: string;
  label: string;
  hash: string;
  size: number;
}

export interface Index {
  generation: number;
  fresh: boolean;
  behind: number;
  unsaved: number;
  reason: string;
}

export interface Trace {
  number: number;
  rung: string;
  status: string;
  events: string[];
  facts: TraceFact[];
  digest: string;
  elapsed_us: number;
}

export interface TraceFact {
  label: string;
  text: string;
}

export interface Debug {
  fields: DebugField[];
  live_events: string[];
  answer_path: string[];
  controller_steps: RetrievalControllerStep[];
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

/** Which knowledge trees a session has locked. `tree-lock.v1` */
export interface TreeLock {
  schema: 'tree-lock.v1';
  sessionId: string;
  treeIds: string[];
  locked: boolean;
}

/** The knowledge trees and concept cards of a workspace, and what is wrong with their files. `tree-list.v1` */
export interface TreeList {
  schema: 'tree-list.v1';
  resolver: string;
  digest: string;
  trees: TreeListTree[];
  cards: TreeListCard[];
  problems: string[];
}

export interface TreeListTree {
  id: string;
  label: string;
  path: string;
  version: string;
  root_id: string;
  nodes: number;
  topics: string[];
  matchers: string[];
  weight: number;
  mode: '' | 'root_to_anchor' | 'full_path';
  sha256: string;
}

export interface TreeListCard {
  id: string;
  label: string;
  aliases: string[];
  path: string;
  line: number;
  topics: string[];
  must_include: string[];
}

/** What `helix/explain` gives: the last answer with the trace of all rungs and the debug payload. */
export type ExplainResult = AnswerEnvelope;
