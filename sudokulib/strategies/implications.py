"""What an assumption leads to, on candidate bits, and the few steps of it that a conclusion needs.

A run places and removes candidates until nothing follows any more or something cannot be. It keeps
a trail of events; what a conclusion rests on is found by going back along it (as conflict analysis
does in J. Marques-Silva and K. Sakallah, "GRASP", 1999), so that proofs hold nothing superfluous.
Steps are built for what is shown only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from sudokulib.board import Board
from sudokulib.logic.candidates import Numbering, alive, numbering
from sudokulib.logic.facts import Strong, rule_conflicts, truths
from sudokulib.logic.memo import of_board, of_model
from sudokulib.logic.patience import ask
from sudokulib.logic.reasons import covered, overrun
from sudokulib.logic.step import Fillings, Rank, Refutation, Role, Step, Truth
from sudokulib.model import Model, bits

__all__ = [
    "Chain",
    "Event",
    "Network",
    "Run",
    "assume",
    "back",
    "chain_of",
    "network",
    "open_candidates",
    "refutation",
    "restricted",
    "static_network",
    "steps_of",
    "value_network",
]

_MOST_KNOWN = 50_000
"""Narrowed domains that a model remembers before it begins anew."""

_WIDEST_LOCKED = 3
"""Candidates of a truth up to which it is asked what they lock."""


@dataclass(frozen=True, slots=True)
class Network:
    """A board as a run reads it.

    Args:
        board: where candidates are assumed.
        numbered: how its candidates are numbered.
        alive: its candidates.
        kills: for each candidate those that placing it removes by itself.
        truths: what must hold one of its candidates.
        holding: for each candidate the masks and numbers of the truths that it is in.
        rules: for each candidate the primitives to look at again when it has gone.
        static: for each candidate what rules exclude beside it, if no rule is looked at again.
    """

    board: Board
    numbered: Numbering
    alive: int
    kills: tuple[int, ...]
    truths: tuple[Strong, ...]
    holding: tuple[tuple[tuple[int, int], ...], ...]
    rules: tuple[tuple[int, ...], ...]
    static: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens in a run; the reason is one of the last four.

    Args:
        gone: the candidates that it removes.
        placed: the candidate that it places, by number; -1 if none.
        truth: the truth that has no other candidate left, by number.
        rule: the primitive without a filling that has what is gone.
        pattern: truths whose candidates see what is gone: one, or two that are tied in a pair.
        nested: the refutation of what is gone.
    """

    gone: int
    placed: int = -1
    truth: int = -1
    rule: int = -1
    pattern: tuple[int, ...] = ()
    nested: Chain | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """The events of a run that a conclusion needs.

    Args:
        assumed: the candidate that is assumed, by number.
        holds: whether it is assumed to be true.
        events: what follows, in order.
        end: what cannot be; None if it does not end in a contradiction.
        needs: the candidates that had to be gone before.
        nodes: how many candidates it shows to be true or false, as a measure of its length.
        removes: what of the candidates that the assumption removes by itself it needs.
    """

    assumed: int
    holds: bool
    events: tuple[Event, ...]
    end: Event | None
    needs: int
    nodes: int
    removes: int = 0

    def all_events(self) -> Iterator[Event]:
        """Its events and those of the refutations in it, the ends included."""
        for event in (*self.events, *([self.end] if self.end else [])):
            yield event
            if event.nested is not None:
                yield from event.nested.all_events()


