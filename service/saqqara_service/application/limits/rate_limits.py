"""How much each token and each address may ask, counted in Redis for all replicas together.

A budget is a bucket: `burst` calls at once, and `per_s` more each second. A call pays one when it
begins, and what it cost beyond `CALL_MS` of the processor's time when it is over; the budget may be
in debt then. An action that is the first answer to an offered turn costs nothing and is never held
up. What is known here of a bucket is enough to refuse without asking Redis, so that a flood costs
it nothing. A refusal puts the next call off a little, and is answered late if many came before it:
see `throttle.py`.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Mapping
from contextvars import Context
from enum import Enum, auto
from typing import Final

from saqqara_service.application.limits.meter import CostMeter, meter, whole_ms
from saqqara_service.application.limits.play_costs import Named, PlayCosts
from saqqara_service.application.limits.throttle import SHARE, Throttle
from saqqara_service.application.limits.token_buckets import BucketLevel, Client, Payer, RateLimit
from saqqara_service.errors import Busy, RateLimited
from saqqara_service.models import Caller
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from saqqara_service.storage.accounts.tokens import id_of
from saqqara_service.storage.limits.token_buckets import DEBT_S, TokenBuckets

TOTAL: Final = "address_total"
"""The budget of all calls of an address, whoever pays for them besides."""
TOTAL_WORTH: Final = 2
"""An address asks twice as much with tokens as without: a class shares one."""
FEWEST_REGISTRATIONS: Final = 50
"""An address registers half of its day's accounts at once, but at least a class."""
REGISTRATIONS_PER_S: Final = 0.2
CALL_MS: Final = 5.0
"""The processor time that a call includes; a longer one costs proportionally more."""
REMEMBERED: Final = 4_096
SETTLED_EVERY: Final = 4
"""Calls: what goes on for long is paid for as it goes."""

BYTES_OF_CALL: Final = 65_536
"""Bytes of a document for one more call; the longest costs nine calls, or one compressed."""
REFUSAL_S: Final = 0.002
"""Of the processor: for so much a refusal puts the next call off, even if it took less."""
UNSEEN_S: Final = 0.0007
"""What the parser, the loop and the log take of a request, which no meter sees."""
HANDSHAKE_S: Final = 0.002
"""What a websocket takes until it is greeted, and when it ends."""

ROUNDING: Final = 1e-6
"""Calls: what sums and differences of debts may leave of nothing."""


class Charge(Enum):
    """What an operation costs."""

    USUAL = auto()
    """One call of the token's budget, or of the address's where no good token came."""

    REGISTRATION = auto()
    """One call of the address's own budget for registrations."""

    ACTION = auto()
    """Nothing if it is applied; else one call."""

    FIELDS = auto()
    """Nothing: what is asked of it is charged field by field."""


class RequestCost(CostMeter):
    """What one request or operation costs, and who pays for it."""

    __slots__ = (
        "_rate_limits",
        "client",
        "forgiven_s",
        "has_acted",
        "is_refused",
        "level",
        "paid",
        "payers",
        "play",
        "refuser",
    )

    def __init__(self, client: Client, rate_limits: RateLimits) -> None:
        super().__init__((client.address,), SETTLED_EVERY * CALL_MS / 1000)
        self._rate_limits = rate_limits
        self.client = client
        self.payers: tuple[Payer, ...] = ()
        self.play: Named | None = None
        self.paid = 0.0
        self.forgiven_s = 0.0
        self.has_acted = False
        self.is_refused = False
        self.refuser: Payer | None = None
        self.level: BucketLevel | None = None

    def excuse(self, play: Named) -> bool:
        """Take an action for what others like it cost, unless it is to be measured; whether so."""
        self.play = play
        self.is_measured = self._rate_limits.play_costs.wants(play, self.client.address)
        return not self.is_measured

    @property
    def so_far_s(self) -> float:
        """What it has cost, or is taken to have cost, with the step that runs now."""
        if self.play is None or self.is_measured:
            return super().so_far_s
        return self._rate_limits.play_costs.of(self.play, self.outcome)

    @property
    def calls(self) -> float:
        """What it costs so far, in calls of the budget that pays."""
        if self.has_acted and not self.payers:
            return 0.0
        costs = whole_ms(self.so_far_s - self.forgiven_s) / CALL_MS
        return max(self.paid, costs, 0.0 if self.is_refused else 1.0)

    def heed(self) -> None:
        """Let what goes on for long be paid as it goes."""
        self._rate_limits.settle(self)


