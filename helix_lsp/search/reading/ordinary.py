"""Ordinary words: what people say about anything. That a repository lacks one says nothing of whether it has
what is asked for.

`insist`, `oldest`, `alone` are in a question about anything at all; `kafka`, `migration`, `screenshot` name
what must be there. Listed are verbs of thought, speech, motion and change, qualities, measures of time and
number, and nouns for things without a name; not what programs are made to do (`draw`, `upload`, `encrypt`),
for that is what is asked for. General English, not the words of any set of questions.
"""

from __future__ import annotations

from functools import cache

from helix_lsp.search.question.word_forms import forms
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, one_apart, stem

_VERBS = """
accept achieve act adapt add admit affect afford agree aim allow amount annoy answer appear apply appreciate approach argue arise arrange arrive ask
assume attach attempt attend avoid back bear beat become begin behave believe belong bend bet bite blame boast borrow bother break bring build bump
burn bury buy call calm care carry cause celebrate change charge chase cheat check choose claim climb cling close collapse collect combine come
commit compare compete complain complete concern conclude confess confirm confuse connect consider consist consult contain continue contribute
control convince cook cope correct cost cover crack crawl create creep cross cry damage dare deal decide declare defend delay deliver demand deny
depart depend describe deserve desire destroy determine develop die differ dig disagree disappear discover discuss dislike do doubt drag dream drift
drink drive drop dry earn eat employ enable encourage end endure enjoy enter escape examine exceed exchange excite exclude excuse exist expand
expect explain explore express extend face fail fall favour fear feel fight figure fill find finish fit fix flow fly follow fool force forget
forgive forward free frighten gain gather get give glance go govern grab grant grow guess guide hand handle hang happen harm hate have head hear
heat help hesitate hide hit hold hope hunt hurry hurt identify ignore imagine improve include increase indicate influence inform insist inspect
intend interest introduce invent involve join joke judge jump justify keep kick kill knock know lack last laugh launch lay lead lean learn leave
lend let lie lift like listen live look lose love make manage marry matter mean meet melt mention mess mind miss mistake mistype misspell mix move
name need neglect notice obey object observe obtain occur offer open operate oppose order organise ought overcome overlook owe own participate pass
pause perform permit persist persuade pick plan plant play please point possess postpone pour practise praise prefer prepare press presume pretend
prevent proceed produce promise propose protect prove provide pull punish push put quit raise reach react read realise receive recognise recommend
recover reduce refer reflect refuse regard regret reject relate relax rely remain remark remember remind remove repair repeat reply represent
require resist resolve respect respond rest result retain retire return reveal ride ring rise risk roll rub ruin rule run rush satisfy save say
scare scratch scream see seek seem sell separate set settle shake shape shift shine shock shorten shout show shrink shut sit skip sleep slide slip
slow smell smile solve sound speak spell spend spill spoil spot spread squeeze stand stare start state stay steal step stick stop strange stretch
strike struggle study submit succeed suck suffer suggest suit supply support suppose surprise surround survive suspect swallow swear sweep swell
swim swing switch take talk taste teach tear tell tempt tend thank think threaten throw tie tidy tolerate touch trap travel treat trick trigger trip
trouble trust try turn twist understand undo use vanish vary visit wait wake walk wander want warn wash waste watch wave wear weigh welcome win wipe
wish wonder work worry wrap write yell yield
"""
_QUALITIES = """
able absent absolute absurd actual afraid alike alive alone amazing anxious apparent appropriate available average aware awful awkward bad bare
basic beautiful best better big bitter blind boring brief bright brilliant broad broken busy calm capable careful careless central certain cheap
clean clear clever close cold comfortable common complete complex complicated confident constant convenient cool correct crazy crucial curious
current daily dangerous dark dead dear decent deep definite deliberate dense different difficult dirty distant distinct double dry due dull eager
early easy efficient empty enormous entire equal essential even evident exact excellent exciting expensive extra extraordinary extreme fair fake
false familiar famous fancy far fast favourite few final fine firm fit flat foolish foreign former forth fresh friendly front full fun funny further
general gentle genuine giant glad good gradual grand great guilty half handy happy hard harmful harmless heavy helpful hidden high honest hot huge
ideal identical idle ill immediate important impossible individual inevitable infinite initial innocent instant intelligent intense interested
interesting internal invisible irrelevant jealous joint keen kind large last late latter lazy least legal less light likely little local lonely long
loose loud low lucky mad magic main major many massive mature maximum mean mere middle mild minor minute missing mistaken mixed modern modest much
mutual mysterious naked narrow nasty natural near neat necessary nervous new next nice noisy normal notable numerous obscure obvious occasional odd
old only open opposite ordinary original other outer overall own pale particular past patient peculiar perfect permanent personal plain pleasant
plenty poor popular positive possible powerful practical precise present pretty previous primary prime prior proper proud pure quick quiet random
rapid rare raw ready real reasonable recent regular related relative relevant reliable reluctant remaining rich ridiculous right rigid rough rude
sad safe same satisfied scared secondary secret selfish sensible sensitive separate serious several severe shallow sharp short shy sick significant
silent silly similar simple sincere single slight slow small smart smooth sneaky soft solid sore sorry special specific spare stable stale standard
steady steep stiff still straight strange strict strong stubborn stupid subtle successful such sudden sufficient suitable super superior supposed
sure surprised surprising suspicious sweet tall tame temporary terrible thick thin thorough tight tiny tired top total tough tricky true twin
typical ugly ultimate uncertain unclear uncomfortable unexpected unfair unfortunate unhappy unimportant unique unknown unlikely unnecessary
unpleasant unrelated unsafe unusual unwanted upset urgent useful useless usual vague valid valuable various vast visible vital vulnerable warm weak
weird wet whole wide wild willing wise wonderful worth worse worst wrong young
"""
_ADVERBS = """
about above abroad but during accidentally actually afterwards again ago ahead almost along already alright although altogether always anyhow
anymore anyway anywhere apart around aside away back backwards badly barely beforehand behind below beneath beside besides beyond certainly clearly
despite downwards either else elsewhere enough especially eventually ever everywhere exactly fairly finally forever forwards fully gently halfway
hardly hence here hopefully however indeed instead inside inwards lately later least like likewise literally maybe meanwhile merely mostly nearly
neither never nevertheless nobody none nor nowhere obviously off often once oneself onwards otherwise outside over perhaps possibly practically
probably properly quite rather really roughly seldom shortly simply since slightly somehow sometimes somewhat somewhere soon straightaway that
therefore though through throughout thus today together tomorrow tonight too toward towards twice under underneath unless unlike until unto up upon
upside usually versus via well whatever whenever whereas wherever whether whichever while whoever whom whose with within without yesterday yet
"""
_NOUNS = """
accident advantage advice age aim angle answer anybody anyone anything area arm attempt attention author background bag beginning behaviour belief
benefit bit body boss bottom box boy brain bunch business care case catch cause century chair chance child choice circle colleague company concern
condition conversation corner couple course crowd culture danger day deal death decade decision degree desk detail difference difficulty direction
disadvantage distance door doubt dozen effect effort end enemy entrance everybody everyone everything evidence example excuse exit experience expert
eye face fact fault feature feeling finger floor food foot friend front fun future gap girl goal ground group guy habit half hand head heart height
help hint hole holiday home hope hour house hundred idea impression inch inside intention interest issue job joke journey kid kind kitchen knowledge
lack lady leg letter life limit lot luck man manner matter meaning meantime meeting member mess middle million mind mine minute mistake mix moment
month mood morning mouth myself neighbour night noise nonsense noon novice number occasion office opinion opposite ours ourselves outside pair
parent part past people person piece place plan plenty point position possibility price problem proof purpose quality quantity quarter question
quote reader reason relation remark rest result risk road role room rule sake scene second sense side sight situation size skill society somebody
someone something sort sound spite spot stage step story street stuff subject success surface surprise team thing themselves theirs thought thousand
time title top total town trick trip trouble truth turn type uncle view villain walk wall water way weather week weekend wife will wish woman word
world year yours yourself itself himself herself monday tuesday wednesday thursday friday saturday sunday january february march april june july
august september october november december one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy
eighty ninety billion first third fourth fifth sixth seventh eighth ninth tenth
"""
_PASTS = "came drew fell felt found gone got left made paid rose saw seen sent shot tried went"  # too short, or too far from their verb, for `forms`
_LONG = tuple(sorted(w for w in STOP_WORDS if len(w) > 4))  # `wich` asks what `which` asks
_ENDINGS = ("er", "est", "r", "st")


@cache
def _known() -> frozenset[str]:
    return frozenset(stem(w) for w in f"{_VERBS}{_QUALITIES}{_ADVERBS}{_NOUNS}{_PASTS}".split()) | STOP_WORDS


_ADVERB = regex(r"[a-z]{3,}ly")  # how something is done is never what is asked about
_NO_ADVERBS = frozenset(
    "anomaly assembly bully comply family jelly monopoly multiply rely reply supply tally ally apply italy rally".split()
)


def ordinary(word: str) -> bool:
    """True for a lower-case word, as it is written, that people say about anything; comparatives (`bigger`)
    and misspelt words of asking too.
    """
    if not _known().isdisjoint((term := stem(word), *forms(term, word))) or any(
        one_apart(word, asked) for asked in _LONG
    ):
        return True
    for ending in _ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) > 2:
            plain = (
                base[:-1]
                if base[-1] == base[-2]
                else base.removesuffix("i") + "y"
                if base.endswith("i")
                else base
            )
            if stem(plain) in _known() or stem(base) in _known():
                return True
    return _ADVERB.fullmatch(word) is not None and word not in _NO_ADVERBS
