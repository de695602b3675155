// `answer-envelope.v1` as the views read it. The server checks its own output against the schema; this is for what comes back from
// stored state and over a page's message channel, where anything may stand.

import type * as wire from '../wire';
import { count, list, number, orNull, perhaps, record, type Shape, text, truth, word } from './shape';

const line = text(20_000);
const lines = list(line);

export const rangeRef: Shape<wire.RangeRef> = record<wire.RangeRef>({
  schema: word('range-ref.v1'), artifact_role: word('source_file'), repo_id: line, path: line, start_byte: count, end_byte: count,
  start_line: count, end_line: count, content_sha256: line, commit: perhaps(line), blob: perhaps(line), chunk_id: perhaps(line),
  repository: perhaps(line),
});

const step = record<wire.RetrievalPlanControllerStep>({
  action: word('seed', 'expand', 'widen'), queries: lines, files: count, new_files: count, coverage: number, share: number, gate: truth,
  missing: lines,
});

const retrieval = record<wire.RetrievalPlan>({
  shape: word('symbol', 'keywords', 'sentence', 'issue'), ordered: perhaps(word('words', 'meaning')), searched: lines, unknown: lines, near: lines,
  channels: list(record<wire.RetrievalPlanChannel>({ name: line, candidates: count })), files: lines,
  sections: list(record<wire.RetrievalPlanSection>({ path: line, title: line })), trees: lines,
  queries: list(record<wire.RetrievalPlanQuery>({ query: line, tier: line, found: count, new: count })), hints: lines,
  scope: record<wire.RetrievalPlanScope>({
    tiers: list(record<wire.RetrievalPlanScopeTier>({ name: line, globs: lines })), avoid: lines,
    must_include: list(record<wire.RetrievalPlanScopeMustInclude>({ glob: line, source: word('topic', 'plan'), hard: truth, exists: truth })),
    docs_first: truth, docs_allow: lines,
  }),
  slots: list(record<wire.RetrievalPlanSlot>({ id: line, label: line, hard: truth, source: line, covered: truth, path: line, line: count })),
  coverage: record<wire.RetrievalPlanCoverage>({ ratio: number, missing: lines }), controller_steps: list(step),
  stop: word('coverage_ok', 'budget_exhausted', 'dominance_split', 'no_new_evidence'),
  confidence: record<wire.RetrievalPlanConfidence>({ value: number, label: word('low', 'med', 'high') }),
  preflight: record<wire.RetrievalPlanPreflight>({ verdict: word('ok', 'weak', 'empty'), doc_share: number, upgraded: truth }),
});

const treeWalk = record<wire.TreeWalk>({
  binding_rate: number, locked: lines,
  metadata: record<wire.TreeWalkMetadata>({
    treeIds: lines, primaryTreeId: line, anchorIds: lines, pathIds: lines, conceptMatch: line, treeVersion: line, repo_rev: line,
    lattice_rev: line,
  }),
  trees: list(record<wire.TreeWalkTree>({
    id: line, label: line, source: line, mode: word('root_to_anchor', 'full_path'), why: line, fallback: line,
    steps: list(record<wire.TreeWalkTreeStep>({
      id: line, title: line, relation: line, depth: count, role: word('anchor', 'walk', 'hint'), range_ref: orNull(rangeRef),
    })),
  })),
});

const method = record<wire.Method>({
  hypothesis: line, anti_hypothesis: line,
  counterfactual_test: orNull(record<wire.MethodCounterfactualTest>({
    tested: truth, method: line, result: word('supports_hypothesis', 'supports_anti_hypothesis', 'inconclusive'), withheld: lines,
    stood: count, returned: count, share_before: number, share_after: number, detail: line,
  })),
  uncertainty_interval: record<wire.MethodUncertaintyInterval>({ low: number, high: number, confidence: number, trials: count }),
  reproducibility: record<wire.MethodReproducibility>({
    snapshot: line, question: line, config: line, items: list(record<wire.MethodReproducibilityItem>({ type: line, hash: line })),
    model: line, claims: count, citations: count,
  }),
  corrective_action: record<wire.MethodCorrectiveAction>({ required: truth, reason: line, actions: lines }),
});

