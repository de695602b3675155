// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

import type { Debug } from './debug';
import type { RangeRef } from './range_ref';
import type { RetrievalPlan } from './retrieval';

/** A sealed answer: every claim of kind fact cites ranges whose bytes were hashed when it was sealed. `answer-envelope.v1` */
export interface AnswerEnvelope {
  schema: 'answer-envelope.v1';
  question: string;
  kind: 'definition' | 'location' | 'usage' | 'flow' | 'reason' | 'overview';
  mode: 'repo_grounded' | 'hybrid' | 'general' | 'clarify' | 'no_evidence' | 'provisional';
  tier: 'F0' | 'F1' | 'F3';
  secondary_tier: 'F0' | 'F1' | 'F3' | null;
  intent: Intent;
  verbosity: 'brief' | 'standard' | 'extended';
  answer: string;
  sections: Section[];
  claims: Claim[];
  citations: Citation[];
  clarify: Clarify | null;
  retrieval_plan: RetrievalPlan;
  answer_path: string[];
  evidence: Evidence;
  verdict?: Verdict;
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
  budget?: Budget;
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
  label?: 'carried' | 'open' | 'against' | null;
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

export interface Evidence {
  verdict: 'pass' | 'fail';
  share: number;
  held: string[];
  missing: string[];
  reason: string;
}

export interface Verdict {
  checked: number;
  quoted: number;
  answers: 'strong' | 'weak' | 'places_only' | 'none';
  value: number;
  features: VerdictFeature[];
  unsaid: string[];
}

export interface VerdictFeature {
  name: string;
  value: number;
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
  status: 'none' | 'ok' | 'repaired' | 'refused' | 'replaced';
  reason: string;
  repairs: string[];
  dropped: string[];
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
  state: 'fresh' | 'checking' | 'reading' | 'behind';
  files: number;
  behind: number;
  unsaved: number;
  reason: string;
}

export interface Trace {
  climb?: number;
  purpose?: 'choice' | 'question' | 'not_near' | 'place' | 'no_model' | 'withheld';
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

export interface Budget {
  tokens: number;
  used: number;
  left_out: number;
  without_quotation: number;
}
