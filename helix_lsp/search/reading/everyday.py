"""Everyday words for technical ones: what a person says (`thrown away`) and what code says (`discard`).

Groups stand for one another, one-way lines bring the technical words only, phrases are verbs with their
particle. All words are general English of people who speak about programs; none is taken from a repository or
a set of questions of this project's benches.
"""

from __future__ import annotations

import re
from functools import cache

from helix_lsp.search.question.word_forms import synonyms
from helix_lsp.text.words import stem

_OF_CODE = 0.6
_OF_PEOPLE = 0.5
_OF_PHRASE = 0.7
_OBJECT = r"(?: [\w'-]+){0,3}? "  # written `~`: what is put back is between `puts` and `back`
_GROUPS = """
delete remove erase drop discard purge clear unlink destroy dispose clean evict; refuse reject deny forbid disallow decline prohibit block;
allow permit accept enable; limit max maximum cap bound threshold restrict most; min minimum least;
wait timeout delay sleep pause deadline; stop halt abort quit exit terminate kill shutdown end cancel;
start begin launch boot init initialize open; make create build construct generate produce; change modify update edit alter mutate set;
find search lookup locate resolve match; fetch get load read retrieve obtain receive pull; save store write persist put keep;
send emit dispatch publish deliver transmit forward push; show display render print output format; hide mask redact conceal suppress;
check validate verify test assert ensure; fail error exception crash panic fault wrong; raise throw; catch handle rescue recover;
ignore skip omit exclude suppress; wrap decorate surround enclose; join merge combine concat concatenate compose;
split divide partition separate chunk; copy clone duplicate snapshot; size length count width bytes; large big huge long exceed overflow;
new fresh latest recent modified newest; old stale expired outdated previous; repeat retry again loop recursion recursive;
remember cache memoize store; secret password credential token key private; login signin authenticate auth session;
user visitor client browser caller; reply answer response; call request invoke; number integer numeric int float; text string str;
yes true; no false; empty blank nil null none missing undefined void; default fallback; choose pick select decide prefer;
order sequence priority precedence sort first; nested inner child sub; outer parent; folder directory dir;
background async task job worker; parallel concurrent thread simultaneous; fast quick performance speed; slow throttle; safe secure;
turn convert transform translate; compress gzip deflate zip encode; uncompressed identity; page view template html;
address url uri host path; slash separator; tag etag label; id identifier unique uuid; setting option config configuration parameter;
file document upload attachment; warning warn deprecation deprecated; log message record; listen subscribe listener observer;
notify inform tell; function method handler callback; argument parameter arg param; field attribute property member column; value data;
list array collection sequence; map dict dictionary hash object; type class kind; rename alias; undo revert rollback reset restore;
own custom user; automatic automatically auto implicit; explicit manual; dependency package library module requirement; version release;
permission access authorization role; expire expiry lifetime age ttl lifespan maxage;
duration seconds minutes hours days interval period; frequency rate; attempt retry try; test spec check; coverage cover;
program command script tool; run execute perform call; finish complete done end graceful drain; running pending active inflight;
broken invalid malformed corrupt bad; wellformed valid; stream chunk buffer; flush sync commit; lock mutex guard; queue backlog pending;
full capacity exceeded; connection socket conn; hidden private internal; public exported; form multipart body; header field;
order sequence; trailing end suffix; leading start prefix; upper uppercase capital; lower lowercase; escape quote sanitize encode;
language locale translation; picture image; measure time benchmark timing profile; strange odd weird unusual abnormal anomaly outlier;
spot notice detect recognize; similar alike close near ratio distance
"""
_ONE_WAY = """
biggest > max maximum limit; largest > max maximum limit; longest > max maximum limit; highest > max maximum; smallest > min minimum;
shortest > min minimum; lowest > min minimum; oldest > min minimum least require; computer > machine host remote; restart > reload;
born > create init initial construct; thrown > raise throw discard delete; wide > width columns; deep > depth nested; tall > height;
heavy > weight size; often > frequency interval rate; soon > timeout delay immediately; late > lazy defer delay;
later > lazy defer delay next following; early > eager; twice > duplicate once cache; once > single cache;
round > recursion loop cycle infinite; memory > heap buffer leak allocate; grow > memory leak size; notice > detect check;
growing > memory leak; guess > infer detect default; forget > missing clear expire; swap > replace override exchange;
switch > toggle rotate change; rotate > rotation; quit > exit; screen > terminal stdout echo console output; word > text string;
disk > filesystem file; touch > modify write; copy > cache; life > lifetime expire; die > exit abort crash kill;
alive > keepalive live heartbeat ping; hang > timeout block deadlock; hanging > timeout; freeze > block deadlock immutable;
leave > exit omit; everybody > all; everyone > all; nothing > none nil null empty; something > callback value; somebody > user;
broken > invalid error; strange > unknown invalid; secure > tls ssl https; safely > copy lock snapshot safe; temp > temporary tempfile;
money > price amount currency decimal; mail > email; people > user; person > user; sum > total add; part > segment piece portion;
piece > part segment chunk; bit > flag; sign > signature hmac; fake > mock stub; pretend > mock fake; forged > csrf; stolen > leak
"""
_PHRASES = r"""
turn(?:ed|s|ing)?~down = reject refuse limit
turn(?:ed|s|ing)?~off|switch(?:ed)?~off = disable
turn(?:ed|s|ing)?~on|switch(?:ed)?~on = enable
thr(?:ow|own|ew|ows)~away = delete discard remove
giv(?:e|es|en|ing) up = timeout abort retry
get(?:s|ting)? rid of = remove delete
kick(?:s|ed)? in = trigger minimum threshold
r[ua]n(?:s|ning)? out = expire exhaust lifetime
(?:leave|left|leaving|leaves)~out = exclude omit skip missing
hand(?:s|ed|ing)? (?:over|on) = pass transfer give
put(?:s)?~off = defer delay
put(?:s|ting)?~together = build assemble compose
ma(?:ke|de|kes|king) up = generate create
ma(?:ke|de|kes|king) sure = ensure
kept?~back|hold(?:s)?~back|held~back = buffer defer
tak(?:e|en|es|ing)~(?:off|away) = strip remove
took off = strip remove
t(?:ear|orn) down = teardown cleanup
go(?:es|ne|ing)? wrong = error fail exception
c(?:ome|omes|ame) from = source origin
point(?:s)? to = reference
fall(?:s)? back = fallback default
swap(?:ped|s|ping)?~out = override replace
too (?:many|much|long|big|large|often) = limit exceed max
look(?:s|ed|ing)? (?:up|for) = find resolve lookup
put(?:s)? right = fix redirect correct
clean(?:s|ed)?~up = cleanup teardown
wr(?:ite|itten|ites|ote)~out = serialize output
log(?:s|ged|ging)? (?:everybody|everyone|people|users?|me|them) out = logout session
round and round = infinite recursion loop
left over = remaining
in a row = consecutive
by itself|on its own|by themselves = automatic automatically default
at the same time = concurrent parallel
one by one = each iterate sequential
not found = 404 missing
goes? out = send response
come(?:s)? in = receive request
right before|just before = before hook
right after|just after = after hook
long running = daemon worker
out of the box|as shipped = default
operating systems? = os platform
under the hood|behind the scenes = internal
on the fly = dynamic runtime
from scratch|all over again = new reset
over and over|again and again = repeat loop retry
tr(?:y|ies|ied|ying)~again = retry attempt
all at once|in one go = batch bulk
side by side = concurrent parallel
one after (?:the other|another)|in turn = sequential serial order
(?:straight|right) away = immediate
for good = permanent
no longer|not any ?more = remove deprecate
up to date = latest fresh current
out of date = stale outdated old
as (?:it )?is = raw verbatim unchanged
in the background = async background daemon
ahead of time|in advance = precompute preload
back(?:s|ed)? off = backoff retry delay wait
bail(?:s|ed)? out = abort return exit
bl(?:ow|ows|ew|own) up = fail error exception crash panic
br(?:eak|eaks|oke|oken) down = fail error split
c(?:ome|omes|ame) up with = generate compute default
cross(?:es|ed)? out = strike delete
drop(?:s|ped)? off = expire remove
ends? up = result target final
fall(?:s)? (?:over|through) = fail default
g(?:et|ets|ot) (?:around|past) = bypass override
g(?:ive|ives|ave)~back = return restore
g(?:o|oes) back = revert restore previous
g(?:o|oes) off = trigger fire
hang(?:s)? up = close disconnect
kick(?:s|ed)? off = start trigger
kick(?:s|ed)?~out = evict remove expire
lets? go of = release free
lets? in = allow accept
m(?:ix|ixes|ixed) up = confuse conflict
pass(?:es|ed)? (?:on|along) = forward propagate
pil(?:e|es|ed) up = queue backlog accumulate
pull(?:s|ed)?~(?:in|down) = import include fetch download
push(?:es|ed)?~out = publish release deploy
put(?:s|ting)?~back = restore rollback revert
put(?:s|ting)? up with = accept support tolerate min
put(?:s|ting)? in = insert add
r[ua]ns? (?:into|across) = encounter meet
r[ua]ns? over = exceed overflow
rul(?:e|es|ed) out = exclude
sav(?:e|es|ed) up = accumulate buffer
send(?:s)?~on = forward
set(?:s)?~(?:aside|apart) = reserve
skip(?:s|ped)? over = skip ignore
spit(?:s)? out = print output emit
st(?:ick|icks|uck) with = keep persist
strip(?:s|ped)?~out = strip remove sanitize
take(?:s|n)? over = override replace
thr(?:ow|ows|ew|own)~out = discard reject
tid(?:y|ies)~up = cleanup
tr(?:y|ies|ied) out = test attempt
us(?:e|es|ed) up = exhaust consume
w(?:ake|akes|oke) up = notify resume
wip(?:e|es|ed)~out = delete clear
wrap(?:s|ped)? up = finish wrap
(?:set|configure|specify|pass|give)s? nothing|(?:do|did|have)(?:n't| not|nt) (?:set|configured?|specif(?:y|ied)|pass(?:ed)?|given?) anything = default
say(?:s)? nothing = default
half ?way|part ?way|in the middle of = partial interrupt abort
(?:is|are|gets?|was|were) full = limit capacity exceed
set(?:s|ting)?~up = setup configure init
shut(?:s|ting)?~down = shutdown close stop
start(?:s|ed|ing)? (?:over|again) = restart reset
start(?:s|ed|ing)?~up = startup boot init
carr(?:y|ies) on|keeps? (?:going|on) = continue
pick(?:s|ed)? up = load detect read
work(?:s|ed)? out|figure(?:s|d)? out = compute resolve detect
find(?:s)? out|found out = detect discover
plug(?:s|ged)? in = plugin extension
hook(?:s|ed)? in(?:to)? = hook register
br(?:eak|eaks|oken|oke) (?:up|apart) = split parse
cuts?~apart = split tokenize parse
shell(?:s|ed)? out = subprocess exec spawn shell
cut(?:s)?~(?:off|short|down) = truncate
speed(?:s|ed)?~up = cache optimize
slow(?:s|ed)?~down = throttle
lock(?:s|ed)?~out = forbid block
sign(?:s|ed|ing)? in = login authenticate
sign(?:s|ed|ing)? out = logout
time(?:s|d)? out = timeout
t(?:ell|ells|old) apart = distinguish compare
deal(?:s|t)? with|tak(?:e|es|en) care of = handle
g(?:et|ets|ot) stuck = deadlock hang timeout
br(?:ing|ings|ought)~back = restore
fill(?:s|ed)?~in = default complete populate
le(?:ave|aves|ft)~alone = ignore unchanged skip
lets? through = allow pass permit
ke(?:ep|eps|pt) (?:out|away) = block deny exclude
ke(?:ep|eps|pt) track = track record register
in charge of = handle manage
on purpose = explicit
more than once|twice = duplicate repeat
at most|no more than = max limit
at least|no (?:less|fewer) than = min minimum
"""


