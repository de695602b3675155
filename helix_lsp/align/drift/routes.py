"""The routes that one file declares, as `GET /api/users/{}`; `* /x` for any method, `+ /api` for what other
routes are mounted below.

Read from the text: the literal beside a word that declares routes (Flask, FastAPI, Starlette, aiohttp,
Tornado, Django, Express, Koa, Fastify, hapi, gin, chi, net/http, axum, actix, Spring, JAX-RS, Nest, ASP.NET,
Rails, Laravel, Ktor, OpenAPI files). A prefix is joined where the same file shows it: of the variable that
the router stands in, or of the class around it. A parameter is `{}`, a rest of any length `{*}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.text.pieces import pieces

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_ANY, _MOUNT = "*", "+"
_OPENING = frozenset(
    {"group", "mount", "nest", "nest_service", "use", "register", "scope", "pathprefix", "mapgroup"}
)
_HINT = re.compile(
    rb"(?i)\broute|\.(?:get|post|put|patch|delete|any|all|group|mount|nest|use)\s*\(|handle(?:func)?\(|mapping\(|blueprint|@path|\[http|"
    rb"@(?:controller|get|post|put|patch|delete)\(|\bpath\(\s*r?['\"]|handler\b|openapi|swagger|resources? :|#\[(?:get|post|put|patch|delete)\("
)
_VERBS = (
    r"(?:add_|[mM]ap)?(?P<verb>[gG]et|GET|[pP]ost|POST|[pP]ut|PUT|[pP]atch|PATCH|[dD]elete|DELETE|[hH]ead|HEAD|[oO]ptions|OPTIONS|"
    r"[dD]el|[aA]ny|ANY|all|All|[rR]oute|add_url_rule|add_api_route|api_route|add_route|[hH]andle(?:Func|rFunc)?|[mM]atch|Method(?:Func)?|websocket|"
    r"group|Group|mount|Mount|nest(?:_service)?|use|Use|register|scope|PathPrefix|MapGroup)"
)
_CALL = re.compile(
    r"(?:(?<![\w$])(?P<var>[A-Za-z_$][\w$]*)\s*)?\.\s*"
    + _VERBS
    + r"\(\s*(?:http\.Method(?P<go>\w+)\s*,\s*)?(?:[\"'](?P<first>[A-Z]{3,7})[\"']\s*,\s*)?"
    r"(?P<quote>r?[\"'`])(?:(?P<said>[A-Z]{3,7})\s+)?(?P<path>/[^\"'`\s]*|)(?P=quote)"
)
_NOT_ROUTERS = frozenset(
    "requests request req res response httpx axios client session http https fetch cache params headers config map url urls superagent agent "
    "self_client test_client api_client os path re redis db conn path_params query form cookies kwargs environ env settings options".split()
)
_DECORATED = re.compile(  # annotations and attributes: the slash in front may be left out
    r"(?:@|\[)(?P<word>Get|Post|Put|Patch|Delete|Head|Options|All|Path|Request|Controller|RestController|Route|"
    r"Http(?:Get|Post|Put|Patch|Delete|Head|Options))(?P<mapping>Mapping)?\(\s*(?:(?:value|path|template)\s*=\s*)?(?:[{\[]\s*)?[\"'](?P<path>[^\"'\n]*)[\"']"
)
_MACRO = re.compile(r"#\[(?:\w+::)?(?P<verb>get|post|put|patch|delete|head|route)\(\s*\"(?P<path>/[^\"]*)\"")
_LINE = re.compile(
    r"^[ \t]*(?P<verb>get|post|put|patch|delete|match)[ \t(]+[\"'](?P<path>/?[\w:/*().{}<>-]+)[\"']",
    re.MULTILINE,
)
_STATIC = re.compile(
    r"\bRoute::(?P<verb>get|post|put|patch|delete|any|match|prefix)\(\s*(?:\[[^\[\]]*\]\s*,\s*)?[\"'](?P<path>[^\"']*)[\"']"
)
_OBJECT = re.compile(r"\b(?:path|url)\s*:\s*(?P<quote>[\"'`])(?P<path>/[^\"'`\s]*)(?P=quote)")
_METHOD_NEAR = re.compile(r"\bmethods?\s*[=:]\s*(?:[\[({]\s*)?((?:[\"'`\w.]+\s*(?:,\s*)?){1,8})")
_TUPLE = re.compile(r"\(\s*r?[\"'](?P<path>\^?/[^\"'\s]*)[\"']\s*,\s*[\w.]*Handler\b")
_DJANGO = re.compile(r"\b(?:re_)?(?:path|url)\(\s*r?[\"'](?P<path>[^\"'\s]*)[\"']\s*,")
_RESOURCES = re.compile(r"^[ \t]*resources?[ \t(]+(?P<names>:\w+(?:\s*,\s*:\w+)*)", re.MULTILINE)
_NAMED = re.compile(
    r"(?<!\w)(?P<var>\w+)\s*(?::\s*\w+\s*)?:?=\s*(?:new\s+)?[\w.]+\((?:[^()]|\([^()]*\)){0,400}?\b(?:url_prefix|prefix)\s*[=:]\s*[\"'](?P<path>/[^\"'\s]*)[\"']"
)
_BELOW = re.compile(
    r"(?<!\w)(?P<var>\w+)\s*:?=\s*(?:&\s*)?(?P<of>\w+)\.(?:Group|group|MapGroup|PathPrefix|scope)\(\s*[\"'](?P<path>/[^\"'\s]*)[\"']"
)
_PREFIX = re.compile(
    r"(?:\b(?:url_prefix|\w*[pP]refix|base_path|basePath|api_?[pP]ath|API_PATH|API_PREFIX)\s*:?[=:(]=?|StripPrefix\(\s*\w+\s*\+)\s*[\"'](?P<path>/[^\"'\s]*)[\"']"
)
_OPEN_API = re.compile(
    r"\A\s*(?:---[^\S\n]*\n\s*)?(?:#[^\n]*\n\s*)*(?:\{\s*)*[\"']?(?:openapi|swagger)[\"']?\s*:"
)
_OPEN_PATH = re.compile(r"^[ \t]+[\"']?(?P<path>/[^\s\"']*)[\"']?[ \t]*:", re.MULTILINE)
_CLASS = re.compile(
    r"(?:\s*(?:@\w+(?:\([^()]*\))?|\[[^\]\n]*\]|public|final|abstract|sealed|export|default|partial|open|internal)){0,40}"
    r"\s*(?:class|interface)\s"
)
_WILD = re.compile(r"\*|\{\*|\.\.\.\}|<path:|<[^<>]*\*>|\.\*|\*\}")
_MOST = 4_000  # routes of one file; a table made by a program may be longer


def declared_routes(path: str, data: bytes) -> set[str]:
    """Routes of one code or settings file; `path` decides which frameworks it may speak of. Never fails."""
    if not any(_HINT.search(piece) for piece in pieces(data)):
        return set()
    text = data.decode("utf-8", "replace")
    low = path.lower()
    if low.endswith((".yaml", ".yml", ".json")):
        return (
            {f"{_ANY} {normal(m['path'])}" for m in _OPEN_PATH.finditer(text)}
            if _OPEN_API.match(text)
            else set()
        )
    found: set[str] = set()
    for method, route in _written(low, text):
        found.add(f"{method} {normal(route)}")
        if len(found) >= _MOST:
            break
    return found - {f"{_MOUNT} /"}


def normal(path: str) -> str:
    """A path with its parameters as `{}`: of a template, a regular expression, or a document."""
    path = (
        path.strip().removeprefix("^").removesuffix("$").partition("?")[0]
        if "(?P" not in path
        else path.strip("^$")
    )
    parts = [p for p in re.split(r"/(?![^(<]{0,200}[)>])", path) if p and p != "{$}"]
    return "/" + "/".join(_part(p) for p in parts)


def _part(part: str) -> str:
    if _WILD.search(part):
        return "{*}"
    if re.search(r"[{<:\[(\\$]", part):
        return "{}"
    return part


def _written(low: str, text: str) -> Iterator[tuple[str, str]]:
    above = _prefixes(text)
    for m in _PREFIX.finditer(text):
        yield _MOUNT, m["path"]
    for m in _CALL.finditer(text):
        yield from _called(m, above.get(m["var"] or "", "") + m["path"], text)
    yield from _annotated(text)
    for m in _MACRO.finditer(text):
        yield (_ANY if m["verb"] == "route" else m["verb"].upper()), m["path"]
    for m in _STATIC.finditer(text):
        kind = m["verb"]
        yield (
            (_MOUNT if kind == "prefix" else _ANY if kind in ("any", "match") else kind.upper()),
            "/" + m["path"].lstrip("/"),
        )
    for m in _OBJECT.finditer(text):
        near = text[max(0, m.start() - 120) : m.end() + 120]
        if re.search(r"\b(?:method|handler)\b", near):
            yield _ANY, m["path"]
    if low.endswith(".rb"):
        yield from _of_rails(text)
    if low.endswith((".ex", ".exs", ".kt", ".kts", ".swift")):
        yield from ((m["verb"].upper(), m["path"]) for m in _LINE.finditer(text) if m["verb"] != "match")
    if low.endswith(".py"):
        yield from ((_ANY, m["path"]) for m in _TUPLE.finditer(text))
        if low.endswith("urls.py"):
            yield from ((_ANY, "/" + m["path"].lstrip("^/")) for m in _DJANGO.finditer(text))


def _called(m: re.Match[str], whole: str, text: str) -> Iterator[tuple[str, str]]:
    """The routes of one call; `whole` is its path behind what the router's variable brings."""
    var, verb = m["var"] or "", m["verb"].lower()
    opens = verb in _OPENING
    if (var.lower() in _NOT_ROUTERS and not verb.startswith("handle")) or (opens and not m["path"]):
        return
    said = m["first"] or m["said"] or (m["go"] or "").upper()
    if opens:
        yield _MOUNT, whole
        if verb in ("mount", "nest_service"):
            yield _ANY, whole + "/{*}"
    elif said or verb.upper() in METHODS or verb == "del":
        yield said or ("DELETE" if verb == "del" else verb.upper()), whole
    else:
        yield from ((method, whole) for method in _methods_near(text, m.end()))
        if verb == "route":
            yield _MOUNT, whole  # chi and Express open a group with this word


