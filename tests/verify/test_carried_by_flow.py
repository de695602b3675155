"""What carries a sentence beyond the line it is about: where a value came from, the condition of the step itself and
not of another one, names that are ordinary words, and what a sentence says that something makes happen.
"""

from __future__ import annotations

import re

import pytest

from helix_lsp.verify.support import support

OPEN = """    def open(self, other):
        s = self.make_signer(other)
        if s is None:
            return None
        val = other.cookies.get("id")
        if not val:
            return Session()
        try:
            return Session(s.loads(val))
        except BadSignature:
            return Session()
"""
MERGE = """    def visit(self, other):
        if not other:
            return
        while True:
            answer = self.ask(other)
            if not answer.has_page:
                return answer
            if self.strict:
                self.log(answer)
            else:
                self.kept = answer
                return answer
"""
CLOSE = """    def close(self):
        self.flush_buffer()
        self.inner.close()
"""
COUNT = """func ExactArgs(n int) PositionalArgs {
	return func(cmd *Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("accepts %d args, received %d", n, len(args))
		}
		return nil
	}
}
"""
TAKE = """    def take(self, key):
        while self.heap:
            item = self.heap.pop()
            if item != key:
                return item
        return self.fallback
"""
SAME = """    public boolean handles(Level level) {
        return level.value >= this.least.value;
    }
"""
GUARDED = """    def guarded(work):
        try:
            return work()
        except Exception:
            pass
        return None
"""
STATUS = """func answer(opts Options) int {
	statusCode := opts.StatusCode
	if statusCode == 0 {
		statusCode = http.StatusTooManyRequests
	}
	return statusCode
}
"""
FLUSH = """function flush(streams) {
  for (const stream of streams) {
    if (typeof stream.flushSync === 'function') {
      stream.flushSync()
    }
  }
}
"""
LARGER = """func commit(leader uint64, last uint64) uint64 {
	index := min(leader, last)
	return index
}
"""
HELD = """    def settle(self, tasks):
        if all(t.skipped for t in tasks):
            self.mark = None
            return self.done
        self.process(tasks)
        raise Handled
"""


@pytest.mark.parametrize(
    ("sentence", "text", "label"),
    [
        # a variable stands for what it was made from
        ("`open` returns `None` if there is no signer.", OPEN, "carried"),
        ("`open` returns an empty session if there is no signer.", OPEN, "against"),
        ("`open` returns `None` if there is a signer.", OPEN, "against"),
        ("If the cookie has no value, a session is returned.", OPEN, "carried"),
        # a name that is a word which says nothing
        ("If `other` is empty, `visit` returns right away.", MERGE, "carried"),
        ("`visit` returns early unless `other` is empty.", MERGE, "against"),
        # a step that stands under another condition as well
        ("If the answer has no page it is returned.", MERGE, "carried"),
        # the name of the place is not what is done there
        ("`close` flushes the buffer before it closes the inner one.", CLOSE, "carried"),
        ("`close` closes the inner one before it flushes the buffer.", CLOSE, "against"),
        # what makes something happen is its condition
        ("Any number of arguments other than `n` makes `ExactArgs` return an error.", COUNT, "carried"),
        ("Exactly `n` arguments make `ExactArgs` return an error.", COUNT, "open"),
        # what follows a loop runs when its condition no longer holds
        ("`take` returns the fallback when the heap is empty.", TAKE, "carried"),
        ("`take` returns the fallback unless the heap is empty.", TAKE, "against"),
        # a condition that is given back is true where it holds
        ("`handles` returns true if the level value is at least the least value.", SAME, "carried"),
        ("`handles` returns false if the level value is at least the least value.", SAME, "against"),
        # a block that catches whatever is raised
        (
            "`guarded` calls the work so that any exception it raises is swallowed and `None` is returned.",
            GUARDED,
            "carried",
        ),
        (
            "`guarded` calls the work so that any exception it raises is logged and `None` is returned.",
            GUARDED,
            "against",
        ),
        # a number that nobody set
        (
            "If no status code is given, the status code is set to `http.StatusTooManyRequests`.",
            STATUS,
            "carried",
        ),
        (
            "If a status code is given, the status code is set to `http.StatusTooManyRequests`.",
            STATUS,
            "against",
        ),
        # what is skipped is not done
        ("Streams without a `flushSync` function are skipped.", FLUSH, "carried"),
        ("Streams with a `flushSync` function are skipped.", FLUSH, "open"),
        ("The index is the larger of the leader and the last index.", LARGER, "against"),
        ("`settle` returns what is done if all of the tasks are skipped.", HELD, "carried"),
        ("`settle` returns what is done if any of the tasks is skipped.", HELD, "open"),
        # each part of what is done stands under the condition
        ("If all tasks are skipped, `settle` processes the tasks and returns what is done.", HELD, "against"),
        ("`Handled` is raised only after the tasks were processed.", HELD, "carried"),
        ("The tasks were processed only after `Handled` is raised.", HELD, "against"),
    ],
)
def test_what_carries_a_sentence(sentence: str, text: str, label: str) -> None:
    name = re.search(r"(?:def|func|function|boolean) (\w+)\(", text)
    assert name is not None
    told = support(sentence, (text,), ("src/session.py", f"Store.{name[1]}\na method"))
    assert told.label == label, (told.rule, told.reason)