@cache
def _table() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for group in _GROUPS.split(";"):
        stems = [stem(w) for w in group.split()]
        for word in stems:
            found.setdefault(word, {}).update(dict.fromkeys((s for s in stems if s != word), _OF_PEOPLE))
    for line in _ONE_WAY.split(";"):
        word, _, brought = line.partition(">")
        found.setdefault(stem(word.strip()), {}).update(
            dict.fromkeys((stem(w) for w in brought.split()), _OF_PEOPLE)
        )
    return found


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], tuple[str, ...], bool], ...]:
    """(pattern, what it means, whether its object may be inside it)."""
    lines = [line.partition(" = ") for line in _PHRASES.strip().split("\n")]
    return tuple(
        (
            re.compile(rf"\b(?:{said.replace('~', _OBJECT)})\b", re.I),
            tuple(stem(w) for w in meant.split()),
            "~" in said,
        )
        for said, _, meant in lines
    )


@cache
def everyday() -> frozenset[str]:
    """The stems of all everyday words, those in phrases left out."""
    return frozenset(_table())


@cache
def meant_by(term: str) -> tuple[tuple[str, float], ...]:
    """(other stem, how surely it means the same, 0..1) for a stemmed word, in a fixed order; empty where
    there are none.
    """
    found = {**_table().get(term, {}), **dict.fromkeys(synonyms(term), _OF_CODE)}
    found.pop(term, None)
    return tuple(found.items())


def phrases(text: str) -> tuple[tuple[tuple[str, ...], tuple[tuple[str, float], ...]], ...]:
    """(stems of the words of a phrase, what they mean together) for each phrase of a text."""
    out: list[tuple[tuple[str, ...], tuple[tuple[str, float], ...]]] = []
    for pattern, meant, parted in _phrases():
        if (said := pattern.search(text)) is not None:
            words = [stem(w.lower()) for w in re.findall(r"[A-Za-z]+", said[0])]
            out.append(
                ((words[0], words[-1]) if parted else tuple(words), tuple((m, _OF_PHRASE) for m in meant))
            )
    return tuple(out)