def _prefixes(text: str) -> dict[str, str]:
    """Variable -> what its routes begin with; a variable that is bound to two different ones is left out."""
    found: dict[str, str] = {}
    torn: set[str] = set()
    for m in [*_NAMED.finditer(text), *_BELOW.finditer(text)]:
        of = m.groupdict().get("of")
        whole = (found.get(of, "") if of else "") + m["path"].rstrip("/")
        if found.setdefault(m["var"], whole) != whole:
            torn.add(m["var"])
    return {var: path for var, path in found.items() if var not in torn}


def _annotated(text: str) -> Iterator[tuple[str, str]]:
    heads: list[str] = []
    for m in _DECORATED.finditer(text):
        word, path = m["word"].removeprefix("Http"), "/" + m["path"].strip("/")
        method = word.upper() if word.upper() in METHODS else _ANY
        close = text.find(")", m.end())
        holder = (
            close >= 0
            and _CLASS.match(text, text.find("]", close) + 1 if text[m.start()] == "[" else close + 1)
            is not None
        )
        if holder:
            heads.append(path.rstrip("/"))
            yield _MOUNT, path
            continue
        if m["mapping"] or word != "Request":
            yield from ((method, head + path) for head in dict.fromkeys(heads[-1:] or [""]))
    if heads:  # a method that says only what it answers to has the path of its class
        yield from ((_ANY, head or "/") for head in heads)


def _of_rails(text: str) -> Iterator[tuple[str, str]]:
    for m in _LINE.finditer(text):
        yield (
            (_ANY if m["verb"] == "match" else m["verb"].upper()),
            "/" + m["path"].lstrip("/").removesuffix("(.:format)"),
        )
    for m in _RESOURCES.finditer(text):
        for name in re.findall(r":(\w+)", m["names"]):
            yield from ((_ANY, f"/{name}{tail}") for tail in ("", "/:id", "/new", "/:id/edit"))
            yield _MOUNT, f"/{name}/:id"


def _methods_near(text: str, at: int) -> tuple[str, ...]:
    """Methods that the rest of the declaration lists, any when it lists none."""
    rest = text[at : at + 300]
    stop = re.search(r"\n[^\S\n]*(?:@|def |async def |func |\}\))|\.route\(", rest)
    rest = rest[: stop.start()] if stop is not None else rest
    listed = _METHOD_NEAR.search(rest)
    found = (
        tuple(dict.fromkeys(m for m in re.findall(r"[A-Za-z]+", listed[1]) if m in METHODS))
        if listed is not None
        else ()
    )
    return found or (_ANY,)
