--- Written by scripts/generate_neovim.py from the options that helix_lsp declares; a test compares.

local M = {}

---@class helix.Settings
---@field index? helix.Settings.index
---@field search? helix.Settings.search
---@field align? helix.Settings.align
---@field drift? helix.Settings.drift
---@field ask? helix.Settings.ask
---@field plan? helix.Settings.plan
---@field control? helix.Settings.control
---@field trees? helix.Settings.trees
---@field verify? helix.Settings.verify
---@field model? helix.Settings.model
---@field ide? helix.Settings.ide
---@field serve? helix.Settings.serve
---@field cli? helix.Settings.cli
---@field session? helix.Settings.session
---@field evaluate? helix.Settings.evaluate

---@class helix.Settings.index
---@field max_file_bytes? integer Larger files are known by path only. (bytes)
---@field max_data_file_bytes? integer Larger JSON, YAML, TOML and plain-data files are known by path only. (bytes)
---@field max_files? integer Files beyond this are left out, counted and reported. (files)
---@field max_total_bytes? integer Source beyond this is left out, counted and reported. (bytes)
---@field max_facts_per_file? integer Definitions, references or keys of one file beyond this are left out with a problem. (facts)
---@field unit_lines? integer Length that long bodies, sections and plain text are cut to. (lines)
---@field unit_split_lines? integer Bodies up to this length stay whole. (lines)
---@field batch_files? integer Files committed together while indexing; each commit is a generation. (files)
---@field workers? integer Processes that parse in bulk; 0 means as many as processors, at most 8. (processes)
---@field pool_from_files? integer From this many changed files on, parsing goes to a process pool. (files)
---@field exclude? string[] Globs of paths that are left out, beside the ignore rules.
---@field cache_dir? string Folder that holds the indexes; empty means the user's cache directory.
---@field max_units_per_file? integer Definitions of one file beyond this are indexed in windows, without a unit of their own. (units)
---@field max_unit_terms? integer Different terms counted in one field of one unit. (terms)
---@field kept_blobs? integer Versions of files that no path refers to any more and that are kept, so that a branch switch parses nothing. (versions)
---@field outline_cache? integer Decoded outlines held in memory. (files)
---@field names_cache? integer Files whose declarations (names, what is exported, whether there are bodies) are held in memory. (files)
---@field unit_cache? integer Decoded units held in memory. (units)
---@field text_heap_bytes? integer Memory of the text index while many files are written; small commits use the least that works. (bytes)
---@field match_copies? integer Paths shown for one unit when the same file exists several times. (paths)
---@field match_most? integer Candidates fetched at most while the exact best ones are being separated from the rest. (units)
---@field busy_timeout_ms? integer How long a reader or writer waits for another process that holds the index. (milliseconds)