class Run:
    """What follows from a state, event by event.

    Args:
        net: the board.
        state: the candidates that are left of it when the run begins.
        patterns: whether locked candidates and pairs are seen, too.
    """

    __slots__ = (
        "_changed", "_dirty", "_locking", "_on", "_pairing", "_queue",
        "alive", "end", "events", "net", "patterns", "start",
    )  # fmt: skip

    def __init__(self, net: Network, state: int, *, patterns: bool = False) -> None:
        self.net = net
        self.start = self.alive = state
        self.patterns = patterns
        self.events: list[Event] = []
        self.end: Event | None = None
        self._on = 0
        self._queue: deque[tuple[int, int]] = deque()
        self._dirty: dict[int, None] = {}
        # For patterns: what has gone since they were looked for, truths that may lock something,
        # and pairs of candidates that may be tied to another pair.
        self._changed = 0
        self._locking: dict[int, None] = {}
        self._pairing: dict[int, int] = {}

    @property
    def off(self) -> int:
        """All that has gone since the run began."""
        return self.start & ~self.alive

    @property
    def on(self) -> int:
        """All that has been placed."""
        return self._on

    def place(self, number: int) -> None:
        """Assume a candidate, and go on until nothing follows."""
        self._on |= 1 << number
        self._queue.append((number, -1))
        self.go_on()

    def drop(self, event: Event) -> None:
        """Remove candidates for a reason, and go on until nothing follows."""
        self._happen(event)
        self.go_on()

    def singles(self) -> None:
        """Place what truths have left that nobody placed, look at all rules, and go on."""
        for number, strong in enumerate(self.net.truths):
            self._look(strong.mask & self.alive, number)
        for numbers in self.net.rules:
            self._dirty.update(dict.fromkeys(numbers))
        self.go_on()

    def go_on(self) -> None:
        """Singles first, then rules, then patterns."""
        while self.end is None:
            if self._queue:
                number, truth = self._queue.popleft()
                gone = self.net.kills[number] & self.alive
                self._happen(Event(gone, number, truth))
                for rule, more in self.net.static.get(number, ()):
                    if more & self.alive:
                        self._happen(Event(more & self.alive, rule=rule))
            elif self._dirty:
                self._narrow(next(iter(self._dirty)))
            elif not (self.patterns and self._see()):
                return

    def _happen(self, event: Event) -> None:
        self.events.append(event)
        rest = event.gone
        self._changed |= rest
        self.alive = left = self.alive & ~rest
        holding, rules, dirty = self.net.holding, self.net.rules, self._dirty
        while rest:
            low = rest & -rest
            rest ^= low
            number = low.bit_length() - 1
            for mask, truth in holding[number]:
                mask &= left  # noqa: PLW2901 - the hottest lines of the package
                if not mask & (mask - 1):
                    self._look(mask, truth)
            if rules:
                for rule in rules[number]:
                    dirty[rule] = None

    def _look(self, left: int, truth: int) -> None:
        if not left:
            if self.end is None:
                self.end = Event(0, truth=truth)
        elif not left & (left - 1) and not left & self._on:
            self._on |= left
            self._queue.append((left.bit_length() - 1, truth))

    def _narrow(self, rule: int) -> None:
        del self._dirty[rule]
        gone = narrowed(self.net, rule, self.alive)
        if gone is None:
            self.end = Event(0, rule=rule)
        elif gone:
            self._happen(Event(gone, rule=rule))
            self._dirty.pop(rule, None)

    def _see(self) -> bool:
        """Whether a truth that has changed locks something, alone or as one of a pair."""
        for number in bits(self._changed):
            self._locking.update(dict.fromkeys(truth for _, truth in self.net.holding[number]))
        self._changed = 0
        while self._locking:
            truth = next(iter(self._locking))
            left = self.net.truths[truth].mask & self.alive
            size = left.bit_count()
            if 1 < size <= _WIDEST_LOCKED and (hits := self._locked(left)):
                self._happen(Event(hits, pattern=(truth,)))
                return True
            del self._locking[truth]
            if size == 2:
                self._pairing[left] = truth
        while self._pairing:
            left = next(iter(self._pairing))
            if not left & ~self.alive:
                event = next(self._pairs(left, self._pairing[left]), None)
                if event is not None:
                    self._happen(event)
                    return True
            del self._pairing[left]
        return False

    def _locked(self, left: int) -> int:
        """What all of some candidates remove."""
        hits = self.alive
        for candidate in bits(left):
            hits &= self.net.kills[candidate]
        return hits

    def _pairs(self, one: int, first: int) -> Iterator[Event]:
        """Another truth of two candidates, each in conflict with one of these.

        Naked and hidden pairs and the smallest fish are of this form.
        """
        kills = self.net.kills
        near, far = _ends(self.net, one)
        for c in bits(near & self.alive & ~one):
            for mask, second in self.net.holding[c]:
                d = mask & self.alive & ~(1 << c)
                if d & far and not d & (d - 1) and not d & one:
                    hits = near & kills[c] | far & kills[d.bit_length() - 1]
                    if hits & self.alive:
                        yield Event(hits & self.alive, pattern=(first, second))


