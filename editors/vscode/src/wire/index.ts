// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

import type { AnswerEnvelope } from './answer_envelope';

export type * from './range_ref';
export type * from './answer_envelope';
export type * from './retrieval';
export type * from './debug';
export type * from './index_status';
export type * from './tree_lock';
export type * from './tree_list';

/** What `helix/explain` gives: the last answer with the trace of all rungs and the debug payload. */
export type ExplainResult = AnswerEnvelope;