---@class helix.Settings.search
---@field longest_question? integer Longer questions are refused. (characters)
---@field issue_from? integer From this length on, or with a code block, a question is read as an issue report. (characters)
---@field most_terms? integer Terms kept, by weight times rarity. (terms)
---@field frame_weight? number Weight of words that frame a question rather than name its subject.
---@field whole_weight? number Weight of a whole identifier beside its parts.
---@field synonym_weight? number Weight of an added synonym or abbreviation.
---@field position_decay? number A word at this position weighs half of the first one. (words)
---@field title_weight? number Issue reports: weight of the first line.
---@field prose_weight? number Issue reports: weight of the other prose.
---@field code_weight? number Issue reports: weight of code and logs.
---@field trace_weight? number Issue reports: weight of function names in a stack trace.
---@field short_terms? number Up to this many content words a question counts as short. (words)
---@field feedback_weight? number Weight of terms taken from the best units of a first pass, against the heaviest word of the question; 0 makes no second pass.
---@field feedback_units? integer Units that such terms are taken from. (units)
---@field feedback_terms? integer Such terms kept. (terms)
---@field feedback_below? number A second pass is made only where the best unit holds less than this share of the question's weight; above 1 always.
---@field rerank_pool? integer Files that a second opinion is asked about, where one is plugged in. (files)
---@field exact_files? integer Files of the ranking that are read to find a quoted phrase or a printed message; 0 reads none. (files)
---@field exact_bytes? integer How much of each of them is read. (bytes)
---@field quoting_words? integer A shorter question is never taken to be quoted: its words may stand together anywhere. (words)
---@field most_frames? integer Frames of a stack trace that are looked up, from the innermost. (frames)
---@field frame_decay? number What an own frame counts against the one inside it.
---@field k1? number Saturation of term frequency.
---@field weight_name? number Field weight: name.
---@field weight_qualifier? number Field weight: containers or heading path.
---@field weight_signature? number Field weight: signature.
---@field weight_doc? number Field weight: docstring and comments.
---@field weight_body? number Field weight: body.
---@field weight_path? number Field weight: words of the path.
---@field norm_name? number Length normalisation b: name.
---@field norm_qualifier? number Length normalisation b: containers or heading path.
---@field norm_signature? number Length normalisation b: signature.
---@field norm_doc? number Length normalisation b: docstring and comments.
---@field norm_body? number Length normalisation b: body.
---@field pool_units? integer Units taken from the lexical channel. (units)
---@field pool_paths? integer Files taken from each other channel. (files)
---@field rrf_k? number Constant of reciprocal rank fusion.
---@field channel_lexical? number Fusion weight: lexical channel.
---@field channel_symbol? number Fusion weight: symbol channel.
---@field channel_path? number Fusion weight: path channel.
---@field channel_fuzzy? number Fusion weight: fuzzy channel.
---@field channel_trace? number Fusion weight: frames of a stack trace.
---@field channel_quoted? number Fusion weight: units with all words of a quoted phrase.
---@field channel_tracked? number Fusion weight: tracked-file scan.
---@field fuzzy_cutoff? number Least similarity of a fuzzy name. (percent)
---@field fuzzy_names? integer Names kept by the fuzzy channel for each unknown word. (names)
---@field scan_files? integer Files too large for the index that one question may scan. (files)
---@field rank_units? number Best three units of a file by BM25F.
---@field rank_fused? number Fused rank over all channels.
---@field rank_name? number Question found in a unit's name.
---@field rank_defines_short? number Defines a name of the question (short questions).
---@field rank_defines_long? number Defines a name of the question (long questions).
---@field rank_stem? number Question found in the file's name.
---@field rank_precise_short? number File name found in the question (short questions).
---@field rank_precise_long? number File name found in the question (long questions).
---@field rank_mentioned? number The question names the path.
---@field rank_symbol? number The whole question is a name that the file defines.
---@field rank_covers? number Question found among the names a file defines.
---@field rank_used_short? number Used by files that match (short questions only).
---@field rank_uses_short? number Uses files that match (short questions only).
---@field rank_frame? number A frame of the pasted stack trace lies in the file; the innermost counts whole.
---@field rank_quoted? number Share of the quoted phrases that the file holds word for word.
---@field rank_literal? number The file holds the printed message.
---@field rank_beside? number The file is, or lies beside, one that is open or was edited last.
---@field second_unit? number Share of a file's second-best unit.
---@field third_unit? number Share of a file's third-best unit.
---@field prefix_match? number A file-name word that shares a long prefix counts this much.
---@field demote_test? number Factor for tests, unless asked for.
---@field demote_test_issue? number Factor for tests in issue reports.
---@field demote_example? number Factor for examples and benchmarks, unless asked for.
---@field demote_generated? number Factor for generated and vendored files.
---@field demote_docs? number Factor for documents, unless asked for.
---@field demote_docs_reason? number Factor for documents when a reason or decision is asked for and no part of the code is named.
---@field demote_docs_issue? number Factor for documents in issue reports.
---@field demote_config? number Factor for configuration and plain data.
---@field demote_config_asked? number The same factor when the question asks for options.
---@field demote_unquoted? number Factor for files without a phrase that the question quotes, where other files hold it.
---@field demote_quoting? number Factor for files that hold the question itself word for word, as lists of questions do.
---@field demote_entry? number Factor for re-export files such as `__init__.py`.
---@field demote_platform? number Factor for files of one operating system, unless the question names one.
---@field demote_bodiless? number Factor for files that only declare (interfaces, type aliases, prototypes).
---@field place_class? number Factor for a class as a whole when the place to show in a file is chosen.
---@field place_module? number Factor for text outside all definitions when the place to show is chosen.
---@field place_holder? number Share of its class's match that a member is credited with when the place to show is chosen.
---@field per_file? integer Hits of one file in a long list. (hits)
---@field spread_from? integer From this length on a list shows several places of a file; a shorter one shows each file once. (hits)
---@field more_places? integer Further places named inside a hit. (places)
---@field collaborators? integer Files that the best places use, lifted to the end of the first ten; 0 for none. (files)
---@field collaborators_from? integer Files of the list that stand before the lifted ones. (files)
---@field diversity? number Share of novelty against relevance (MMR: 1 - lambda).
---@field diversity_pool? integer Hits among which novelty is weighed. (hits)

---@class helix.Settings.align
---@field least_score? number Candidates below this are not shown at all. (score)
---@field falloff? number A candidate further than this below the best one is left out. (score)
---@field tie? number Candidates this close to the best one are one group; go-to-definition offers all of it. (score)
---@field max_candidates? integer Candidates kept for one mention. (definitions)
---@field max_same_word? integer A plain lower-case word that more definitions bear than this is a word, not a name. (definitions)
---@field lineage_depth? integer Steps up the base classes when a member is looked for. (classes)
---@field usage_units? integer Units taken from the text index as candidates for usages of one name. (units)
---@field usage_files? integer Files whose references are read for the usages of one name. (files)
---@field family_units? integer Units taken from the text index as candidates for subclasses of one class. (units)
---@field family_steps? integer Steps down the subclasses when uses of a member are tied to its class. (classes)
---@field usage_bytes? integer Source whose references are read for the usages of one name, tests last; beyond it counts are lower bounds. (bytes)
---@field shown_usages? integer Usages shown with a proof; all are counted. (places)
---@field shown_tests? integer Tests shown with a proof; all are counted. (places)
---@field shown_documents? integer Documents shown with a proof; all are counted. (documents)
---@field shown_others? integer Other definitions of the same name shown in a hover. (definitions)
---@field longest_line? integer A usage on a longer line is cited by its name alone. (bytes)
---@field doc_chars? integer Characters of a docstring's first paragraph in a hover. (characters)
---@field abbreviations? boolean The table of usual abbreviations (db = database) counts beside those that are read from the code.
---@field written_confidence? number Confidence of a path, code span, CamelCase or class name. (share)
---@field named_confidence? number Confidence of a capitalised name or one with a role noun. (share)
---@field plain_confidence? number Confidence of a name in plain lower-case words. (share)
---@field pronoun_confidence? number Confidence of a component that only a pronoun stands for. (share)
---@field title_weight? number Weight of a requirement's title against one of its sentences. (factor)
---@field neighbour_weight? number Share of the mean score of files that use or are used by a file, added to its own. (factor)
---@field kept_power? number A file's likelihood of belonging to a requirement is its share of the best score to this power. (exponent)
---@field kept_ranks? number Files looked at for one requirement, as a multiple of log2 of the number of files. (factor)
---@field most_spans? integer Definitions cited with one alignment. (places)
---@field document_bytes? integer A document or candidate list larger than this is refused. (bytes)
---@field reanchor_bytes? integer Bytes hashed at most while a moved span is looked for by its content. (bytes)

