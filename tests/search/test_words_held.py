"""Behind the first files of a sentence, those come first that hold what the files above do not."""

from __future__ import annotations

from helix_lsp.search.search import Results
from tests.search.world import ask, paths, world_of

ASKED = "How does the billing engine compute monthly invoice totals and then archive the ledger snapshot for auditors"
CROWD = "".join(
    f"//- /billing/part_{i}.py\ndef monthly_invoice_totals_{i}():\n    # the billing engine does compute monthly invoice totals\n    return {i}\n"
    for i in range(9)
)
SHELVES = "".join(f"    shelf_{i} = door_{i} + {i}\n" for i in range(40))
ASIDE = "//- /aside.py\n" + "".join(
    f"def window_{i}():\n    return {i}\n" for i in range(200)
)  # makes the words of the crowd rare
OTHER = f"//- /vault.py\ndef keep():\n    # what auditors ask for\n{SHELVES}    return 1\n{ASIDE}"


def _of(results: Results, path: str) -> dict[str, float]:
    return {
        f.name: f.contribution for hit in results.hits if hit.place.path == path for f in hit.why.features
    }


def test_a_file_with_a_word_of_its_own_passes_those_that_repeat_the_others() -> None:
    with world_of(CROWD + OTHER) as world:
        turned = ask(world, ASKED, words_share=0.9)
        plain = ask(world, ASKED, words_share=0.0)
    assert turned.query.shape == "sentence"
    assert paths(plain).index("vault.py") > 5
    assert paths(turned)[:5] == paths(plain)[:5]
    assert paths(turned)[5] == "vault.py"
    assert sorted(paths(turned)) == sorted(paths(plain))


def test_scores_fall_in_the_new_order_and_the_reason_adds_up() -> None:
    with world_of(CROWD + OTHER) as world:
        turned = ask(world, ASKED, words_share=0.9)
    scores = [hit.score for hit in turned.hits]
    assert scores == sorted(scores, reverse=True)
    why = next(hit.why for hit in turned.hits if hit.place.path == "vault.py")
    assert _of(turned, "vault.py")["words held"] > 0
    total = sum(f.contribution for f in why.features)
    for _, factor in why.demotions:
        total *= factor
    assert abs(total - scores[paths(turned).index("vault.py")]) < 1e-5


def test_keywords_and_short_lists_stay_as_they_are() -> None:
    with world_of(CROWD + OTHER) as world:
        short = ask(world, "monthly invoice archive", words_share=1.0)
        assert short.query.shape == "keywords"
        assert paths(short) == paths(ask(world, "monthly invoice archive", words_share=0.0))
        five = paths(ask(world, ASKED, k=5, words_share=1.0))
        assert five == paths(ask(world, ASKED, k=5, words_share=0.0))


def test_a_longer_list_begins_with_the_shorter_one() -> None:
    with world_of(CROWD + OTHER) as world:
        assert (
            paths(ask(world, ASKED, k=7, collaborators=0))
            == paths(ask(world, ASKED, k=10, collaborators=0))[:7]
        )
