"""A quotation of code that stands in the cited bytes is carried, whatever words and brackets the code has;
what is said beside it is weighed.
"""

from __future__ import annotations

import time

import pytest

from helix_lsp.text.sentences import code_spans
from helix_lsp.verify.read_claims import Address, read_claims
from helix_lsp.verify.support import support

KEPT = "        *self.task.lock().await = Some(handle);\n        Ok(())"
ASKED = "pub fn retries(&self) -> Optional<Limit> {\n    jobs.every(|job| job.required)"
FIND = "defp version_lt?({maj1, min1}, {maj2, min2}) do"
WRAPPED = "  * Shapes a claim result into the worker's `[jobData, id,\n  * rateLimitDelay]` tuple."

CARRIED = [
    ("`*self.task.lock().await = Some(handle);`", KEPT, ()),
    ("The lock of `self.task` is awaited: `*self.task.lock().await = Some(handle);`", KEPT, ()),
    ("The handle of the task is behind the lock of self.", KEPT, ()),  # `some handle` is not what the code says
    ("The limit of the retries: `Optional<Limit>`.", ASKED, ()),
    ("Every job is required.", ASKED, ()),
    ("`Version.version_lt?` (function): `" + FIND + "`", FIND, ("v.ex", "Version.version_lt?\na function")),
    ("`Version.version_lt?` is a function in `Version`.", FIND, ("v.ex", "Version.version_lt?\na function", "Version\na module")),
    ("`Order.operator< (x)` is there.", "bool operator<(x) is there", ("o.h", "Order.operator< (x)\na method")),
    ("`Job.extend_lock` (method): `\"could not extend lock\",`", '"could not extend lock",', ("job.rs", "Job.extend_lock\na method")),
    ("calls `Worker.handle_job_failed`: Handle a failed job or move it.", "self.handle_job_failed(job)\n/// Handle a failed job or move it.",
     ("w.rs", "Worker.handle_job_failed\na method")),
    ("Shapes a claim result into the worker's `[jobData, id, rateLimitDelay]` tuple.", WRAPPED, ()),
    ("``await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);``", "  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);", ()),
    ("Fields specific to VTags.", "Fields specific to\n[VTag](crate::virtual_dom::VTag)s", ()),
]  # fmt: skip

NOT_CARRIED = [
    ("`*self.task.lock().await = Some(handles);`", KEPT, (), "does not stand"),
    ("The lock of `self.task` is never awaited: `*self.task.lock().await = Some(handle);`", KEPT, (), "negation"),
    ("`Version.version_gt?` is a function in `Version`.", FIND, ("v.ex", "Version.version_lt?\na function"), "version_gt"),
    ("`Version.version_lt?` (class): `" + FIND + "`", FIND, ("v.ex", "Version.version_lt?\na function"), "is a function"),
    ("`all` jobs are retried.", "Some jobs are retried.", (), "some job"),
    ("All jobs are retried.", "Some jobs are retried.", (), "some job"),
    ("All jobs are retried.", "The jobs are retried.", (), "stronger"),
    ("`reducer` calls `store`.", "`store` calls `reducer`.", (), "is"),
    ("`Job.extend_lock` cannot extend the lock.", "extend_lock: the lock is extended", ("job.rs", "Job.extend_lock\na method"), "negation"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "cited", "around"), CARRIED)
def test_code_quoted_word_for_word_is_carried(sentence: str, cited: str, around: tuple[str, ...]):
    told = support(sentence, (cited,), around)
    assert told.supported, told.reason


@pytest.mark.parametrize(("sentence", "cited", "around", "why"), NOT_CARRIED)
def test_what_is_said_with_a_quotation_is_weighed(
    sentence: str, cited: str, around: tuple[str, ...], why: str
):
    told = support(sentence, (cited,), around)
    assert not told.supported
    assert why in told.reason


@pytest.mark.parametrize(
    ("text", "claim", "cites"),
    [
        ('It is `url: "redis://localhost:6379"` (conf/redis.exs:7).', 'It is `url: "redis://localhost:6379"`', [("conf/redis.exs", 7)]),
        ("The proxy is `http://proxy.example.org:8080/x`, by default (a/b.py:3)", "The proxy is `http://proxy.example.org:8080/x`, by default",
         [("a/b.py", 3)]),
        ("It listens at http://0.0.0.0:5000 now (a/b.py:3)", "It listens at http://0.0.0.0:5000 now", [("a/b.py", 3)]),
        ("`let x = Some(a). Or(b)? Then { c(1) }` (a/b.rs:3)", "`let x = Some(a). Or(b)? Then { c(1) }`", [("a/b.rs", 3)]),
        ("`` `x` of (a/b.py:1) `` is quoted (a/b.py:3)", "`` `x` of (a/b.py:1) `` is quoted", [("a/b.py", 3)]),
        ("The pool is closed (`a/b.py:3`).", "The pool is closed", [("a/b.py", 3)]),
        ("The pool is closed `a/b.py:3`, `c/d.py:4`", "The pool is closed `a/b.py:3`, `c/d.py:4`", [("a/b.py", 3), ("c/d.py", 4)]),
    ],
)  # fmt: skip
def test_a_quotation_is_not_cut_and_cites_nothing(text: str, claim: str, cites: list[tuple[str, int]]):
    (stated,) = read_claims(text)
    assert stated.text == claim
    assert list(stated.cites) == [Address(path=path, first=line, last=line) for path, line in cites]


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("`a` and ``b ` c`` and ``` `` ```", ["a", "b ` c", "``"]),
        ("`a\nb and `c`", ["c"]),
        ("``a` b `c`", [" b "]),
        ("no ` end", []),
        ("", []),
    ],
)
def test_spans_close_with_a_run_of_their_length(text: str, inner: list[str]):
    assert [span.inner for span in code_spans(text)] == inner


def test_runs_that_never_close_cost_no_more_than_their_length():
    def seconds(size: int) -> float:
        text = " ".join("`" * n for n in range(1, size))
        best = 1e9
        for _ in range(5):
            began = time.perf_counter()
            assert code_spans(text) == ()
            best = min(best, (time.perf_counter() - began) / len(text))
        return best

    short, long = seconds(60), seconds(600)
    assert long < 6 * short, f"{short * 1e9:.1f} and {long * 1e9:.1f} ns a character"
