// An envelope to change for a test.
import type { AnswerEnvelope, RangeRef } from '../../../src/wire';

export function ref(path: string, line: number, over: Partial<RangeRef> = {}): RangeRef {
  return {
    schema: 'range-ref.v1', artifact_role: 'source_file', repo_id: '', path, start_byte: 0, end_byte: 5, start_line: line, end_line: line,
    content_sha256: '0'.repeat(64), ...over,
  };
}

export function envelope(over: Partial<AnswerEnvelope> = {}): AnswerEnvelope {
  return {
    schema: 'answer-envelope.v1', question: 'what is a bell?', kind: 'definition', mode: 'repo_grounded', tier: 'F1', secondary_tier: null,
    intent: { id: 'repo.definition', domain: 'repo', strategy: 'repo_rag', topics: [], reason: '', expectation: { level: 'low', score: 0, signals: [] }, concepts: [] },
    verbosity: 'standard', answer: 'A bell. (a.py:1)', sections: [{ title: '', body: 'A bell. (a.py:1)', citations: [1] }],
    claims: [{ id: 'c1', text: 'A bell.', kind: 'fact', evidence_refs: [1], supported: true, proof: '', reason: '' }],
    citations: [{ id: 1, range_ref: ref('a.py', 1) }], clarify: null,
    answer_path: [],
    retrieval_plan: {
      shape: 'keywords', searched: ['bell'], unknown: [], near: [], channels: [{ name: 'lexical', candidates: 3 }], files: ['a.py'], sections: [], trees: [],
      queries: [], hints: [], scope: { tiers: [], avoid: [], must_include: [], docs_first: false, docs_allow: [] }, slots: [],
      coverage: { ratio: 1, missing: [] }, controller_steps: [], stop: 'coverage_ok', confidence: { value: 0.9, label: 'high' },
      preflight: { verdict: 'ok', doc_share: 0, upgraded: false },
    },
    evidence: { verdict: 'pass', share: 1, held: ['bell'], missing: [], reason: '' }, tree_walk: null, gates: [], uncertainty: [], method: null,
    model: { provider: 'none', name: '', calls: 0, status: 'none', reason: '', repairs: [], dropped: [], items: [] },
    index: { generation: 1, fresh: true, state: 'fresh', files: 1, behind: 0, unsaved: 0, reason: '' }, snapshot: '', dropped: 0, digest: 'd', ...over,
  };
}
