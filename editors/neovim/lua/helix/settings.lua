--- Written by scripts/generate_neovim.py from the options that helix_lsp declares; a test compares. Types of the options: lua/helix/meta.

local M = {}

local NAMES = {
  user = [[
    index.max_file_bytes index.max_data_file_bytes index.max_files index.max_total_bytes index.max_facts_per_file
    index.unit_lines index.unit_split_lines index.batch_files index.workers index.pool_from_files index.cache_dir
    index.max_units_per_file index.max_unit_terms index.kept_blobs index.outline_cache index.names_cache
    index.unit_cache index.text_heap_bytes index.copies_like index.copies_share index.copies_most index.match_copies
    index.match_most index.busy_timeout_ms search.longest_question search.issue_from search.most_terms
    search.frame_weight search.whole_weight search.synonym_weight search.position_decay search.title_weight
    search.prose_weight search.code_weight search.trace_weight search.short_terms search.feedback_weight
    search.feedback_units search.feedback_terms search.feedback_below search.meaning search.rerank_pool
    search.exact_files search.exact_bytes search.quoting_words search.most_frames search.pool_units search.pool_paths
    search.fuzzy_cutoff search.fuzzy_names search.scan_files search.collaborators search.words_pool
    search.neighbour_lines search.diversity_pool align.least_score align.falloff align.max_candidates
    align.lineage_depth align.usage_units align.usage_files align.usage_bytes align.spoken_units align.chance_draws
    align.chance_scores align.described_least align.described_sentences align.most_spans align.document_bytes
    align.reanchor_bytes drift.declaring_bytes drift.history drift.history_commits drift.history_seconds
    drift.history_step drift.history_patches drift.history_calls drift.history_saved_seconds drift.history_places
    drift.history_bytes drift.introduced_hops drift.introduced_most drift.suggest_most ask.hits ask.evidence_share
    ask.evidence_alone ask.evidence_alone_short ask.evidence_strength ask.evidence_strength_short ask.unknown_words
    ask.defined_names ask.whole_names ask.evidence_words ask.cards ask.fall_off ask.sentence_fall_off ask.steps
    ask.entry_points plan.explicit_score plan.concept_score plan.topic_score plan.name_score plan.hint_score
    plan.high_from plan.medium_from plan.known_words plan.known_share plan.code_words plan.everyday_paths plan.hints
    plan.hint_words plan.hint_chars plan.queries plan.sub_questions plan.hard_concepts plan.concept_share
    plan.request_slots plan.soft_slots plan.aliases plan.criteria plan.must_include plan.plan_chars control.mode
    control.steps control.queries control.query_hits control.extra_share control.preflight_docs control.preflight_share
    control.use_meanings control.sense_places control.sense_spans control.dominance control.density_share
    control.repo_confidence control.high_confidence control.medium_confidence control.verdict_clear
    control.verdict_first control.verdict_own control.verdict_spoken control.verdict_needed control.verdict_strong
    control.verdict_weak trees.enabled trees.file_max_bytes trees.forest_max_bytes trees.max_trees trees.max_nodes
    trees.max_cards trees.card_units trees.card_bytes trees.card_ratio trees.pack_trees trees.excerpt_chars
    trees.hint_terms trees.bind_max_bytes trees.bind_guess_bytes trees.bind_records trees.bind_lines trees.bind_share
    trees.max_locked trees.max_sessions verify.covered_share verify.open_share verify.quantity_tolerance verify.rounding
    verify.unsupported_most verify.slots_least verify.words_least verify.rattling_most verify.narrow_pieces
    verify.general_chars verify.withheld_files verify.same_statement verify.returned_least verify.returned_most
    verify.interval_z verify.audit_places verify.audit_pieces verify.audit_lines verify.audit_least model.provider
    model.url model.model model.key_env model.key_file model.command model.consent model.proxy model.ca_file
    model.timeout model.max_tokens model.temperature model.reply_max_bytes model.prompt_chars model.span_chars
    model.spans model.spans_per_file model.carried model.recited model.sentence_chars model.sentences model.repeated
    ide.found_sections ide.completions ide.linked_mentions ide.references ide.diagnostics ide.code_lens ide.lenses
    ide.mentions serve.max_message_bytes serve.max_header_bytes serve.max_json_depth serve.inbox_messages
    serve.quick_workers serve.companion serve.slow_workers serve.give_way_ms serve.max_waiting serve.switch_interval_us
    serve.backlog_bytes serve.turn_warning_ms serve.stop_grace_ms serve.parent_poll_ms serve.watch_debounce_ms
    serve.diagnose_debounce_ms serve.progress_every_ms serve.progress_after_ms serve.rescan_ms serve.rescan_watched_ms
    serve.rescan_share cli.batch_roots cli.batch_fresh_seconds cli.batch_line_bytes session.git_seconds
    session.git_bytes session.parse_seconds session.racy_seconds session.follow_seconds session.read_max_bytes
    session.first_files_ms session.settle_ms session.batch_bytes session.ignore_max_bytes session.ignore_steps
    session.memory_seconds session.memory_sessions session.memory_choices session.telemetry session.python_names
    session.python_names_seconds session.traces session.telemetry_days evaluate.depth evaluate.pack_questions
    evaluate.pack_words pr.files pr.total_bytes pr.line_pairs pr.hunks pr.symbols pr.asked pr.places pr.listed
  ]],
  workspace = [[
    index.exclude search.frame_decay search.k1 search.weight_name search.weight_qualifier search.weight_signature
    search.weight_doc search.weight_body search.weight_path search.norm_name search.norm_qualifier search.norm_signature
    search.norm_doc search.norm_body search.rrf_k search.channel_lexical search.channel_symbol search.channel_path
    search.channel_fuzzy search.channel_trace search.channel_quoted search.channel_tracked search.rank_units
    search.rank_fused search.rank_name search.rank_defines_short search.rank_defines_long search.rank_stem
    search.rank_precise_short search.rank_precise_long search.rank_mentioned search.rank_symbol search.rank_covers
    search.rank_used_short search.rank_uses_short search.rank_frame search.rank_quoted search.rank_literal
    search.rank_beside search.second_unit search.third_unit search.prefix_match search.demote_test
    search.demote_test_issue search.demote_example search.demote_generated search.demote_docs search.demote_docs_reason
    search.demote_docs_issue search.demote_config search.demote_config_asked search.demote_unquoted
    search.demote_quoting search.demote_entry search.demote_platform search.demote_bodiless search.place_class
    search.place_module search.place_holder search.per_file search.read_share search.read_named search.read_places_from
    search.spread_from search.more_places search.collaborators_from search.collaborators_least search.guard_names
    search.words_share search.words_from search.diversity align.tie align.max_same_word align.shown_usages
    align.shown_tests align.shown_documents align.shown_others align.longest_line align.doc_chars align.abbreviations
    align.spoken_whole align.spoken_capital align.spoken_lower align.written_confidence align.named_confidence
    align.plain_confidence align.pronoun_confidence align.passage align.like_least align.like_lead align.title_weight
    align.neighbour_weight align.usual_files align.chance_power align.private_share drift.min_confidence
    drift.sure_owner_lost drift.sure_path_gone drift.sure_name_gone drift.sure_owner_lacks drift.sure_signature
    drift.sure_whole_text drift.sure_no_anchor drift.sure_doubtful drift.sure_last_used drift.sure_no_owner
    drift.sure_past drift.sure_nowhere drift.sure_endpoint drift.sure_code drift.sure_command drift.endpoint_routes
    drift.code_siblings drift.command_subs drift.suggest_likeness drift.ignore_paths drift.ignore_words ask.quote_chars
    ask.places ask.documents plan.topic_boost plan.clarify_chars trees.files trees.resolvers trees.weight_id
    trees.weight_slug trees.weight_title trees.weight_tags trees.weight_excerpt trees.weight_body trees.title_bonus
    trees.concept_same trees.concept_inside trees.lock_bonus trees.pack_score trees.pack_ratio trees.walk_mode
    verify.quantity_rules evaluate.vocabulary_share evaluate.noise_share pr.min_mention
  ]],
}

---@type table<string, 'workspace'|'user'>
M.scopes = {}

for scope, names in pairs(NAMES) do
  for name in names:gmatch('%S+') do
    M.scopes[name] = scope
  end
end

return M