---@class helix.Settings.drift
---@field min_confidence? number Findings below this are hints and not shown by default. (confidence)
---@field history? boolean Ask git's history when a name or path was last there. Off: fewer witnesses, fewer alarms.
---@field history_commits? integer Newest commits whose changes are read for the history of names. (commits)
---@field history_seconds? number Longest time for one answer of git about history. (seconds)
---@field introduced_most? integer References of one run whose first writing is looked up in history; the rest stay unjudged. (references)
---@field sure_owner_lost? number Confidence: its owner is ours and history saw the name go.
---@field sure_path_gone? number Confidence: history saw the path go.
---@field sure_name_gone? number Confidence: defined nowhere any more, and history saw the definition go.
---@field sure_owner_lacks? number Confidence: its owner is ours, wholly known, and has no such name.
---@field sure_doubtful? number Confidence where an alarm lacks its witness: nobody knows when the text was written, or the name lives elsewhere.
---@field sure_last_used? number Confidence: occurs nowhere, and history saw its last use go.
---@field sure_no_owner? number Confidence: occurs nowhere, and its owner is not known either.
---@field sure_nowhere? number Confidence: a bare name that occurs nowhere.
---@field suggest_likeness? integer Least likeness of a name that is suggested instead. (percent)
---@field suggest_most? integer Names suggested at most. (names)
---@field ignore_paths? string[] Documents that are never judged, as globs (`docs/old/**`).
---@field ignore_words? string[] References that are never judged, as written between the back-ticks.

---@class helix.Settings.ask
---@field hits? integer Places retrieved for a question. (hits)
---@field evidence_share? number Least share of the question's words, weighted by rarity, that the best places hold (mean of the best one and all together).
---@field evidence_alone? number Least share of a long question's words that one place holds.
---@field evidence_alone_short? number Least share of a short question's words that one place holds.
---@field evidence_strength? number Least strength of the evidence for a long question: mean of both shares, unknown words taken off, known names added.
---@field evidence_strength_short? number Least strength of the evidence for a short question.
---@field unknown_words? number What a question all of whose words are unknown here would lose in strength.
---@field defined_names? number What separates a question whose written names are all defined here from one with none of them, in strength.
---@field whole_names? number What separates a question whose whole names the best places hold from one with none of them, in strength.
---@field evidence_words? integer Least number of the question's content words that the evidence must hold. (words)
---@field cards? integer Evidence cards laid out, several of one file allowed. (cards)
---@field fall_off? number Places whose score falls below this share of the best one are left out.
---@field sentence_fall_off? number Quoted sentences that hold less than this share of what the best one holds are left out.
---@field quote_chars? integer Longest quotation of one sentence or docstring paragraph. (characters)
---@field places? integer Places listed by a `where` answer. (places)
---@field steps? integer Calls listed for one entry point by a `how` answer. (calls)
---@field entry_points? integer Entry points followed by a `how` answer. (entry points)
---@field documents? integer Sentences quoted from documents. (sentences)

---@class helix.Settings.plan
---@field explicit_score? integer Expectation score of a question that asks for the repository or names one of its files. (points)
---@field concept_score? integer Expectation score of a question that matches a concept card or a knowledge tree. (points)
---@field topic_score? integer Expectation score of a question about one of the repository's own topics. (points)
---@field name_score? integer Expectation score of a question that writes a name which the repository defines. (points)
---@field hint_score? integer Expectation score of a question with nothing but weak hints: plain words that are names here, words about software. (points)
---@field topic_boost? number What a place gains in score when a topic of the repository names its file among its boosts.
---@field high_from? integer Expectation is high from this score on. (points)
---@field medium_from? integer Expectation is medium from this score on. (points)
---@field known_words? integer Plain words of a question that must be names or file names here before they count as much as a written name. (words)
---@field known_share? number Least share of the question's content words that these must be.
---@field code_words? integer Different words about code (method, class, decorator) that make a question count as much as a written name. (words)
---@field everyday_paths? integer A plain word that more files than this define is an everyday word and no hint. (files)
---@field hints? integer Query hints that a plan keeps. (hints)
---@field hint_words? integer Longest query hint. (words)
---@field hint_chars? integer Longest query hint. (characters)
---@field queries? integer Queries asked of the repository for one question. (queries)
---@field sub_questions? integer Parts of a compound question that become queries of their own. (queries)
---@field hard_concepts? integer Matched concepts that become hard slots. (slots)
---@field concept_share? number A concept is a hard slot when its match is at least this share of the best one.
---@field request_slots? integer Slots of a request that count. (slots)
---@field soft_slots? integer Soft slots kept. (slots)
---@field aliases? integer Other words kept for one slot. (aliases)
---@field criteria? integer Phrases of evidence criteria kept for one slot. (phrases)
---@field must_include? integer Must-include globs that a plan keeps. (globs)
---@field clarify_chars? integer Longest clarifying question of a plan. (characters)
---@field plan_chars? integer A plan's text is read up to here. (characters)

---@class helix.Settings.control
---@field mode? 'enforce'|'shadow'|'off' Whether what the gates say is acted on, only reported, or not even computed.
---@field steps? integer Retrieval passes of one question: seed, expansion, widening. (passes)
---@field queries? integer Queries of one expansion or widening pass. (queries)
---@field query_hits? integer Places taken from each such query. (hits)
---@field extra_share? number A place that only a further query found scores at most this share of the best place.
---@field preflight_docs? number Share of documents from which two found files count as a signal.
---@field sense_places? integer Hits among which senses of a word are looked for. (hits)
---@field sense_spans? integer Proof spans counted for one sense. (spans)
---@field dominance? number Least margin of the best sense over the second, as a share of the best, for it to be taken without asking.
---@field density_share? number Share of proof density in a sense's strength; the rest is evidence mass.
---@field repo_confidence? number Confidence from which an answer stands on the repository alone; below it, evidence that passes the gate makes it hybrid.
---@field high_confidence? number Confidence called high.
---@field medium_confidence? number Confidence called medium.

