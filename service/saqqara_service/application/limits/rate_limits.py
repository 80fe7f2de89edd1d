"""Rate limits of tokens and addresses: token buckets in Redis, shared by all replicas.

A budget has `burst` calls, and gains `per_s` each second. A call pays one when it begins, and its
processor time beyond `CALL_MS` when it ends; this may leave a debt. An action that answers an
awaited turn costs nothing and is never delayed. Each process remembers the levels that it has seen,
so that it can refuse without asking Redis and a flood costs Redis nothing. A refusal also costs a
little, and after many refusals answers are delayed (`throttle.py`).
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
"""The budget of all calls of an address, with or without a token."""
TOTAL_WORTH: Final = 2
"""The factor for calls with tokens: the bots of a class share one address."""
FEWEST_REGISTRATIONS: Final = 50
"""An address registers half of its day's accounts at once, but at least a class."""
REGISTRATIONS_PER_S: Final = 0.2
CALL_MS: Final = 5.0
"""The processor time that a call includes; a longer one costs proportionally more."""
REMEMBERED: Final = 4_096
SETTLED_EVERY: Final = 4
"""Calls; a long operation pays after each of so many."""

BYTES_OF_NOTE: Final = 4_096
"""The bytes of notes that cost a call: they stay in Redis until their match is archived."""
BYTES_OF_CALL: Final = 65_536
"""The bytes of a document that cost one more call; the largest costs nine, compressed one."""
REFUSAL_S: Final = 0.002
"""The minimum processor time that a refusal costs."""
UNSEEN_S: Final = 0.0007
"""The processor time of parser, event loop and log for a request, which no meter measures."""
HANDSHAKE_S: Final = 0.002
"""The processor time of opening and closing a websocket."""

ROUNDING: Final = 1e-6
"""Calls; smaller debts are rounding errors."""


class Charge(Enum):
    """Which budget pays for an operation."""

    USUAL = auto()
    """One call of the token's budget; without a valid token, of the address's."""

    REGISTRATION = auto()
    """One call of the address's own budget for registrations."""

    ACTION = auto()
    """Nothing if the action is applied; otherwise one call."""

    FIELDS = auto()
    """Nothing: its fields are charged one by one."""


class RequestCost(CostMeter):
    """The cost of one request or operation, and who pays for it."""

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
        """Return whether an action is charged its kind's mean cost instead of being measured."""
        self.play = play
        self.is_measured = self._rate_limits.play_costs.wants(play, self.client.address)
        return not self.is_measured

    @property
    def so_far_s(self) -> float:
        """The measured or assumed cost, including the running step."""
        if self.play is None or self.is_measured:
            return super().so_far_s
        return self._rate_limits.play_costs.of(self.play, self.outcome)

    @property
    def calls(self) -> float:
        """The cost so far, in calls."""
        if self.has_acted and not self.payers:
            return 0.0
        costs = whole_ms(self.so_far_s - self.forgiven_s) / CALL_MS
        return max(self.paid, costs, 0.0 if self.is_refused else 1.0)

    def heed(self) -> None:
        """Charge a long operation while it runs."""
        self._rate_limits.settle(self)


def request_cost() -> RequestCost | None:
    """Return the cost of the running task's operation, if there is one."""
    one = meter()
    return one if isinstance(one, RequestCost) else None


def payers() -> dict[str, str]:
    """Return the payers of the running task's operation: subjects by budget."""
    one = request_cost()
    return {} if one is None else {payer.budget.name: payer.subject for payer in one.payers}