def assume(net: Network, number: int, *, holds: bool = True, patterns: bool = False) -> Run:
    """The run that begins with a candidate of the board being true (or false)."""
    run = Run(net, net.alive, patterns=patterns)
    if holds:
        run.place(number)
    else:
        run.drop(Event(1 << number))
    return run


def open_candidates(net: Network) -> Iterator[int]:
    """The candidates, by number, of what has not been solved and may hold more than one."""
    for strong in net.truths:
        if strong.variable is not None and strong.mask & (strong.mask - 1):
            ask()
            yield from bits(strong.mask)


@of_board
def network(board: Board) -> Network:
    """All truths and rules of a board."""
    return restricted(board, None)


def restricted(board: Board, premises: Collection[int] | None) -> Network:
    """The network of some primitives only, by number; None for all."""
    model, numbered = board.model, numbering(board.model)
    here = alive(board)
    kept = [
        strong
        for strong in truths(board)
        if premises is None or strong.primitive is None or strong.primitive in premises
    ]
    rules: list[list[int]] = [[] for _ in range(numbered.width * numbered.variables)]
    chosen = model.rules if premises is None else [p for p in model.rules if p in premises]
    for rule in chosen:
        for v in model.primitives[rule].variables:
            for value in bits(board.masks[v]):
                rules[v * numbered.width + value].append(rule)
    kills = _kills(board, here, model.peers if premises is None else _peers(model, premises))
    return Network(
        board, numbered, here, kills, tuple(kept), _holding(numbered, kept),
        tuple(map(tuple, rules)) if chosen else (),
    )  # fmt: skip


@of_board
def static_network(board: Board) -> Network:
    """Only what follows from one candidate alone: conflicts, and truths of two candidates."""
    numbered = numbering(board.model)
    kept = [strong for strong in truths(board) if strong.mask.bit_count() == 2]
    static: dict[int, list[tuple[int, int]]] = {}
    for rule in board.model.rules:
        for number, gone in rule_conflicts(board, rule):
            static.setdefault(number, []).append((rule, gone))
    kills = network(board).kills
    return Network(
        board, numbered, alive(board), kills, tuple(kept), _holding(numbered, kept), (),
        {number: tuple(pairs) for number, pairs in static.items()},
    )  # fmt: skip


def value_network(board: Board, value: int) -> Network:
    """Only the candidates of one value of the cells."""
    numbered = numbering(board.model)
    own = numbered.of_value(value, board.places[value])
    kept = [strong for strong in truths(board) if not strong.mask & ~own]
    kills = tuple([kill & own for kill in network(board).kills])
    return Network(board, numbered, own, kills, tuple(kept), _holding(numbered, kept), ())


def _kills(board: Board, here: int, peers: tuple[int, ...]) -> tuple[int, ...]:
    numbered = numbering(board.model)
    kills = [0] * (numbered.width * numbered.variables)
    for variable, mask in enumerate(board.masks):
        own = mask << variable * numbered.width
        for value in bits(mask):
            # As `Board.placed` does it: only cells have places.
            seen = peers[variable] & board.places[value] if value < len(board.places) else 0
            number = variable * numbered.width + value
            kills[number] = (numbered.of_value(value, seen) | own & ~(1 << number)) & here
    return tuple(kills)


def _peers(model: Model, premises: Collection[int]) -> tuple[int, ...]:
    found = [0] * len(model.domains)
    for clique in model.cliques:
        if clique.primitive in premises:
            for v in bits(clique.variables):
                found[v] |= clique.variables & ~(1 << v)
    return tuple(found)