def request_cost() -> RequestCost | None:
    """The cost of the operation that the running task works for."""
    one = meter()
    return one if isinstance(one, RequestCost) else None


def payers() -> dict[str, str]:
    """Who pays for the operation that the running task works for: subjects by budgets."""
    one = request_cost()
    return {} if one is None else {payer.budget.name: payer.subject for payer in one.payers}


class RateLimits:
    """The process's view of the shared buckets."""

    def __init__(self, settings: Settings, buckets: TokenBuckets, metrics: Metrics) -> None:
        self._token = RateLimit("token", settings.token_burst, settings.token_per_s)
        self._address = RateLimit("address", settings.address_burst, settings.address_per_s)
        self._total = RateLimit(
            TOTAL, TOTAL_WORTH * settings.address_burst, TOTAL_WORTH * settings.address_per_s
        )
        registrations = max(FEWEST_REGISTRATIONS, settings.address_accounts_per_day // 2)
        self._registration = RateLimit("registration", registrations, REGISTRATIONS_PER_S)
        every = (self._token, self._address, self._total, self._registration)
        self._budgets = {budget.name: budget for budget in every}
        self._buckets = buckets
        self._limited = metrics.limited
        self._clock = asyncio.get_running_loop().time
        self.throttle = Throttle(self._clock)
        self.control_throttle = Throttle(self._clock)
        self.play_costs = PlayCosts()
        self._full_at: OrderedDict[Payer, float] = OrderedDict()
        self._owed: dict[Payer, float] = {}
        self._on_the_way: defaultdict[Payer, float] = defaultdict(float)
        self._reports: set[asyncio.Task[None]] = set()
        self._acting: Counter[str] = Counter()

    def demand_unspent(self, client: Client, token: str | None, charge: Charge) -> None:
        """Refuse who is known to have spent a budget, before anything is looked up."""
        if charge is Charge.ACTION:
            return
        known = [self._ceiling(client)]
        if token is not None and charge is not Charge.REGISTRATION:
            known.append(Payer(self._token, id_of(token)))
        for payer in known:
            if not self._known(payer).remaining:
                raise self.refuse(client, payer)

    def note_caller(self, client: Client, caller: Caller) -> None:
        """Let who has shown a good token wait among others as its account."""
        if (one := request_cost()) is not None:
            one.keys = (client.address, caller.account_id)

    async def charge(self, client: Client, caller: Caller | None, charge: Charge) -> None:
        """Take one call from the budget that pays for it; raises `RateLimited` if it is spent."""
        match charge, caller:
            case (Charge.ACTION, Caller()) | (Charge.FIELDS, _):
                return
            case Charge.REGISTRATION, _:
                payer = Payer(self._registration, client.address)
            case _, Caller():
                payer = Payer(self._token, _subject(caller))
            case _:
                payer = Payer(self._address, client.address)
        ceiling = self._ceiling(client)
        if not self._known(ceiling).remaining:
            raise self.refuse(client, ceiling)
        level, is_taken = await self._take(payer)
        if not is_taken:
            raise self.refuse(client, payer)
        self._paid(client, payer, level)

    def refuse(self, client: Client, payer: Payer) -> RateLimited:
        """The refusal of a call, counted; who waits as it tells has waited for it too."""
        self._limited.labels(payer.budget.name).inc()
        one, now = request_cost(), self._clock()
        if one is None or one.refuser is None:
            self._owe_time(payer, REFUSAL_S)
            client.is_early = now < client.wait_until
        if one is not None:
            one.is_refused, one.refuser = True, payer
        level = self._known(payer)
        client.wait_until = now + level.wait_s
        return client.refuse(level)

    async def charge_action(self, client: Client, caller: Caller) -> None:
        """Take one call for an action that was not applied, which has its answer already."""
        payer = Payer(self._token, _subject(caller))
        level, _is_taken = await self._take(payer)
        self._paid(client, payer, level)

    def begin_action(self, client: Client, caller: Caller) -> Payer | None:
        """Count an action until `end_action`; answers whose budget is spent.

        Actions under way may all have to be paid for.
        """
        subject = _subject(caller)
        under_way = self._acting[subject]
        self._acting[subject] += 1
        for payer in (Payer(self._token, subject), self._ceiling(client)):
            if self._known(payer).remaining <= under_way:
                return payer
        return None

    def end_action(self, caller: Caller) -> None:
        """The action is over."""
        subject = _subject(caller)
        self._acting[subject] -= 1
        if not self._acting[subject]:
            del self._acting[subject]

    def charge_connection(self, client: Client) -> float:
        """Count a websocket with the address, and how late it is let in.

        To refuse it would keep a bot from its matches.
        """
        if self._known(self._ceiling(client)).remaining:
            self._owe(self._ceiling(client), 1.0)
            return 0.0
        self._owe_time(self._ceiling(client), HANDSHAKE_S)
        self.throttle.add(client.address, HANDSHAKE_S)
        return self.throttle.late_s(client.address)

    def charge_unasked(self, client: Client, spent_s: float) -> None:
        """Count what no budget is asked for: a look at the health, a head that is no head."""
        self._owe(self._ceiling(client), 1.0)
        self.throttle.add(client.address, spent_s + UNSEEN_S)

    def owe_for(self, payers: Mapping[str, str], spent_s: float) -> None:
        """Let subjects, by budgets, owe for work of ours that came of what they asked for."""
        for name, subject in payers.items():
            if (budget := self._budgets.get(name)) is not None:  # another release may have others
                self._owe(Payer(budget, subject), spent_s * 1000 / CALL_MS)

    def is_unpaid(self, one: RequestCost) -> bool:
        """Whether no budget pays for it, so that its answer may be late; what we owe never is."""
        if one.payers or one.has_acted:
            return False
        if one.is_refused:
            return one.refuser is not None
        return not self._known(self._ceiling(one.client)).remaining

    def note_sent(self, one: RequestCost, size: int) -> None:
        """Let an address owe for the bytes of an answer for which no operation was charged."""
        if not (one.payers or one.has_acted or one.is_refused):
            for payer in (Payer(self._address, one.client.address), self._ceiling(one.client)):
                self._owe(payer, size / BYTES_OF_CALL)

    def settle(self, one: RequestCost) -> None:
        """Let those who pay owe what was spent beyond what they have paid."""
        due = whole_ms(one.spent_s - one.forgiven_s) / CALL_MS - one.paid
        if one.payers and due > 0:
            one.paid += due
            for payer in one.payers:
                self._owe(payer, due)

    def close(self, one: RequestCost) -> None:
        """The last settlement; what nobody has paid for so far the address pays."""
        if one.play is not None:
            self.play_costs.watch(one.client.address, is_applied=one.has_acted)
            spent_s = one.spent_s if one.is_measured else None
            self.play_costs.note(one.play, one.outcome, spent_s)
            one.spent_s = one.so_far_s
        if self.is_unpaid(one):
            self._throttle(one)
        if not one.payers and not one.has_acted:
            ceiling = self._ceiling(one.client)
            if one.is_refused:
                one.payers = (ceiling,)
            else:
                one.payers = (Payer(self._address, one.client.address), ceiling)
                for payer in one.payers:
                    self._owe(payer, 1.0)
                one.paid = 1.0
        self.settle(one)

    def _throttle(self, one: RequestCost) -> None:
        """Put the next call off for as long as the share of the processor takes to pay this."""
        address, spent_s = one.client.address, one.spent_s + UNSEEN_S
        if self.throttle.late_s(address):  # who asked once was told how long to wait
            self._owe_time(one.refuser or self._ceiling(one.client), spent_s - REFUSAL_S)
        self.throttle.add(address, spent_s)

    def _owe_time(self, payer: Payer, spent_s: float) -> None:
        """Owe the calls that come back in the time in which the share pays for that much."""
        if spent_s > 0:
            self._owe(payer, spent_s / SHARE * payer.budget.per_s)

    def _ceiling(self, client: Client) -> Payer:
        return Payer(self._total, client.address)

    def _paid(self, client: Client, payer: Payer, level: BucketLevel) -> None:
        """Note a call that was paid for, which the address pays as well."""
        ceiling = self._ceiling(client)
        self._owe(ceiling, 1.0)
        client.note(self._known(ceiling))
        client.note(level)
        if (one := request_cost()) is not None:
            one.payers = (payer, ceiling)
            one.paid += 1
            one.level = level

    async def _take(self, payer: Payer) -> tuple[BucketLevel, bool]:
        budget, level = payer.budget, self._known(payer)
        if not level.remaining:
            return level, False
        try:
            took = await self._buckets.take(
                budget.name, payer.subject, fill_s=budget.fill_s, cost_s=1 / budget.per_s
            )
        except Busy:  # who cannot count lets pass
            return level, True
        level = BucketLevel(budget, took.full_in_s + self._unreported_s(payer))
        self._remember(payer, level.full_in_s)
        return level, took.is_taken

    def _owe(self, payer: Payer, calls: float) -> None:
        """Heed a debt at once, and tell Redis of it when it is worth the way."""
        budget = payer.budget
        lacking_s = self._known(payer).full_in_s + calls / budget.per_s
        self._remember(payer, min(lacking_s, budget.fill_s + DEBT_S))
        owed = self._owed.pop(payer, 0.0) + calls
        if owed >= payer.lot:
            self._on_the_way[payer] += owed
            begin = asyncio.get_running_loop().create_task
            task = begin(
                self._report_debt(payer, owed), context=Context()
            )  # what it costs is not owed
            self._reports.add(task)
            task.add_done_callback(self._reports.discard)
            return
        self._owed[payer] = owed
        if len(self._owed) > REMEMBERED:
            del self._owed[next(iter(self._owed))]

    async def _report_debt(self, payer: Payer, calls: float) -> None:
        budget = payer.budget
        try:
            took = await self._buckets.owe(
                budget.name, payer.subject, fill_s=budget.fill_s, cost_s=calls / budget.per_s
            )
        except Busy:  # who cannot count forgives
            return
        finally:
            self._on_the_way[payer] -= calls
            if self._on_the_way[payer] < ROUNDING:
                del self._on_the_way[payer]
        self._remember(payer, took.full_in_s + self._unreported_s(payer))

    def _unreported_s(self, payer: Payer) -> float:
        """How long the bucket takes to fill what is owed and what Redis has not counted yet."""
        owed = self._owed.get(payer, 0.0) + self._on_the_way.get(payer, 0.0)
        return owed / payer.budget.per_s

    def _known(self, payer: Payer) -> BucketLevel:
        """What must be left at most, by what Redis said last; others may have taken since."""
        full_at = self._full_at.get(payer, 0.0)
        return BucketLevel(payer.budget, max(0.0, full_at - self._clock()))

    def _remember(self, payer: Payer, full_in_s: float) -> None:
        self._full_at[payer] = self._clock() + full_in_s
        self._full_at.move_to_end(payer)
        if len(self._full_at) > REMEMBERED:
            self._full_at.popitem(last=False)


def _subject(caller: Caller) -> str:
    return caller.token_id or caller.player_id
