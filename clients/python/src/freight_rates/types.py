"""What the service takes and answers, as typed dictionaries. Answers can have more members; openapi.json has all."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

JsonObject = dict[str, Any]


class _LaneEnds(TypedDict):
    originTerminal: str
    destinationCity: str
    destinationState: str


class Lane(_LaneEnds, total=False):
    """A lane to price: from a terminal by its exact name to a US destination."""

    originType: Literal["marine", "rail", "intermodal"]
    destinationZip: str
    equipment: str
    hazmat: bool
    overweight: bool
    #: YYYY-MM-DD; default: today.
    date: str


class RateAnalysis(TypedDict):
    """A market rate in USD; distances are one-way road miles."""

    suggestedRate: float
    ratePerMile: float
    confidenceScore: int
    distance: float
    #: `min` and `max` of the middle 80% of what is expected.
    rateRange: dict[str, float]
    trend: Literal["rising", "falling", "stable"]
    activity: Literal["low", "medium", "high"]
    timeline: JsonObject
    forecast: JsonObject
    basis: JsonObject
    fuel: JsonObject
    tolls: JsonObject
    surcharges: list[JsonObject]
    surchargesTotal: float
    excluded: list[JsonObject]
    distanceSource: str
    warnings: list[str]


class _RateResult(TypedDict):
    origin: JsonObject
    destination: JsonObject
    equipment: str
    date: str
    analysis: RateAnalysis


class RateResult(_RateResult, total=False):
    #: Only with include="route".
    route: JsonObject


class Terminal(TypedDict):
    """`name` is what `Lane.originTerminal` takes."""

    name: str
    type: Literal["marine", "rail", "intermodal"]
    geolocation: list[float]
    address: str
    city: str
    state: str
    zip: str
    aliases: list[str]
    codes: JsonObject


class _NewQuote(TypedDict):
    origin: str
    destination: str
    equipment_type: str
    #: YYYY-MM-DD
    pickup_date: str


class NewQuote(_NewQuote, total=False):
    """A move to quote. Optional fields that are None are not sent."""

    customer: str | None
    customer_reference: str | None
    pricing_type: str | None
    weekly_volume: float | None
    price: JsonObject | None
    special_requirements: list[Any] | None
    stops: list[str] | None
    weight_lbs: float | None
    commodity: str | None


class Quote(TypedDict):
    """A stored quote. Amounts are in USD."""

    quote_id: str
    status: Literal["active", "expired", "converted"]
    #: The end of the last day, in UTC.
    expiry_date: str
    pricing: JsonObject
    service_details: JsonObject
    equipment_type: str
    route: JsonObject
    rate_source: JsonObject
    market: JsonObject
    warnings: list[str]
    created_at: str


class _QuoteListItem(TypedDict):
    quote_id: str
    status: Literal["active", "expired", "converted"]
    outcome: str
    created_at: str
    equipment_type: str
    total_rate: float
    currency: str
    route: JsonObject
    customer: str
    customer_id: str | None
    customer_reference: str


class QuoteListItem(_QuoteListItem, total=False):
    #: ISO 8601; absent if converted.
    expiry_date: str
    #: cost, amount and percent; absent for quotes of earlier versions.
    margin: JsonObject


class _Webhook(TypedDict):
    id: str
    url: str
    events: list[str]
    orgId: str
    enabled: bool
    livemode: bool


class Webhook(_Webhook, total=False):
    #: Only in the answers of create and rotate_secret.
    secret: str


class WebhookEvent(TypedDict):
    """The body of a webhook. `object` depends on `event`."""

    id: str
    event: str
    created: str
    livemode: bool
    object: JsonObject