def _holding(
    numbered: Numbering, kept: Iterable[Strong]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    found: list[list[tuple[int, int]]] = [[] for _ in range(numbered.width * numbered.variables)]
    for number, strong in enumerate(kept):
        for candidate in bits(strong.mask):
            found[candidate].append((strong.mask, number))
    return tuple(map(tuple, found))


@of_model
def _known(model: Model) -> dict[tuple[int, tuple[int, ...]], int | None]:
    """What rules have been found to remove, by their number and domains."""
    del model
    return {}


@of_model
def _explained(model: Model) -> dict[tuple[int, tuple[int, ...], tuple[int, ...], int], int]:
    """What rules have been found to need: number, domains before and now, and what went."""
    del model
    return {}


def narrowed(net: Network, rule: int, state: int) -> int | None:
    """The candidates that a primitive removes in a state; None if it has no filling."""
    model, width = net.board.model, net.numbered.width
    variables, full = model.primitives[rule].variables, (1 << width) - 1
    domains = tuple([state >> v * width & full for v in variables])
    known = _known(model)
    key = (rule, domains)
    if key not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        masks = list(net.board.masks)
        for v, mask in zip(variables, domains, strict=True):
            masks[v] = mask
        smaller = model.primitives[rule].propagate(masks) if all(domains) else None
        if smaller is None:
            known[key] = None
        else:
            known[key] = sum((masks[v] & ~left) << v * width for v, left in smaller.items())
    return known[key]


def _ends(net: Network, two: int) -> tuple[int, int]:
    """What each of two candidates removes."""
    return net.kills[(two & -two).bit_length() - 1], net.kills[two.bit_length() - 1]


def chain_of(run: Run, assumed: int, goal: int = 0, *, holds: bool = True) -> Chain:
    """The events that the end of a run needs, or that the removal of some candidates does."""
    end = run.end if not goal else None
    needs = goal if end is None else _needs(run.net, end, run.alive, 0)
    events, needs, nodes = back(run.net, run.events, run.alive, needs)
    removes = 0
    if events and _bare(events[0]):
        removes = events[0].gone
        events = events[1:]
    return Chain(assumed, holds, tuple(events), end, needs, nodes, removes)


def _bare(event: Event) -> bool:
    """Whether it is an assumption: nothing is its reason."""
    return event.truth < 0 and event.rule < 0 and not event.pattern and event.nested is None


def back(net: Network, trail: list[Event], state: int, needs: int) -> tuple[list[Event], int, int]:
    """The events of a trail that it takes to remove some candidates.

    Args:
        net: the board.
        trail: the events.
        state: what was left after them.
        needs: the candidates that are to be gone.

    Returns:
        The events, what had to be gone before them, and how many candidates are in play.
    """
    kept: list[Event] = []
    nodes = needs.bit_count()
    for event in reversed(trail):
        state |= event.gone
        used = event.gone & needs
        if not used:
            continue
        needs &= ~used
        event = replace(event, gone=used)  # noqa: PLW2901 - only what is needed of it
        more = _needs(net, event, state, used) & ~needs
        nodes += more.bit_count() + (event.placed >= 0)
        if event.nested is not None:
            nodes += event.nested.nodes
        needs |= more
        kept.append(event)
    return kept[::-1], needs, nodes


def _needs(net: Network, event: Event, state: int, used: int) -> int:
    """What must have gone for an event to happen in a state."""
    if event.nested is not None:
        return event.nested.needs
    if event.truth >= 0:
        own = net.truths[event.truth].mask
        return own & ~(1 << event.placed) if event.placed >= 0 else own
    if event.rule >= 0:
        return _needs_of_rule(net, event.rule, state, used)
    found = 0
    for truth in event.pattern:
        found |= net.truths[truth].mask & ~state
    return found


def _needs_of_rule(net: Network, rule: int, state: int, used: int) -> int:
    """A small set of what has gone from a rule, without which it would not say the same."""
    primitive, width = net.board.model.primitives[rule], net.numbered.width
    full = (1 << width) - 1
    before = tuple([net.board.masks[v] for v in primitive.variables])
    now = tuple([state >> v * width & full for v in primitive.variables])
    known = _explained(net.board.model)
    key = (rule, before, now, used)
    if key not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        targets = [net.numbered.candidate(number) for number in bits(used)]
        found = _spared(net, rule, now, targets)
        known[key] = found & ~used
    return known[key]


def _spared(net: Network, rule: int, now: tuple[int, ...], targets: list[tuple[int, int]]) -> int:
    """What has gone from the variables that must not have it back.

    The variables get their candidates back one by one; those that may keep them do not matter.
    """
    primitive, width = net.board.model.primitives[rule], net.numbered.width
    masks = list(net.board.masks)
    for v, mask in zip(primitive.variables, now, strict=True):
        masks[v] = mask
    found = 0
    for v, mask in zip(primitive.variables, now, strict=True):
        before = net.board.masks[v]
        if before == mask:
            continue
        masks[v] = before
        if _possible(primitive.feasible, masks, targets):
            masks[v] = mask
            found |= (before & ~mask) << v * width
    return found


def _possible(
    feasible: Callable[[list[int]], bool], masks: list[int], targets: list[tuple[int, int]]
) -> bool:
    """Whether there is a filling, or one with some of the targets."""
    if not targets:
        return feasible(masks)
    for variable, value in targets:
        kept, masks[variable] = masks[variable], 1 << value
        found = feasible(masks)
        masks[variable] = kept
        if found:
            return True
    return False


def steps_of(net: Network, board: Board, chain: Chain) -> tuple[Step, ...]:
    """The events of a chain as steps from a board on which its assumption has not been made."""
    assumed = [net.numbered.candidate(chain.assumed)]
    board = board.placed(assumed) if chain.holds else board.without(assumed)
    found = []
    for event in chain.events:
        step = _step(net, board, event)
        board = step.apply(board)
        found.append(step)
    if chain.end is not None:
        found.append(_end(net, chain.end))
    return tuple(found)


def refutation(net: Network, board: Board, chain: Chain) -> Refutation:
    """A chain that ends in a contradiction, as an argument."""
    candidate = net.numbered.candidate(chain.assumed)
    return Refutation(candidate, steps_of(net, board, chain), chain.holds)


def _step(net: Network, board: Board, event: Event) -> Step:
    candidates = net.numbered.candidates(event.gone)
    if event.placed >= 0:
        strong = net.truths[event.truth]
        placed = (net.numbered.candidate(event.placed),)
        name = "hidden-single" if strong.variable is None else "naked-single"
        return Step(name, placed, arguments=(Rank((_truth(strong, placed),)),))
    if event.rule >= 0:
        return Step("fillings", eliminations=candidates, arguments=(Fillings(event.rule),))
    if event.nested is not None:
        argument = refutation(net, board, event.nested)
        return Step("contradiction", eliminations=candidates, arguments=(argument,))
    return _pattern(net, board, event)


def _end(net: Network, end: Event) -> Step:
    if end.rule >= 0:
        return Step("contradiction", arguments=(Fillings(end.rule),))
    strong = net.truths[end.truth]
    lost = Role("pattern", net.numbered.candidates(strong.mask))
    return Step("contradiction", arguments=(Rank((_truth(strong, ()),)),), roles=(lost,))


def _truth(strong: Strong, candidates: tuple[tuple[int, int], ...]) -> Truth:
    return Truth(candidates, strong.variable, strong.primitive)


def _pattern(net: Network, board: Board, event: Event) -> Step:
    here = alive(board)
    masks = [net.truths[number].mask & here for number in event.pattern]
    parts = [net.numbered.candidates(mask) for mask in masks]
    held = [
        _truth(net.truths[number], own) for number, own in zip(event.pattern, parts, strict=True)
    ]
    gone = net.numbered.candidates(event.gone)
    if len(parts) == 1:
        # The candidates of a truth need not exclude one another.
        arguments = tuple([overrun(board, held, [], target) for target in gone])
        return Step("locked-candidates", eliminations=gone, arguments=arguments)
    (a, b), (c, d) = parts
    near, far = _ends(net, masks[0])
    if not (near >> net.numbered.number(c) & 1 and far >> net.numbered.number(d) & 1):
        c, d = d, c
    links = [(a, c), (b, d)]
    targets: list[list[tuple[int, int]]] = [[], []]
    for number in bits(event.gone):
        first = all(net.kills[net.numbered.number(one)] >> number & 1 for one in links[0])
        targets[0 if first else 1].append(net.numbered.candidate(number))
    return Step("pair", eliminations=gone, arguments=covered(board, held, links, targets))
