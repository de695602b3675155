"""Tuning of composers: what a line must hold of a question to be told, and what is before what."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposeTuning:
    """How the extractive answers choose and order what they quote; shares are of the question's weight."""

    document_share: float = tuned(
        0.25, "Least share of the question's weight in a document's sentence that is quoted.", source=_HAND
    )
    adds: float = tuned(
        0.05, "Least share of the question's weight that a further line must add.", source=_HAND
    )
    most_of_it: float = tuned(
        0.5, "A line that holds at least this share of the question's weight stands first.", source=_HAND
    )
    content: float = tuned(0.3, "From this weight on, a word that stands nowhere is said to.", source=_HAND)
    reading_fall_off: float = tuned(
        3.5, "A passage whose score stands further behind the best one is not shown.", source=_HAND
    )
    carries: float = tuned(
        0.15,
        "Least share of the question's weight in a line of the second excerpt, which shows no others.",
        source="0.05 to 0.3 tried on 302 questions over 21 repositories; from 0.2 on facts are lost",
    )
    carries_last: float = tuned(
        0.3,
        "The same in the third excerpt and those below it.",
        source="0.15 to 0.5 tried on the same; with 0.5 a right answer more is lost",
    )
    carries_first: float = tuned(
        0.01,
        "The same in the first excerpt, whose other lines go only where they say nothing.",
        source="any word of the question: facts stand beside its words",
    )
    carries_whole: float = tuned(
        0.6,
        "What a line of a whole definition must hold of the question, as a share of what its best line holds.",
        source=_HAND,
    )
    third_adds: float = tuned(
        0.008,
        "Least worth of a word of the third excerpt: the share that the excerpt adds, and that it holds, by its words.",
        source="138 questions, without and with meaning: at 0.008 one right answer less and 3 words, at 0.012 two less each; at 0 it is always shown",
    )
    third_fit: float = tuned(
        1.0,
        "What the share that a third excerpt holds is worth beside the share that it adds.",
        source="138 questions: at 0.5 three right answers more are lost; what it adds alone tells nothing of the 14 that are right by it",
    )
    place_adds: float = tuned(
        0.1,
        "Least share that the line of a further place must add to be shown with it.",
        source="138 questions: at 0.05 and at 0.1 the same answers are right",
    )
    prose_first: int = tuned(
        50,
        "Words of a document that may stand around the marked sentence of the first excerpt.",
        source="138 questions: at 40 one first segment is lost, from 50 on none",
        unit="words",
    )
    prose_next: int = tuned(
        15,
        "The same in the excerpts below it.",
        source="138 questions: at 30 the same answers are right with 9 words more",
        unit="words",
    )
    same_excerpt: float = tuned(0.8, "Share of an excerpt's lines that a copy of it has.", source=_HAND)
    value_share: float = tuned(
        0.36,
        "Least share of the question's weight around the line that gives a value of the sort asked for.",
        source="31 leads of 21 repositories: from 0.3 to 0.36 four wrong ones go, and none that is right",
    )
    value_share_told: float = tuned(
        0.45, "The same for a sentence of a document or a comment.", source="the same: two wrong ones go"
    )
    value_share_sure: float = tuned(
        0.5,
        "Share from which a line that gives the value can be a strong answer.",
        source="26 leads of 438 questions: below it 4 of 6 are wrong, of the others 1 of 20 is",
    )
    premise_share: float = tuned(
        0.2,
        "Least share of the question's weight around a line that speaks of what it takes for granted.",
        source=_HAND,
    )
    agrees: float = tuned(
        0.5, "A line with this share of what the best one holds can contradict it.", source=_HAND
    )
    row_fit: float = tuned(
        0.4,
        "Least share of the weight of what an order is asked of in the label of a row that is told.",
        source=_HAND,
    )
    course_found: float = tuned(
        2.0, "What a call of what was found is worth beside any other, where a course begins.", source=_HAND
    )
    course_start: float = tuned(
        10.0, "What it is worth that a definition holds the words for where a course begins.", source=_HAND
    )
    course_end: float = tuned(
        4.0, "What it is worth that a course leads to the words for its end.", source=_HAND
    )
    course_covers: float = tuned(
        4.0, "What it is worth that the calls of a course hold the words of the question.", source=_HAND
    )
    course_way: float = tuned(
        0.3, "What a definition is worth that leads to the end beside one that holds words.", source=_HAND
    )
    course_near: float = tuned(
        0.7, "A definition on the way is told from this share of what the best one is worth.", source=_HAND
    )
    course_facade: float = tuned(
        6.0, "What it is worth that a named start leads to another definition of its name.", source=_HAND
    )
    course_least: float = tuned(
        0.15, "Below this share nothing is told on the way, whatever else there is.", source=_HAND
    )
    course_passive: float = tuned(
        4.0,
        "How much less a constructor is worth as a start: it names everything and does nothing.",
        source=_HAND,
    )
    course_under: float = tuned(
        0.7, "What words of the question in its condition are worth beside those in a call.", source=_HAND
    )
    course_less: float = tuned(
        0.05, "How much less of the words for the beginning a definition further up may hold.", source=_HAND
    )
    course_behind: float = tuned(
        5.0, "How far the course that begins further up may stand behind.", source=_HAND
    )
    course_reached: float = tuned(
        0.5, "Least share of the words for its end in a call that ends a course.", source=_HAND
    )
    course_stage: float = tuned(
        0.25, "Least share of the question's weight in a definition that is told on the way.", source=_HAND
    )
    in_a_row: float = tuned(
        0.5, "What one of a row of calls of the same thing is worth: they are an order.", source=_HAND
    )
    leads_on: float = tuned(
        0.3,
        "What a step that calls many things, which are named in the question, is worth beside one whose own name is in it.",
        source=_HAND,
    )
    tree_fit: float = tuned(
        0.4, "Least share of a node's title that a question must say for its tree to be shown.", source=_HAND
    )


COMPOSE = ComposeTuning()
"""The one record of these: they are read where no configuration is at hand."""
