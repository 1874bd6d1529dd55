"""``verify``: what it says, what it compares, what it rejects."""

from puzzleproof.models.instances import dumps, load
from tests.support.sessions import sessions

TEXT = dumps(load("hughes"))
BOARDS = {
    "mine.toml": "family = 'sliding'\n",
    "line.toml": TEXT.replace('metric = "piece"', 'metric = "line"'),
    "locked.toml": TEXT.replace("labelled = ", "axis_locked = true\nlabelled = "),
    "rush.txt": "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\n",
    "words.txt": "Dear Sir,\n",
    "named.toml": TEXT.replace("Hughes Puzzle", "another name").split("\n\n[[known]]")[0],
}
SESSIONS = {
    "what was checked": """
        $ verify h.cert
        accepted: 'Hughes Puzzle': minimum 21 moves (metric piece)
        ~ ^checked: .*by the rules of family 'sliding' .*, a plan of .*; trusted: the rules
        $ verify h.cert -q
        accepted:
        - checked:
    """,
    "several files": """
        $ verify h.cert mine.toml h.cert => 40
        ~ \\Ah.cert: accepted: .*\\nh.cert: accepted: .*\\n\\Z
        ! mine.toml: a board (format toml), not a certificate: 'puzzleproof prove' writes one
        $ verify h.cert mine.toml --json => 40
        [{"file": "h.cert", "optimum": 21}, {"file": "mine.toml", "exit": 40}]
        ! mine.toml
        $ verify rush.txt => 40
        ! rush.txt: a board (format rush-hour), not a certificate:
        $ verify words.txt => 50
        ! words.txt: not a certificate: what 'prove' writes begins with
        $ verify h.cert h.cert -q
        $ verify h.cert h.cert --proof x => 40
        ! --proof
        $ verify h.cert --proof words.txt => 40
        ! h.cert with words.txt: a certificate, not a formula
        $ export frogs-1-1 --as lrat --output f
        $ verify f.cnf --proof h.cert => 40
        ! f.cnf with h.cert: a certificate, not an LRAT proof
        $ verify f.cnf --proof words.txt => 50
        ! f.cnf with words.txt: proof, line 1
        $ verify - - => 40
        ! -
    """,
    "the instance is compared": """
        $ verify h.cert --instance hughes
        that it is about the instance given
        $ verify h.cert --instance hughes --metric piece
        $ verify h.cert --instance hughes --metric unit => 50
        ! key 'metric' is 'piece' in the certificate and 'unit'
        $ verify h.cert --instance frogs-1-1 => 50
        ! key 'family' is 'sliding' in the certificate and 'frogs'
        $ verify h.cert --instance line.toml => 50
        ! about another instance: key 'metric'
        $ verify h.cert --instance locked.toml --json => 50
        {"exit": 50}
        ! about another instance: key 'axis_locked'
        $ verify h.cert --instance named.toml
    """,
    "an opinion that cannot be had loses no verdict": """
        $ prove frogs-1-1 --evidence invariant --certificate frogs.cert
        $ verify frogs.cert --second-opinion acl2 => 41
        accepted: 'Frogs and toads, 1 + 1': minimum 3 moves
        ! 'acl2' judges no certificate
    """,
}


MADE = "$ prove hughes --evidence labelling --certificate h.cert -q\n"
test_session = sessions({name: MADE + text for name, text in SESSIONS.items()}, BOARDS)