---@class helix.Settings.trees
---@field enabled? boolean Read knowledge trees and concept cards where a repository has them.
---@field files? string[] Tree files (paths from the root) beside those that a resolver file names; each is selected by its id, title and node titles.
---@field resolvers? string[] Where a resolver file may stand; the first one that is there counts.
---@field file_max_bytes? integer A larger tree or resolver file is left out with a problem. (bytes)
---@field forest_max_bytes? integer Tree files beyond this sum are left out with a problem. (bytes)
---@field max_trees? integer Trees of one workspace beyond this are left out with a problem. (trees)
---@field max_nodes? integer Nodes of one tree beyond this are left out with a problem. (nodes)
---@field max_cards? integer Concept cards of one workspace beyond this are left out with a problem. (cards)
---@field card_units? integer Hits of the search for documents that may be concept cards; what lies beyond is not read. (units)
---@field card_bytes? integer Only the beginning of a document is looked at for a concept card. (bytes)
---@field card_ratio? number A card matches without an exact alias when the question holds at least this share of the words of one alias, and two of them. (share)
---@field weight_id? number Value of a question word in a node's id.
---@field weight_slug? number Value of a question word in a node's slug.
---@field weight_title? number Value of a question word in a node's title.
---@field weight_tags? number Value of a question word in a node's tags.
---@field weight_excerpt? number Value of a question word in a node's excerpt or summary.
---@field weight_body? number Value of a question word in a node's body.
---@field title_bonus? number Added when the whole title stands in the question.
---@field concept_same? number Added when a matched concept card bears the node's id, slug or title.
---@field concept_inside? number Added when a matched concept card's name stands in the node's id or title.
---@field lock_bonus? number Added to the score of a locked tree.
---@field pack_trees? integer Trees in one pack, where the resolver file says nothing. (trees)
---@field pack_score? number Least score of a tree in a pack, likewise.
---@field pack_ratio? number Least share of the best tree's score, likewise. (share)
---@field walk_mode? ''|'root_to_anchor'|'full_path' How far a walk goes where neither the request nor the tree says it: `` takes the resolver file's own, else root_to_anchor.
---@field excerpt_chars? integer Longest excerpt of a node in a walk. (characters)
---@field hint_terms? integer Soft terms that a pack gives to the search. (terms)
---@field bind_max_bytes? integer A larger evidence file is not read to bind a node. (bytes)
---@field bind_guess_bytes? integer In a larger file the names of definitions and headings are not looked through for a node's title, only its lines are. (bytes)
---@field bind_records? integer Evidence records of one node that are tried. (records)
---@field bind_lines? integer Longest span that a node is bound to. (lines)
---@field bind_share? number Share of the title's words that a line must hold to bind a node whose evidence names a file only. (share)
---@field max_locked? integer Trees that one session may lock. (trees)
---@field max_sessions? integer Sessions whose locks are kept; the one locked longest ago goes first. (sessions)

---@class helix.Settings.verify
---@field gates? 'enforce'|'shadow'|'off' What a failed gate does: `enforce` acts on it, `shadow` only records it, `off` does not look.
---@field covered_share? number Least share of a sentence's content words that its own citations must hold.
---@field quantity_tolerance? number Largest relative difference of two quantities that count as one after conversion of their units.
---@field rounding? number Largest relative difference of two quantities that a sentence gives as equal (`1.3 GPa (1.31e9 Pa)`).
---@field quantity_rules? string[] What quantities of this repository are measured in, as `NAME: UNIT` or `NAME: UNIT LOW..HIGH` (`tile pressure: GPa 0.1..10`).
---@field unsupported_most? number Largest share of unsupported statements that an answer may have before it is replaced; below it they are dropped one by one.
---@field slots_least? number Least share of hard slots that the answer's supported statements must speak of.
---@field words_least? number Least share of the question's content words that the answer must speak of where no slot is asked for.
---@field rattling_most? number Largest share of supported statements that may change when their evidence is narrowed or exchanged.
---@field narrow_pieces? integer Sentences or short runs of lines that are left of a cited text when it is narrowed. (pieces)
---@field general_chars? integer Longest paragraph of general knowledge below a question back. (characters)
---@field withheld_files? integer Most cited files that the counterfactual run does without. (files)
---@field same_statement? number Share of words from which on two statements of two runs count as one.
---@field returned_least? number Up to this share of returned statements the counterfactual supports the hypothesis.
---@field returned_most? number From this share of returned statements on the counterfactual supports the anti-hypothesis.
---@field interval_z? number Width of the uncertainty interval in standard deviations.
---@field audit_places? integer Places looked at for a claim that cites nothing. (places)
---@field audit_pieces? integer Sentences or short runs of lines of a found place that must carry such a claim together. (pieces)
---@field audit_lines? integer Lines that a citation of one line stands for: a paragraph or docstring that begins on it. (lines)
---@field audit_least? number Share of a claim's words that the best place must hold; below it no source is indexed for it.

