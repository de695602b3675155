"""The classes above a standard exception of a language: what closes a lineage that leaves the repository there.

Python's own are asked of the interpreter; the others are written down, one chain a line.
"""

from __future__ import annotations

import builtins
from functools import cache

from helix_lsp.align.lineage import bases_of
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.regex import regex
from helix_lsp.verify.facts.subject import named

_CHAINS = {
    "ruby": """
        StandardError Exception
        ArgumentError StandardError
        EncodingError StandardError
        FiberError StandardError
        IOError StandardError
        EOFError IOError
        IndexError StandardError
        KeyError IndexError
        StopIteration IndexError
        LocalJumpError StandardError
        NameError StandardError
        NoMethodError NameError
        RangeError StandardError
        FloatDomainError RangeError
        RegexpError StandardError
        RuntimeError StandardError
        FrozenError RuntimeError
        SecurityError Exception
        SystemCallError StandardError
        ThreadError StandardError
        TypeError StandardError
        ZeroDivisionError StandardError
        ScriptError Exception
        LoadError ScriptError
        SyntaxError ScriptError
        NoMemoryError Exception
        SystemExit Exception
        Interrupt SignalException
        Hash Object
        Array Object
        String Object
        Module Object
        SignalException Exception
    """,
    "php": """
        Exception Throwable
        ErrorException Exception
        Error Throwable
        TypeError Error
        ArgumentCountError TypeError
        ValueError Error
        ArithmeticError Error
        LogicException Exception
        BadFunctionCallException LogicException
        BadMethodCallException BadFunctionCallException
        DomainException LogicException
        InvalidArgumentException LogicException
        LengthException LogicException
        OutOfRangeException LogicException
        RuntimeException Exception
        OutOfBoundsException RuntimeException
        OverflowException RuntimeException
        RangeException RuntimeException
        UnderflowException RuntimeException
        UnexpectedValueException RuntimeException
        JsonException Exception
    """,
    "java": """
        Exception Throwable
        Error Throwable
        RuntimeException Exception
        IOException Exception
        UncheckedIOException RuntimeException
        EOFException IOException
        FileNotFoundException IOException
        InterruptedIOException IOException
        SocketTimeoutException InterruptedIOException
        IllegalArgumentException RuntimeException
        NumberFormatException IllegalArgumentException
        IllegalStateException RuntimeException
        UnsupportedOperationException RuntimeException
        NullPointerException RuntimeException
        ClassCastException RuntimeException
        ArithmeticException RuntimeException
        IndexOutOfBoundsException RuntimeException
        NoSuchElementException RuntimeException
        ConcurrentModificationException RuntimeException
        InterruptedException Exception
        TimeoutException Exception
        AssertionError Error
    """,
    "c_sharp": """
        SystemException Exception
        ApplicationException Exception
        AggregateException Exception
        ArgumentException SystemException
        ArgumentNullException ArgumentException
        ArgumentOutOfRangeException ArgumentException
        InvalidOperationException SystemException
        ObjectDisposedException InvalidOperationException
        NotSupportedException SystemException
        NotImplementedException SystemException
        FormatException SystemException
        IOException SystemException
        TimeoutException SystemException
        OperationCanceledException SystemException
    """,
    "javascript": """
        TypeError Error
        RangeError Error
        SyntaxError Error
        ReferenceError Error
        URIError Error
        EvalError Error
        AggregateError Error
        EventTarget Object
    """,
}  # fmt: skip
_SAME = {"kotlin": "java", "typescript": "javascript", "tsx": "javascript"}
_ROOTS = frozenset({"Exception", "Throwable", "Error", "Object", "object", "BasicObject"})


def standard_bases(name: str, language: str) -> tuple[str, ...] | None:
    """Names of the classes above a standard one, nearest first; None where the class is not known here."""
    last = name.replace("\\", ".").replace("::", ".").rpartition(".")[2]
    if language == "python":
        found = getattr(builtins, last, None)
        return tuple(c.__name__ for c in found.__mro__[1:]) if isinstance(found, type) else None
    above = _above(_SAME.get(language, language))
    out: list[str] = []
    while last in above:
        last = above[last]
        out.append(last)
    return tuple(out) if out or (last in _ROOTS and above) else None


@cache
def _above(language: str) -> dict[str, str]:
    lines = _CHAINS.get(language, "").strip().splitlines()
    return {line.split()[0]: line.split()[1] for line in lines}


# What is above a class by name, in the project and in the standard library of its language.

_LAST = regex(r"\.|::|#|\\")
_DEPTH = 8


def names_above(name: str, language: str, live: Live) -> set[str]:
    """Names of all classes above one, as far as they are known."""
    out = set(standard_bases(name, language) or ())
    line: list[Defined] = list(named(name, live.snapshot))
    for _ in range(_DEPTH):
        above: list[Defined] = []
        for one in line:
            for written, holder in bases_of(one, live.snapshot):
                last = _LAST.split(written)[-1]
                if last not in out:
                    out.add(last)
                    out.update(standard_bases(last, language) or ())
                    above += [holder] if holder is not None else []
        line = above
    return out