class RateLimits:
    """The rate limits, as one process sees the shared buckets."""

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
        """Refuse a client whose budget is known to be empty, before anything is looked up."""
        if charge is Charge.ACTION:
            return
        known = [self._ceiling(client)]
        if token is not None and charge is not Charge.REGISTRATION:
            known.append(Payer(self._token, id_of(token)))
        for payer in known:
            if not self._known(payer).remaining:
                raise self.refuse(client, payer)

    def note_caller(self, client: Client, caller: Caller) -> None:
        """Let an authenticated request queue as its account."""
        if (one := request_cost()) is not None:
            one.keys = (client.address, caller.account_id)

    async def charge(self, client: Client, caller: Caller | None, charge: Charge) -> None:
        """Charge one call; raises `RateLimited` if the budget is empty."""
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
        """Count and charge a refusal, and return it; its `Retry-After` includes that charge."""
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
        """Charge one call for an action that was not applied; it has its answer already."""
        payer = Payer(self._token, _subject(caller))
        level, _is_taken = await self._take(payer)
        self._paid(client, payer, level)

    def note_kept(self, caller: Caller, size: int) -> None:
        """Charge the bytes of a note, which is kept even if the budget is empty."""
        self._owe(Payer(self._token, _subject(caller)), size / BYTES_OF_NOTE)

    def begin_action(self, client: Client, caller: Caller) -> Payer | None:
        """Count an action until `end_action`; return the payer if its budget may be empty.

        All running actions may turn out to need a call, so each reserves one.
        """
        subject = _subject(caller)
        under_way = self._acting[subject]
        self._acting[subject] += 1
        for payer in (Payer(self._token, subject), self._ceiling(client)):
            if self._known(payer).remaining <= under_way:
                return payer
        return None

    def end_action(self, caller: Caller) -> None:
        """Stop counting an action."""
        subject = _subject(caller)
        self._acting[subject] -= 1
        if not self._acting[subject]:
            del self._acting[subject]

    def charge_connection(self, client: Client) -> float:
        """Charge a websocket to its address, and return the seconds by which it is delayed.

        It is not refused, because that would keep a bot from its matches.
        """
        if self._known(self._ceiling(client)).remaining:
            self._owe(self._ceiling(client), 1.0)
            return 0.0
        self._owe_time(self._ceiling(client), HANDSHAKE_S)
        self.throttle.add(client.address, HANDSHAKE_S)
        return self.throttle.late_s(client.address)

    def charge_unasked(self, client: Client, spent_s: float) -> None:
        """Charge a request that no budget can refuse: a health check, or a malformed head."""
        self._owe(self._ceiling(client), 1.0)
        self.throttle.add(client.address, spent_s + UNSEEN_S)

    def owe_for(self, payers: Mapping[str, str], spent_s: float) -> None:
        """Charge subjects, by budget, for later work that their requests caused."""
        for name, subject in payers.items():
            if (
                budget := self._budgets.get(name)
            ) is not None:  # replicas of another release may have others
                self._owe(Payer(budget, subject), spent_s * 1000 / CALL_MS)

    def is_unpaid(self, one: RequestCost) -> bool:
        """Return whether no budget pays for a request, so that its answer may be delayed."""
        if one.payers or one.has_acted:
            return False
        if one.is_refused:
            return one.refuser is not None
        return not self._known(self._ceiling(one.client)).remaining

    def note_sent(self, one: RequestCost, size: int) -> None:
        """Charge an address for the bytes of a document or page."""
        if not (one.payers or one.has_acted or one.is_refused):
            for payer in (Payer(self._address, one.client.address), self._ceiling(one.client)):
                self._owe(payer, size / BYTES_OF_CALL)

    def settle(self, one: RequestCost) -> None:
        """Charge the payers for processor time beyond their payments."""
        due = whole_ms(one.spent_s - one.forgiven_s) / CALL_MS - one.paid
        if one.payers and due > 0:
            one.paid += due
            for payer in one.payers:
                self._owe(payer, due)

    def close(self, one: RequestCost) -> None:
        """Settle a finished request; without another payer its address pays."""
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
        """Delay the address by the time in which its share pays for this request."""
        address, spent_s = one.client.address, one.spent_s + UNSEEN_S
        if self.throttle.late_s(address):  # the first refusal has already been charged
            self._owe_time(one.refuser or self._ceiling(one.client), spent_s - REFUSAL_S)
        self.throttle.add(address, spent_s)

    def _owe_time(self, payer: Payer, spent_s: float) -> None:
        """Charge the calls that would come back while the share pays for this processor time."""
        if spent_s > 0:
            self._owe(payer, spent_s / SHARE * payer.budget.per_s)

    def _ceiling(self, client: Client) -> Payer:
        return Payer(self._total, client.address)

    def _paid(self, client: Client, payer: Payer, level: BucketLevel) -> None:
        """Record a paid call, and charge it to the address too."""
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
        except Busy:  # a store that cannot count must not stop play
            return level, True
        level = BucketLevel(budget, took.full_in_s + self._unreported_s(payer))
        self._remember(payer, level.full_in_s)
        return level, took.is_taken

    def _owe(self, payer: Payer, calls: float) -> None:
        """Record a debt here at once, and in Redis when it is large enough for a round trip."""
        budget = payer.budget
        lacking_s = self._known(payer).full_in_s + calls / budget.per_s
        self._remember(payer, min(lacking_s, budget.fill_s + DEBT_S))
        owed = self._owed.pop(payer, 0.0) + calls
        if owed >= payer.lot:
            self._on_the_way[payer] += owed
            begin = asyncio.get_running_loop().create_task
            task = begin(
                self._report_debt(payer, owed), context=Context()
            )  # its own cost is not charged
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
        except Busy:  # debts are lost while Redis is away
            return
        finally:
            self._on_the_way[payer] -= calls
            if self._on_the_way[payer] < ROUNDING:
                del self._on_the_way[payer]
        self._remember(payer, took.full_in_s + self._unreported_s(payer))

    def _unreported_s(self, payer: Payer) -> float:
        """Return the time in which the bucket regains debts that Redis does not know yet."""
        owed = self._owed.get(payer, 0.0) + self._on_the_way.get(payer, 0.0)
        return owed / payer.budget.per_s

    def _known(self, payer: Payer) -> BucketLevel:
        """Return the highest possible level: the last one from Redis, refilled since."""
        full_at = self._full_at.get(payer, 0.0)
        return BucketLevel(payer.budget, max(0.0, full_at - self._clock()))

    def _remember(self, payer: Payer, full_in_s: float) -> None:
        self._full_at[payer] = self._clock() + full_in_s
        self._full_at.move_to_end(payer)
        if len(self._full_at) > REMEMBERED:
            self._full_at.popitem(last=False)


def _subject(caller: Caller) -> str:
    return caller.token_id or caller.player_id
