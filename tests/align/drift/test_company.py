"""What speaks for a finding beside its removal: whom a younger text names, and what the program's own code has."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import Gone
from tests.align.drift.test_declared import Past, found
from tests.align.drift.test_judge import Past as Removed
from tests.align.drift.test_judge import verdicts, went


def test_a_younger_text_that_names_an_owner_or_a_family_of_ours_is_an_alarm() -> None:
    member = Gone(commit="c" * 40, time=100, path="kiln/oven.py", defined=True, owner="Oven")
    taken = went("kiln/oven.py", renamed="Gas")
    past = Removed(
        {"grill_it": member, "GlazeGrammar": went("kiln/oven.py"), "OldGas": taken}, since=200, whole=True
    )
    assert verdicts("An `OldGas`.\n", past) == [("OldGas", "stale", "A")]
    assert verdicts("Call `Oven.grill_it`.\n", past) == [("Oven.grill_it", "stale", "A")]
    assert verdicts("A `GlazeGrammar`.\n", past)[-1] == ("GlazeGrammar", "stale", "B")
    kin = " ".join(f"`{part}Grammar`" for part in ("Door", "Fire", "Clay", "Hinge", "Floor"))
    assert verdicts(f"Beside {kin} is a `GlazeGrammar`.\n", past)[-1] == ("GlazeGrammar", "stale", "A")


def test_what_another_declaration_may_have_is_not_gone() -> None:
    assert found("`kiln cool pot`", Past(sub_cool=""), **{"kilns.js": "task('cool', [])\n"}) == []
    assert found("`yarn kiln`", Past(run_kiln="")) == []  # its own program


@pytest.mark.parametrize(
    ("path", "code", "many"),
    [
        ("completion/kiln.bash", "opts='--expose-all --warm'\n", 1),
        ("ci.yml", "run: kiln --expose-all\n", 1),
        ("src/a.js", "// was --expose-all\nlet x = 1\n", 1),
        ("src/a.js", "run('--expose-all')\n", 0),
        ("src/a.js", "let exposeAll = 1\n", 0),  # a parser may make it of this
    ],
)
def test_an_option_lives_in_the_code_of_its_program_alone(path: str, code: str, many: int) -> None:
    assert len(found("`--expose-all`", Past(**{"option_--expose-all": ""}), **{path: code})) == many