const why = record<wire.DebugHitWhy>({
  matched_terms: list(record<wire.DebugHitWhyMatchedTerm>({ field: word('name', 'qualifier', 'signature', 'doc', 'body'), words: lines })),
  filter_pass: list(record<wire.DebugHitWhyFilterPass>({ key: line, value: line })),
  channels: list(record<wire.DebugHitWhyChannel>({
    name: word('fuzzy', 'lexical', 'path', 'quoted', 'symbol', 'trace', 'tracked'), rank: count, score: number,
  })),
  rank_features: list(record<wire.DebugHitWhyRankFeature>({ name: line, value: number, weight: number, contribution: number })),
  demotions: list(record<wire.DebugHitWhyDemotion>({ reason: line, factor: number })),
  held: list(record<wire.DebugHitWhyHeld>({ text: text(), line: count })),
});

const debug = record<wire.Debug>({
  fields: list(record<wire.DebugField>({ name: line, text: text() })), live_events: lines, answer_path: lines, controller_steps: list(step),
  prompt_items: list(record<wire.DebugPromptItem>({ type: line, hash: line, size: count })),
  stage_timing: list(record<wire.DebugStageTiming>({ climb: perhaps(count), rung: line, elapsed_us: count })),
  hits: perhaps(list(record<wire.DebugHit>({
    rank: count, path: line, start_byte: count, end_byte: count, start_line: count, end_line: count, kind: line, qualified: line,
    score: number, why,
  }))),
});

export const envelope: Shape<wire.AnswerEnvelope> = record<wire.AnswerEnvelope>({
  schema: word('answer-envelope.v1'), question: line, kind: word('definition', 'location', 'usage', 'flow', 'reason', 'overview'),
  mode: word('repo_grounded', 'hybrid', 'general', 'clarify', 'no_evidence', 'provisional'), tier: word('F0', 'F1', 'F3'),
  secondary_tier: orNull(word('F0', 'F1', 'F3')),
  intent: record<wire.Intent>({
    id: line, domain: word('general', 'repo', 'hybrid', 'falsifiable'), strategy: line, topics: lines, reason: line,
    expectation: record<wire.IntentExpectation>({ level: word('low', 'medium', 'high'), score: number, signals: lines }), concepts: lines,
  }),
  verbosity: word('brief', 'standard', 'extended'), answer: text(),
  sections: list(record<wire.Section>({ title: line, body: text(), citations: list(count) })),
  claims: list(record<wire.Claim>({
    id: line, text: text(), kind: word('fact', 'inference', 'hypothesis', 'assumption', 'question', 'note'), evidence_refs: list(count),
    supported: orNull(truth), label: perhaps(orNull(word('carried', 'open', 'against'))), proof: line, reason: line,
  })),
  citations: list(record<wire.Citation>({ id: count, range_ref: rangeRef })),
  clarify: orNull(record<wire.Clarify>({
    asks: line, reason: line, token: line,
    options: list(record<wire.ClarifyOption>({ id: line, label: line, detail: line, question: line, strength: number, evidence_refs: list(count) })),
  })),
  retrieval_plan: retrieval, answer_path: lines,
  evidence: record<wire.Evidence>({ verdict: word('pass', 'fail'), share: number, held: lines, missing: lines, reason: line }),
  verdict: perhaps(record<wire.Verdict>({
    checked: count, quoted: count, answers: word('strong', 'weak', 'places_only', 'none'), value: number,
    features: list(record<wire.VerdictFeature>({ name: line, value: number })), unsaid: lines,
  })),
  tree_walk: orNull(treeWalk),
  gates: list(record<wire.Gate>({
    name: line, verdict: word('pass', 'fail', 'skipped'), value: number, threshold: number, detail: line,
    act: word('none', 'label', 'drop', 'replace'),
  })),
  uncertainty: list(record<wire.Uncertainty>({ text: line, kind: line, reason: line })), method: orNull(method),
  model: record<wire.Model>({
    provider: line, name: line, calls: count, status: word('none', 'ok', 'repaired', 'refused', 'replaced'), reason: line, repairs: lines,
    dropped: list(text()),
    items: list(record<wire.ModelItem>({ type: line, label: line, hash: line, size: count })),
  }),
  index: record<wire.Index>({ generation: count, fresh: truth, state: word('fresh', 'checking', 'reading', 'behind'), files: count, behind: count, unsaved: count, reason: line }), snapshot: line, dropped: count,
  digest: line, budget: perhaps(record<wire.Budget>({ tokens: count, used: count, left_out: count, without_quotation: count })),
  trace: perhaps(list(record<wire.Trace>({
    climb: perhaps(count), purpose: perhaps(word('choice', 'question', 'not_near', 'place', 'no_model', 'withheld')), number: count, rung: line, status: line, events: lines, facts: list(record<wire.TraceFact>({ label: line, text: text() })), digest: line,
    elapsed_us: count,
  }))),
  debug: perhaps(debug),
});