---@class helix.Settings.model
---@field provider? 'none'|'openai'|'ollama'|'anthropic'|'command'|'client' Who writes the answer: `none` (quotations only, nothing is sent), `openai` (any server with that interface), `ollama`, `anthropic`, `command` (a program of yours), `client` (the editor's own model).
---@field url? string Address of the model server, https or loopback; empty for the provider's usual one.
---@field model? string Name of the model, as the server knows it.
---@field key_env? string Environment variable that holds the key; empty for the provider's usual one (OPENAI_API_KEY, ANTHROPIC_API_KEY).
---@field key_file? string Absolute path of a file that holds nothing but the key, readable by you alone; used when the variable is not set.
---@field command? string[] Program and arguments of the provider `command`: gets the prompt on stdin, writes the answer to stdout. No shell is involved.
---@field consent? boolean You agree that your question and quoted lines of the repository are sent to a server that is not this machine.
---@field proxy? string Address of an http or https proxy for servers elsewhere; the environment's proxies are never used.
---@field ca_file? string Absolute path of a PEM file with the authorities to trust instead of the bundled ones.
---@field timeout? number Time for the whole call, from name lookup to the last byte; then the answer is written without the model. (seconds)
---@field max_tokens? integer Longest answer that is asked for. (tokens)
---@field temperature? number Sampling temperature; -1 sends none, for models that refuse it.
---@field reply_max_bytes? integer A longer reply is cut off and not used. (bytes)
---@field prompt_chars? integer Longest evidence that is sent; definitions are kept before anything else, tests and the rest go first. (characters)
---@field span_chars? integer Longest excerpt of one place, cut at a line. (characters)
---@field spans? integer Most places that are sent. (places)
---@field spans_per_file? integer Most places of one file that are sent; definitions do not count. (places)
---@field carried? number Least share of a sentence's content words that a place must hold to be cited for a sentence that came without a citation.
---@field recited? number A citation is moved to another given place that holds at least this much more of the sentence's content words.
---@field sentence_chars? integer A longer sentence of a model is dropped. (characters)
---@field sentences? integer Most sentences taken from a model; what comes after them is left out. (sentences)
---@field repeated? number An answer of which at least this share repeats itself is refused.

---@class helix.Settings.ide
---@field found_sections? integer Sections listed for one workspace symbol search. (sections)
---@field completions? integer Names or paths offered at once. (items)
---@field linked_mentions? integer Code spans of one document that are looked up for document links. (mentions)
---@field references? integer References listed for one definition or section. (places)

---@class helix.Settings.serve
---@field max_message_bytes? integer A longer incoming message is refused and the stream is searched for the next header. (bytes)
---@field max_header_bytes? integer Without a blank line within this, the stream is searched for the next header. (bytes)
---@field max_json_depth? integer Arrays and objects nested deeper than this are refused. (levels)
---@field inbox_messages? integer Messages read ahead of the loop; then the reader waits for it. (messages)
---@field quick_workers? integer Threads for what an editor waits for while it draws (hover, definition). (threads)
---@field slow_workers? integer Threads for questions. (threads)
---@field max_waiting? integer Requests waiting for a thread; further ones are refused at once. (requests)
---@field switch_interval_us? integer How long one thread may keep the interpreter while another waits. (microseconds)
---@field backlog_bytes? integer Bytes the client has not read yet; above this, progress and log messages are dropped. (bytes)
---@field turn_warning_ms? integer A turn of the loop longer than this is logged. (milliseconds)
---@field stop_grace_ms? integer After a reason to stop, what is still running has this long before the process ends. (milliseconds)
---@field parent_poll_ms? integer How often it is looked whether the editor's process still lives. (milliseconds)
---@field watch_debounce_ms? integer Quiet time after a change on disk before the index is refreshed. (milliseconds)
---@field progress_every_ms? integer Least time between two progress reports of one piece of work. (milliseconds)
---@field progress_after_ms? integer A refresh that follows a change shows progress only when it takes longer than this. (milliseconds)
---@field rescan_ms? integer How often the disk is looked at unasked when the client does not watch it; less often where a look takes long. (milliseconds)
---@field rescan_watched_ms? integer The same for a client that watches: its events get lost in floods. (milliseconds)
---@field rescan_share? integer Looking unasked takes at most one part in so many of the time.

---@class helix.Settings.cli
---@field batch_roots? integer Workspaces that a batch keeps open at once; the one unused for longest is closed. (workspaces)
---@field batch_fresh_seconds? number A batch looks at the files of a root again when its last look is older than this. (seconds)
---@field batch_line_bytes? integer A longer request line is refused, and the batch goes on. (bytes)

---@class helix.Settings.session
---@field git_seconds? number A git command that takes longer is stopped and the folder walk takes over. (seconds)
---@field parse_seconds? number A file whose extraction in a worker takes longer is left out, with this as the reason. (seconds)
---@field racy_seconds? number A file touched this shortly before the last scan is read again although its size and time are the same. (seconds)
---@field follow_seconds? number How long a reader waits for the first generation of an index that another process is building. (seconds)
---@field read_max_bytes? integer Larger files are not read to cite from, either. (bytes)
---@field batch_bytes? integer A commit is made early when the facts waiting for it are larger. (bytes)
---@field ignore_max_bytes? integer Rules beyond this in one ignore file are not applied outside git, with a problem. (bytes)
---@field ignore_component_stars? integer An ignore rule with more stars than this in one component is not applied outside git, with a problem. (stars)
---@field memory_seconds? integer How long a clarification and what was picked are remembered. (seconds)
---@field memory_sessions? integer Sessions remembered; the one unseen longest goes first. (sessions)
---@field memory_choices? integer Picked options remembered in one session. (options)
---@field telemetry? boolean Count how answers ended, on this machine only; nothing is ever sent.
---@field telemetry_days? integer Days of counts that are kept. (days)

---@class helix.Settings.evaluate
---@field depth? integer How far down the list the target of a missed question is looked for. (hits)
---@field pack_questions? integer A file that quotes this many of the questions word for word is a test pack and no candidate. (questions)
---@field pack_words? integer Shorter questions do not count as quoted: a name occurs anywhere. (words)
---@field vocabulary_share? number A target that holds less of the question's weight than this, and that nothing found, speaks of it in other words.
---@field noise_share? number When this share of the hits above a target are tests, examples, generated or vendored files, they hide it.

---@type table<string, 'workspace'|'user'>
M.scopes = {
  ['index.max_file_bytes'] = 'workspace',
  ['index.max_data_file_bytes'] = 'workspace',
  ['index.max_files'] = 'workspace',
  ['index.max_total_bytes'] = 'workspace',
  ['index.max_facts_per_file'] = 'workspace',
  ['index.unit_lines'] = 'workspace',
  ['index.unit_split_lines'] = 'workspace',
  ['index.batch_files'] = 'workspace',
  ['index.workers'] = 'user',
  ['index.pool_from_files'] = 'workspace',
  ['index.exclude'] = 'workspace',
  ['index.cache_dir'] = 'user',
  ['index.max_units_per_file'] = 'workspace',
  ['index.max_unit_terms'] = 'workspace',
  ['index.kept_blobs'] = 'workspace',
  ['index.outline_cache'] = 'workspace',
  ['index.names_cache'] = 'workspace',
  ['index.unit_cache'] = 'workspace',
  ['index.text_heap_bytes'] = 'user',
  ['index.match_copies'] = 'workspace',
  ['index.match_most'] = 'workspace',
  ['index.busy_timeout_ms'] = 'workspace',
  ['search.longest_question'] = 'workspace',
  ['search.issue_from'] = 'workspace',
  ['search.most_terms'] = 'workspace',
  ['search.frame_weight'] = 'workspace',
  ['search.whole_weight'] = 'workspace',
  ['search.synonym_weight'] = 'workspace',
  ['search.position_decay'] = 'workspace',
  ['search.title_weight'] = 'workspace',
  ['search.prose_weight'] = 'workspace',
  ['search.code_weight'] = 'workspace',
  ['search.trace_weight'] = 'workspace',
  ['search.short_terms'] = 'workspace',
  ['search.feedback_weight'] = 'workspace',
  ['search.feedback_units'] = 'workspace',
  ['search.feedback_terms'] = 'workspace',
  ['search.feedback_below'] = 'workspace',
  ['search.rerank_pool'] = 'workspace',
  ['search.exact_files'] = 'workspace',
  ['search.exact_bytes'] = 'workspace',
  ['search.quoting_words'] = 'workspace',
  ['search.most_frames'] = 'workspace',
  ['search.frame_decay'] = 'workspace',
  ['search.k1'] = 'workspace',
  ['search.weight_name'] = 'workspace',
  ['search.weight_qualifier'] = 'workspace',
  ['search.weight_signature'] = 'workspace',
  ['search.weight_doc'] = 'workspace',
  ['search.weight_body'] = 'workspace',
  ['search.weight_path'] = 'workspace',
  ['search.norm_name'] = 'workspace',
  ['search.norm_qualifier'] = 'workspace',
  ['search.norm_signature'] = 'workspace',
  ['search.norm_doc'] = 'workspace',
  ['search.norm_body'] = 'workspace',
  ['search.pool_units'] = 'workspace',
  ['search.pool_paths'] = 'workspace',
  ['search.rrf_k'] = 'workspace',
  ['search.channel_lexical'] = 'workspace',
  ['search.channel_symbol'] = 'workspace',
  ['search.channel_path'] = 'workspace',
  ['search.channel_fuzzy'] = 'workspace',
  ['search.channel_trace'] = 'workspace',
  ['search.channel_quoted'] = 'workspace',
  ['search.channel_tracked'] = 'workspace',
  ['search.fuzzy_cutoff'] = 'workspace',
  ['search.fuzzy_names'] = 'workspace',
  ['search.scan_files'] = 'workspace',
  ['search.rank_units'] = 'workspace',
  ['search.rank_fused'] = 'workspace',
  ['search.rank_name'] = 'workspace',
  ['search.rank_defines_short'] = 'workspace',
  ['search.rank_defines_long'] = 'workspace',
  ['search.rank_stem'] = 'workspace',
  ['search.rank_precise_short'] = 'workspace',
  ['search.rank_precise_long'] = 'workspace',
  ['search.rank_mentioned'] = 'workspace',
  ['search.rank_symbol'] = 'workspace',
  ['search.rank_covers'] = 'workspace',
  ['search.rank_used_short'] = 'workspace',
  ['search.rank_uses_short'] = 'workspace',
  ['search.rank_frame'] = 'workspace',
  ['search.rank_quoted'] = 'workspace',
  ['search.rank_literal'] = 'workspace',
  ['search.rank_beside'] = 'workspace',
  ['search.second_unit'] = 'workspace',
  ['search.third_unit'] = 'workspace',
  ['search.prefix_match'] = 'workspace',
  ['search.demote_test'] = 'workspace',
  ['search.demote_test_issue'] = 'workspace',
  ['search.demote_example'] = 'workspace',
  ['search.demote_generated'] = 'workspace',
  ['search.demote_docs'] = 'workspace',
  ['search.demote_docs_reason'] = 'workspace',
  ['search.demote_docs_issue'] = 'workspace',
  ['search.demote_config'] = 'workspace',
  ['search.demote_config_asked'] = 'workspace',
  ['search.demote_unquoted'] = 'workspace',
  ['search.demote_quoting'] = 'workspace',
  ['search.demote_entry'] = 'workspace',
  ['search.demote_platform'] = 'workspace',
  ['search.demote_bodiless'] = 'workspace',
  ['search.place_class'] = 'workspace',
  ['search.place_module'] = 'workspace',
  ['search.place_holder'] = 'workspace',
  ['search.per_file'] = 'workspace',
  ['search.spread_from'] = 'workspace',
  ['search.more_places'] = 'workspace',
  ['search.collaborators'] = 'workspace',
  ['search.collaborators_from'] = 'workspace',
  ['search.diversity'] = 'workspace',
  ['search.diversity_pool'] = 'workspace',
  ['align.least_score'] = 'workspace',
  ['align.falloff'] = 'workspace',
  ['align.tie'] = 'workspace',
  ['align.max_candidates'] = 'workspace',
  ['align.max_same_word'] = 'workspace',
  ['align.lineage_depth'] = 'workspace',
  ['align.usage_units'] = 'workspace',
  ['align.usage_files'] = 'workspace',
  ['align.family_units'] = 'workspace',
  ['align.family_steps'] = 'workspace',
  ['align.usage_bytes'] = 'workspace',
  ['align.shown_usages'] = 'workspace',
  ['align.shown_tests'] = 'workspace',
  ['align.shown_documents'] = 'workspace',
  ['align.shown_others'] = 'workspace',
  ['align.longest_line'] = 'workspace',
  ['align.doc_chars'] = 'workspace',
  ['align.abbreviations'] = 'workspace',
  ['align.written_confidence'] = 'workspace',
  ['align.named_confidence'] = 'workspace',
  ['align.plain_confidence'] = 'workspace',
  ['align.pronoun_confidence'] = 'workspace',
  ['align.title_weight'] = 'workspace',
  ['align.neighbour_weight'] = 'workspace',
  ['align.kept_power'] = 'workspace',
  ['align.kept_ranks'] = 'workspace',
  ['align.most_spans'] = 'workspace',
  ['align.document_bytes'] = 'workspace',
  ['align.reanchor_bytes'] = 'workspace',
  ['drift.min_confidence'] = 'workspace',
  ['drift.history'] = 'workspace',
  ['drift.history_commits'] = 'workspace',
  ['drift.history_seconds'] = 'user',
  ['drift.introduced_most'] = 'workspace',
  ['drift.sure_owner_lost'] = 'workspace',
  ['drift.sure_path_gone'] = 'workspace',
  ['drift.sure_name_gone'] = 'workspace',
  ['drift.sure_owner_lacks'] = 'workspace',
  ['drift.sure_doubtful'] = 'workspace',
  ['drift.sure_last_used'] = 'workspace',
  ['drift.sure_no_owner'] = 'workspace',
  ['drift.sure_nowhere'] = 'workspace',
  ['drift.suggest_likeness'] = 'workspace',
  ['drift.suggest_most'] = 'workspace',
  ['drift.ignore_paths'] = 'workspace',
  ['drift.ignore_words'] = 'workspace',
  ['ask.hits'] = 'workspace',
  ['ask.evidence_share'] = 'workspace',
  ['ask.evidence_alone'] = 'workspace',
  ['ask.evidence_alone_short'] = 'workspace',
  ['ask.evidence_strength'] = 'workspace',
  ['ask.evidence_strength_short'] = 'workspace',
  ['ask.unknown_words'] = 'workspace',
  ['ask.defined_names'] = 'workspace',
  ['ask.whole_names'] = 'workspace',
  ['ask.evidence_words'] = 'workspace',
  ['ask.cards'] = 'workspace',
  ['ask.fall_off'] = 'workspace',
  ['ask.sentence_fall_off'] = 'workspace',
  ['ask.quote_chars'] = 'workspace',
  ['ask.places'] = 'workspace',
  ['ask.steps'] = 'workspace',
  ['ask.entry_points'] = 'workspace',
  ['ask.documents'] = 'workspace',
  ['plan.explicit_score'] = 'workspace',
  ['plan.concept_score'] = 'workspace',
  ['plan.topic_score'] = 'workspace',
  ['plan.name_score'] = 'workspace',
  ['plan.hint_score'] = 'workspace',
  ['plan.topic_boost'] = 'workspace',
  ['plan.high_from'] = 'workspace',
  ['plan.medium_from'] = 'workspace',
  ['plan.known_words'] = 'workspace',
  ['plan.known_share'] = 'workspace',
  ['plan.code_words'] = 'workspace',
  ['plan.everyday_paths'] = 'workspace',
  ['plan.hints'] = 'workspace',
  ['plan.hint_words'] = 'workspace',
  ['plan.hint_chars'] = 'workspace',
  ['plan.queries'] = 'workspace',
  ['plan.sub_questions'] = 'workspace',
  ['plan.hard_concepts'] = 'workspace',
  ['plan.concept_share'] = 'workspace',
  ['plan.request_slots'] = 'workspace',
  ['plan.soft_slots'] = 'workspace',
  ['plan.aliases'] = 'workspace',
  ['plan.criteria'] = 'workspace',
  ['plan.must_include'] = 'workspace',
  ['plan.clarify_chars'] = 'workspace',
  ['plan.plan_chars'] = 'workspace',
  ['control.mode'] = 'workspace',
  ['control.steps'] = 'workspace',
  ['control.queries'] = 'workspace',
  ['control.query_hits'] = 'workspace',
  ['control.extra_share'] = 'workspace',
  ['control.preflight_docs'] = 'workspace',
  ['control.sense_places'] = 'workspace',
  ['control.sense_spans'] = 'workspace',
  ['control.dominance'] = 'workspace',
  ['control.density_share'] = 'workspace',
  ['control.repo_confidence'] = 'workspace',
  ['control.high_confidence'] = 'workspace',
  ['control.medium_confidence'] = 'workspace',
  ['trees.enabled'] = 'workspace',
  ['trees.files'] = 'workspace',
  ['trees.resolvers'] = 'workspace',
  ['trees.file_max_bytes'] = 'workspace',
  ['trees.forest_max_bytes'] = 'workspace',
  ['trees.max_trees'] = 'workspace',
  ['trees.max_nodes'] = 'workspace',
  ['trees.max_cards'] = 'workspace',
  ['trees.card_units'] = 'workspace',
  ['trees.card_bytes'] = 'workspace',
  ['trees.card_ratio'] = 'workspace',
  ['trees.weight_id'] = 'workspace',
  ['trees.weight_slug'] = 'workspace',
  ['trees.weight_title'] = 'workspace',
  ['trees.weight_tags'] = 'workspace',
  ['trees.weight_excerpt'] = 'workspace',
  ['trees.weight_body'] = 'workspace',
  ['trees.title_bonus'] = 'workspace',
  ['trees.concept_same'] = 'workspace',
  ['trees.concept_inside'] = 'workspace',
  ['trees.lock_bonus'] = 'workspace',
  ['trees.pack_trees'] = 'workspace',
  ['trees.pack_score'] = 'workspace',
  ['trees.pack_ratio'] = 'workspace',
  ['trees.walk_mode'] = 'workspace',
  ['trees.excerpt_chars'] = 'workspace',
  ['trees.hint_terms'] = 'workspace',
  ['trees.bind_max_bytes'] = 'workspace',
  ['trees.bind_guess_bytes'] = 'workspace',
  ['trees.bind_records'] = 'workspace',
  ['trees.bind_lines'] = 'workspace',
  ['trees.bind_share'] = 'workspace',
  ['trees.max_locked'] = 'workspace',
  ['trees.max_sessions'] = 'workspace',
  ['verify.gates'] = 'workspace',
  ['verify.covered_share'] = 'workspace',
  ['verify.quantity_tolerance'] = 'workspace',
  ['verify.rounding'] = 'workspace',
  ['verify.quantity_rules'] = 'workspace',
  ['verify.unsupported_most'] = 'workspace',
  ['verify.slots_least'] = 'workspace',
  ['verify.words_least'] = 'workspace',
  ['verify.rattling_most'] = 'workspace',
  ['verify.narrow_pieces'] = 'workspace',
  ['verify.general_chars'] = 'workspace',
  ['verify.withheld_files'] = 'workspace',
  ['verify.same_statement'] = 'workspace',
  ['verify.returned_least'] = 'workspace',
  ['verify.returned_most'] = 'workspace',
  ['verify.interval_z'] = 'workspace',
  ['verify.audit_places'] = 'workspace',
  ['verify.audit_pieces'] = 'workspace',
  ['verify.audit_lines'] = 'workspace',
  ['verify.audit_least'] = 'workspace',
  ['model.provider'] = 'user',
  ['model.url'] = 'user',
  ['model.model'] = 'user',
  ['model.key_env'] = 'user',
  ['model.key_file'] = 'user',
  ['model.command'] = 'user',
  ['model.consent'] = 'user',
  ['model.proxy'] = 'user',
  ['model.ca_file'] = 'user',
  ['model.timeout'] = 'user',
  ['model.max_tokens'] = 'user',
  ['model.temperature'] = 'user',
  ['model.reply_max_bytes'] = 'user',
  ['model.prompt_chars'] = 'user',
  ['model.span_chars'] = 'user',
  ['model.spans'] = 'user',
  ['model.spans_per_file'] = 'user',
  ['model.carried'] = 'user',
  ['model.recited'] = 'user',
  ['model.sentence_chars'] = 'user',
  ['model.sentences'] = 'user',
  ['model.repeated'] = 'user',
  ['ide.found_sections'] = 'workspace',
  ['ide.completions'] = 'workspace',
  ['ide.linked_mentions'] = 'workspace',
  ['ide.references'] = 'workspace',
  ['serve.max_message_bytes'] = 'user',
  ['serve.max_header_bytes'] = 'user',
  ['serve.max_json_depth'] = 'user',
  ['serve.inbox_messages'] = 'user',
  ['serve.quick_workers'] = 'user',
  ['serve.slow_workers'] = 'user',
  ['serve.max_waiting'] = 'user',
  ['serve.switch_interval_us'] = 'user',
  ['serve.backlog_bytes'] = 'user',
  ['serve.turn_warning_ms'] = 'user',
  ['serve.stop_grace_ms'] = 'user',
  ['serve.parent_poll_ms'] = 'user',
  ['serve.watch_debounce_ms'] = 'user',
  ['serve.progress_every_ms'] = 'user',
  ['serve.progress_after_ms'] = 'user',
  ['serve.rescan_ms'] = 'user',
  ['serve.rescan_watched_ms'] = 'user',
  ['serve.rescan_share'] = 'user',
  ['cli.batch_roots'] = 'user',
  ['cli.batch_fresh_seconds'] = 'user',
  ['cli.batch_line_bytes'] = 'user',
  ['session.git_seconds'] = 'workspace',
  ['session.parse_seconds'] = 'workspace',
  ['session.racy_seconds'] = 'workspace',
  ['session.follow_seconds'] = 'workspace',
  ['session.read_max_bytes'] = 'workspace',
  ['session.batch_bytes'] = 'workspace',
  ['session.ignore_max_bytes'] = 'workspace',
  ['session.ignore_component_stars'] = 'workspace',
  ['session.memory_seconds'] = 'workspace',
  ['session.memory_sessions'] = 'workspace',
  ['session.memory_choices'] = 'workspace',
  ['session.telemetry'] = 'user',
  ['session.telemetry_days'] = 'user',
  ['evaluate.depth'] = 'workspace',
  ['evaluate.pack_questions'] = 'workspace',
  ['evaluate.pack_words'] = 'workspace',
  ['evaluate.vocabulary_share'] = 'workspace',
  ['evaluate.noise_share'] = 'workspace',
}

return M
