"""The one holder of changed texts: each follower takes the newest text of what changed since it looked."""

from __future__ import annotations

from helix_lsp.lsp.service.workspace_service import OpenTexts


def test_a_follower_gets_the_newest_text_of_each_path_in_the_order_of_the_last_changes():
    texts = OpenTexts()
    for path, data in (("a.py", b"1"), ("b.py", b"1"), ("a.py", b"2"), ("c.py", b"1"), ("c.py", None)):
        texts.put(path, data)
    changes, seen = texts.since(1)
    assert changes == [("b.py", b"1"), ("a.py", b"2"), ("c.py", None)]
    assert texts.since(seen) == ([], seen)
    texts.put("b.py", None)
    assert texts.since(seen)[0] == [("b.py", None)]
    assert texts.since(1)[0][-1] == ("b.py", None)  # another follower, further behind, is told too


def test_who_begins_is_told_what_is_open_and_not_what_was_closed():
    texts = OpenTexts()
    texts.put("a.py", b"1")
    texts.put("b.py", b"1")
    texts.put("a.py", None)
    assert texts.since(0)[0] == [("b.py", b"1")]


def test_a_follower_that_was_shown_an_older_text_is_told_the_newest_once_more():
    texts = OpenTexts()
    texts.put("a.py", b"newer")
    _, seen = texts.since(0)
    assert not texts.again_unless("a.py", b"newer")
    assert not texts.again_unless("closed.py", b"older")
    assert texts.since(seen)[0] == []
    assert texts.again_unless("a.py", b"older")
    assert texts.since(seen)[0] == [("a.py", b"newer")]
