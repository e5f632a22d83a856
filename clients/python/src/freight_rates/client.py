"""The clients: the same operations, one that waits and one that awaits."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, cast
from urllib.parse import quote as percent_encoded

import httpx

from .operations import Listing, Page, Resource, Sender, by_cursor, listing, operation
from .transport import Async, LogEntry, Options, Request, Sync, read_options
from .types import JsonObject, Lane, NewQuote, Quote, QuoteListItem, RateResult, Terminal, Webhook
from .webhooks import verify_webhook

#: In classes whose method `list` hides the type.
List = list

DEFAULT_URL = "http://localhost:3000"


def _path(*segments: str) -> str:
    """:raises TypeError: for an id that is empty or no text, which would name another operation"""
    for segment in segments:
        if not isinstance(segment, str) or segment in ("", ".", ".."):
            raise TypeError("An id must be a text that is not empty.")
    return "/" + "/".join(percent_encoded(segment, safe="") for segment in segments)


def _member(name: str) -> Callable[[Any], JsonObject]:
    return lambda body: cast(JsonObject, body[name])


def _given(body: Mapping[str, Any]) -> dict[str, Any]:
    """The members that have a value."""
    return {name: value for name, value in body.items() if value is not None}


def _get(path: str, member: str, query: Mapping[str, object] | None = None) -> Request[JsonObject]:
    return Request("GET", path, _member(member), query=query or {})


def _post(path: str, member: str, body: object = None) -> Request[JsonObject]:
    """A POST without a key, which is never retried."""
    return Request("POST", path, _member(member), body={} if body is None else body)


def _post_once(path: str, member: str, key: str | None, body: object = None) -> Request[JsonObject]:
    """A POST with an Idempotency-Key, so that retries have one effect."""
    return replace(_post(path, member, body), idempotency_key=key or str(uuid.uuid4()))


def _delete(path: str, member: str) -> Request[JsonObject]:
    return Request("DELETE", path, _member(member))


def _whole(body: Any) -> JsonObject:
    return cast(JsonObject, body)


class Terminals(Resource[Sender]):
    @listing
    def search(
        self,
        query: str | None = None,
        *,
        type: str | None = None,
        city: str | None = None,
        state: str | None = None,
        zip: str | None = None,
        lat: float | None = None,
        lng: float | None = None,
        radius: float | None = None,
        limit: int | None = None,
    ) -> Listing[Terminal]:
        """Finds ports, terminals and ramps by text, place or distance. Best match first, or nearest first."""
        parameters = {name: value for name, value in locals().items() if name != "self"}

        def read(body: Any) -> Page[Terminal]:
            return Page(body["data"], body["pagination"])

        def following(page: Page[Terminal]) -> Mapping[str, object] | None:
            current, last = page.pagination["currentPage"], page.pagination["totalPages"]
            return {"page": current + 1} if current < last else None

        return Listing(Request("GET", "/api/v1/terminals/search", read, query=parameters), following)


class Places(Resource[Sender]):
    @operation
    def search(self, /, query: str, *, limit: int | None = None) -> Request[list[JsonObject]]:
        """Suggests US cities and ZIP codes for a text that a person is typing."""
        return Request(
            "GET",
            "/api/v1/places/search",
            lambda body: cast("list[JsonObject]", body["data"]),
            query={"query": query, "limit": limit},
        )


class Rates(Resource[Sender]):
    @operation
    def price(
        self, /, lanes: Sequence[Lane], *, include: str | None = None, idempotency_key: str | None = None
    ) -> Request[list[RateResult]]:
        """Market rates for 1 to 10 lanes, in their order. The call counts once toward the monthly limit."""
        return Request(
            "POST",
            "/api/v1/rates",
            lambda body: cast("list[RateResult]", body["data"]),
            query={"include": include},
            body=list(lanes),
            idempotency_key=idempotency_key or str(uuid.uuid4()),
        )


class Uploads(Resource[Sender]):
    """Uploads of one kind of file. Send the file to the address of the answer; the import then starts by itself."""

    def __init__(self, sender: Sender, path: str, member: str) -> None:
        super().__init__(sender)
        self._base = path
        self._read = member

    @operation
    def create(self, /, *, idempotency_key: str | None = None, **body: Any) -> Request[JsonObject]:
        """Announces a file: `address` of the answer says where to send it."""
        return _post_once(self._base, self._read, idempotency_key, _given(body))

    @operation
    def get(self, /, upload_id: str) -> Request[JsonObject]:
        """How far the import is, and its rejected rows when it has ended."""
        return _get(self._base + _path(upload_id), self._read)

    @operation
    def cancel(self, /, upload_id: str) -> Request[JsonObject]:
        """Cancels an upload whose import has not ended."""
        return _delete(self._base + _path(upload_id), self._read)


QUOTES = "/api/v1/quotes"


class Quotes(Resource[Sender]):
    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.uploads = Uploads(sender, f"{QUOTES}/uploads", "upload")

    @operation
    def create(self, /, quote: NewQuote, *, idempotency_key: str | None = None) -> Request[Quote]:
        """Prices a move and stores the quote."""
        request = _post_once(QUOTES, "quote", idempotency_key, _given(quote))
        return cast("Request[Quote]", request)

    @operation
    def preview(self, /, quote: NewQuote) -> Request[JsonObject]:
        """Prices a move as `create` does, and stores nothing."""
        return replace(_post(f"{QUOTES}/preview", "preview", _given(quote)), is_read=True)

    @listing
    def list(
        self,
        *,
        status: str | None = None,
        outcome: str | None = None,
        customer: str | None = None,
        customer_reference: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Listing[QuoteListItem]:
        """Lists quotes, newest first. If quotes are deleted during an iteration, it can skip quotes."""
        parameters = {name: value for name, value in locals().items() if name != "self"}

        def read(body: Any) -> Page[QuoteListItem]:
            return Page(body["quotes"], body["pagination"])

        def following(page: Page[QuoteListItem]) -> Mapping[str, object] | None:
            after = page.pagination["offset"] + len(page.items)
            return {"offset": after} if page.items and after < page.pagination["total_count"] else None

        return Listing(Request("GET", QUOTES, read, query=parameters), following)

    @operation
    def get(self, /, quote_id: str) -> Request[Quote]:
        """Reads a quote."""
        return cast("Request[Quote]", _get(QUOTES + _path(quote_id), "quote"))

    @operation
    def sheet(self, /, quote_id: str) -> Request[str]:
        """The quote as a page (HTML) for its customer."""
        return Request("GET", QUOTES + _path(quote_id, "sheet"), str, accept="text/html")

    @operation
    def sheet_of(self, /, quote_ids: Sequence[str]) -> Request[str]:
        """Up to 50 quotes of a customer as one page (HTML). Stores nothing."""
        return Request(
            "POST",
            "/api/v1/quote-sheets",
            str,
            body={"quote_ids": [*quote_ids]},
            accept="text/html",
            is_read=True,
        )

    @operation
    def report(self, /, **query: Any) -> Request[JsonObject]:
        """Win rate, margin and spread to the market: `group_by`, `source`, `to`, `limit`, and `from` as `from_`."""
        return Request(
            "GET", "/api/v1/reports/quotes", _whole, query={name.rstrip("_"): value for name, value in query.items()}
        )

    @operation
    def events(self, /, quote_id: str) -> Request[List[JsonObject]]:
        """The events of a quote and their deliveries."""
        return Request("GET", QUOTES + _path(quote_id, "events"), lambda body: cast("list[JsonObject]", body["events"]))

    @operation
    def convert(self, /, quote_id: str, **conversion: Any) -> Request[JsonObject]:
        """Marks a quote as won: `converted_by`, `order_reference`. Not retried."""
        return _post(QUOTES + _path(quote_id, "convert"), "quote", conversion)

    @operation
    def decline(self, /, quote_id: str, reason: str, **details: Any) -> Request[JsonObject]:
        """Marks a quote as lost: `competitor_price`, `note`. Not retried."""
        return _post(QUOTES + _path(quote_id, "decline"), "quote", {"reason": reason, **details})

    @operation
    def revise(
        self, /, quote_id: str, changes: Mapping[str, Any] | None = None, *, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """A new quote with changed fields, which supersedes this one."""
        return _post_once(QUOTES + _path(quote_id, "revise"), "quote", idempotency_key, changes or {})

    @operation
    def delete(self, /, quote_id: str) -> Request[JsonObject]:
        """Deletes a quote. After a retry, QUOTE_NOT_FOUND can mean that an earlier attempt deleted it."""
        return _delete(QUOTES + _path(quote_id), "quote")

    @operation
    def share(
        self, /, quote_id: str, *, expires_in_days: int | None = None, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """A link to the quote's sheet that works without a key."""
        return replace(
            _post_once(
                QUOTES + _path(quote_id, "share"), "", idempotency_key, _given({"expires_in_days": expires_in_days})
            ),
            read=_whole,
        )

    @operation
    def read_share(self, /, quote_id: str) -> Request[JsonObject]:
        """The share link of a quote."""
        return Request("GET", QUOTES + _path(quote_id, "share"), _whole)

    @operation
    def revoke_share(self, /, quote_id: str) -> Request[JsonObject]:
        """Revokes the share link of a quote."""
        return Request("DELETE", QUOTES + _path(quote_id, "share"), _whole)

    @listing
    def list_shares(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """The share links of all quotes."""
        return by_cursor("/api/v1/shares", "shares", {"limit": limit})


CONTRACT_RATES = "/api/v1/contract-rates"


class ContractRates(Resource[Sender]):
    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.uploads = Uploads(sender, f"{CONTRACT_RATES}/uploads", "upload")

    @operation
    def create(
        self, /, rates: Sequence[Mapping[str, Any]], *, skip_invalid: bool = False, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Writes 1 to 1,000 rates, or none if one is invalid, unless `skip_invalid`."""
        return replace(
            _post_once(CONTRACT_RATES, "", idempotency_key, {"rates": list(rates), "skip_invalid": skip_invalid}),
            read=_whole,
        )

    @listing
    def list(self, /, **query: Any) -> Listing[JsonObject]:
        """Lists contract rates, newest first: `customer`, `equipment_type`, `origin`, `destination`, `effective_on`, `limit`."""
        return by_cursor(CONTRACT_RATES, "rates", query)

    @operation
    def get(self, /, rate_id: str, *, version: int | None = None) -> Request[JsonObject]:
        """Reads a contract rate."""
        return _get(CONTRACT_RATES + _path(rate_id), "rate", {"version": version})

    @operation
    def replace(self, /, rate_id: str, rate: Mapping[str, Any]) -> Request[JsonObject]:
        """Replaces a contract rate."""
        return Request("PUT", CONTRACT_RATES + _path(rate_id), _member("rate"), body=rate)

    @operation
    def delete(self, /, rate_id: str) -> Request[JsonObject]:
        """Deletes a contract rate."""
        return _delete(CONTRACT_RATES + _path(rate_id), "rate")


RFPS = "/api/v1/rfps"


class Rfps(Resource[Sender]):
    @operation
    def create(self, /, rfp: Mapping[str, Any], *, idempotency_key: str | None = None) -> Request[JsonObject]:
        """Creates an RFP. Its lanes are priced after the answer: read it until its status is `priced`."""
        return _post_once(RFPS, "rfp", idempotency_key, _given(rfp))

    @listing
    def list(self, /, **query: Any) -> Listing[JsonObject]:
        """Lists RFPs, newest first: `status`, `customer`, `created_from`, `created_to`, `limit`."""
        return by_cursor(RFPS, "rfps", query)

    @operation
    def get(self, /, rfp_id: str) -> Request[JsonObject]:
        """Reads an RFP."""
        return _get(RFPS + _path(rfp_id), "rfp")

    @listing
    def lanes(self, /, rfp_id: str, **query: Any) -> Listing[JsonObject]:
        """The lanes of an RFP with their results: `status`, `origin`, `sort`, `version`, `limit`."""
        return by_cursor(RFPS + _path(rfp_id, "lanes"), "lanes", query)

    @operation
    def results_address(self, /, rfp_id: str, **query: Any) -> Request[JsonObject]:
        """Where the results of a large RFP can be downloaded as a workbook (.xlsx): `url`, without a key."""
        return _get(RFPS + _path(rfp_id, "results.xlsx"), "file", {**query, "redirect": "false"})

    @operation
    def results(self, /, rfp_id: str, *, version: int | None = None) -> Request[str]:
        """The results of a priced RFP as CSV."""
        return Request("GET", RFPS + _path(rfp_id, "results.csv"), str, query={"version": version}, accept="text/csv")

    @operation
    def update(self, /, rfp_id: str, change: Mapping[str, Any]) -> Request[JsonObject]:
        """Changes name, margin and lanes."""
        return Request("PATCH", RFPS + _path(rfp_id), _member("rfp"), body=change)

    @operation
    def reprice(self, /, rfp_id: str, *, idempotency_key: str | None = None) -> Request[JsonObject]:
        """Prices all lanes again, in a new version."""
        return _post_once(RFPS + _path(rfp_id, "reprice"), "rfp", idempotency_key)

    @operation
    def close(self, /, rfp_id: str, *, idempotency_key: str | None = None) -> Request[JsonObject]:
        """Closes an RFP."""
        return _post_once(RFPS + _path(rfp_id, "close"), "rfp", idempotency_key)

    @operation
    def award(
        self, /, rfp_id: str, award: Mapping[str, Any], *, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Records lanes as won or lost."""
        return _post_once(RFPS + _path(rfp_id, "award"), "rfp", idempotency_key, award)

    @operation
    def delete(self, /, rfp_id: str) -> Request[JsonObject]:
        """Deletes an RFP."""
        return _delete(RFPS + _path(rfp_id), "rfp")


CHATS = "/api/v1/chats"


class Chats(Resource[Sender]):
    @operation
    def create(self, /, text: str, *, idempotency_key: str | None = None, **chat: Any) -> Request[JsonObject]:
        """Reads the lanes of a text: `subject`, `customer`, `received_at`."""
        return _post_once(CHATS, "chat", idempotency_key, {"text": text, **chat})

    @operation
    def add_message(self, /, chat_id: str, text: str, *, idempotency_key: str | None = None) -> Request[JsonObject]:
        """Answers questions, corrects or adds lanes."""
        return _post_once(CHATS + _path(chat_id, "messages"), "chat", idempotency_key, {"text": text})

    @listing
    def list(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """Lists chats, newest first."""
        return by_cursor(CHATS, "chats", {"limit": limit})

    @operation
    def get(self, /, chat_id: str) -> Request[JsonObject]:
        """Reads a chat."""
        return _get(CHATS + _path(chat_id), "chat")

    @operation
    def quote(self, /, chat_id: str, lanes: Any = "all", price: Any = None) -> Request[JsonObject]:
        """Makes a quote of each lane, at a price if one is set. A repetition makes no second quote."""
        body = {"lanes": lanes} if price is None else {"lanes": lanes, "price": price}
        return replace(_post(CHATS + _path(chat_id, "quotes"), "", body), read=_whole, is_read=True)

    @operation
    def reply(self, /, chat_id: str) -> Request[JsonObject]:
        """A draft answer with prices, validity and assumptions."""
        return Request("GET", CHATS + _path(chat_id, "reply"), _whole)

    @operation
    def delete(self, /, chat_id: str) -> Request[JsonObject]:
        """Deletes a chat."""
        return _delete(CHATS + _path(chat_id), "chat")


STRATEGY = "/api/v1/pricing-strategy"
ACCESSORIALS = "/api/v1/accessorials"


class PricingStrategy(Resource[Sender]):
    @operation
    def get(self) -> Request[JsonObject]:
        """Reads the current version."""
        return Request("GET", STRATEGY, _whole)

    @operation
    def replace(self, /, strategy: Mapping[str, Any], *, if_match: str | None = None) -> Request[JsonObject]:
        """Replaces the strategy; `if_match` is the version to replace."""
        return Request(
            "PUT", STRATEGY, _whole, body=strategy, headers={} if if_match is None else {"If-Match": if_match}
        )

    @listing
    def history(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """Earlier versions, newest first."""
        return by_cursor(f"{STRATEGY}/history", "versions", {"limit": limit})

    @operation
    def preview(self, /, terms: Mapping[str, Any]) -> Request[JsonObject]:
        """Prices the newest quotes with other terms; changes nothing."""
        return Request("POST", f"{STRATEGY}/preview", _whole, body=terms, is_read=True)


class Accessorials(Resource[Sender]):
    @operation
    def list(self, /, *, equipment_type: str | None = None, name: str | None = None) -> Request[JsonObject]:
        """The tariff of the organization."""
        return Request("GET", ACCESSORIALS, _whole, query={"equipment_type": equipment_type, "name": name})

    @operation
    def replace(self, /, tariff: Mapping[str, Any], *, if_match: str | None = None) -> Request[JsonObject]:
        """Replaces the organization's own tariff."""
        return Request(
            "PUT", ACCESSORIALS, _whole, body=tariff, headers={} if if_match is None else {"If-Match": if_match}
        )


class Organization(Resource[Sender]):
    @operation
    def get(self) -> Request[JsonObject]:
        """The organization of the key."""
        return _get("/api/v1/organization", "data")

    @operation
    def profile(self) -> Request[JsonObject]:
        """What quote sheets show of the organization."""
        return _get("/api/v1/organization/profile", "profile")

    @operation
    def replace_profile(self, /, **profile: Any) -> Request[JsonObject]:
        """Replaces all fields of the profile. The logo is a PNG or JPEG file as base64."""
        return Request("PUT", "/api/v1/organization/profile", _member("profile"), body=_given(profile))

    @operation
    def mail(self) -> Request[JsonObject]:
        """The mail address of the organization, and who can send to it."""
        return _get("/api/v1/organization/mail", "mail")

    @operation
    def replace_mail(self, /, senders: list[str]) -> Request[JsonObject]:
        """Replaces the list of senders whose mails become chats."""
        return Request("PUT", "/api/v1/organization/mail", _member("mail"), body={"senders": senders})


class Usage(Resource[Sender]):
    @operation
    def get(self, /, *, months: int | None = None) -> Request[JsonObject]:
        """Calls counted against the monthly limit."""
        return _get("/api/v1/usage", "data", {"months": months})


KEYS = "/api/v1/keys"


class Keys(Resource[Sender]):
    @operation
    def create(
        self, /, name: str, scopes: Sequence[str], *, expires_at: str | None = None, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Creates a key. The answer has it only once."""
        return _post_once(
            KEYS, "data", idempotency_key, _given({"name": name, "scopes": list(scopes), "expiresAt": expires_at})
        )

    @operation
    def list(self) -> Request[List[JsonObject]]:
        """Lists the keys."""
        return Request("GET", KEYS, lambda body: cast("list[JsonObject]", body["data"]))

    @operation
    def rotate(
        self, /, key_id: str, *, overlap_hours: int | None = None, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Replaces a key; both work for the overlap."""
        return _post_once(
            KEYS + _path(key_id, "rotate"), "data", idempotency_key, _given({"overlapHours": overlap_hours})
        )

    @operation
    def delete(self, /, key_id: str) -> Request[JsonObject]:
        """Deletes a key."""
        return _delete(KEYS + _path(key_id), "data")


class AuditLog(Resource[Sender]):
    @listing
    def list(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """Changes to keys, webhooks, the pricing strategy and the organization, newest first."""
        return by_cursor("/api/v1/audit-log", "data", {"limit": limit})


class Market(Resource[Sender]):
    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.uploads = Uploads(sender, "/api/v1/market/uploads", "data")

    @operation
    def summary(self) -> Request[JsonObject]:
        """The imported loads of the organization."""
        return _get("/api/v1/market/summary", "data")


WEBHOOKS = "/v1/webhooks"


class Webhooks(Resource[Sender]):
    #: The same function as `freight_rates.verify_webhook`.
    verify = staticmethod(verify_webhook)

    @operation
    def create(
        self,
        /,
        url: str,
        org_id: str,
        events: Sequence[str],
        *,
        enabled: bool = True,
        idempotency_key: str | None = None,
    ) -> Request[Webhook]:
        """Registers a webhook. `secret` is absent if a retry got the repeated answer: call `rotate_secret`."""
        return cast(
            "Request[Webhook]",
            _post_once(
                WEBHOOKS,
                "data",
                idempotency_key,
                {"url": url, "orgId": org_id, "events": list(events), "enabled": enabled},
            ),
        )

    @operation
    def list(self) -> Request[List[Webhook]]:
        """Lists the webhooks, oldest first."""
        return Request("GET", WEBHOOKS, lambda body: cast("list[Webhook]", body["data"]))

    @operation
    def get(self, /, webhook_id: str) -> Request[Webhook]:
        """Reads a webhook."""
        return cast("Request[Webhook]", _get(WEBHOOKS + _path(webhook_id), "data"))

    @operation
    def health(self, /, webhook_id: str, *, hours: int | None = None) -> Request[JsonObject]:
        """Success rate and latency by hour."""
        return _get(WEBHOOKS + _path(webhook_id, "health"), "data", {"hours": hours})

    @operation
    def update(self, /, webhook_id: str, webhook: Mapping[str, Any]) -> Request[Webhook]:
        """Changes a webhook."""
        return cast("Request[Webhook]", Request("PUT", WEBHOOKS + _path(webhook_id), _member("data"), body=webhook))

    @operation
    def delete(self, /, webhook_id: str) -> Request[JsonObject]:
        """Deletes a webhook."""
        return _delete(WEBHOOKS + _path(webhook_id), "data")

    @operation
    def rotate_secret(self, /, webhook_id: str) -> Request[Webhook]:
        """Replaces the signing secret. The old one stays valid for a day. Not retried."""
        return cast("Request[Webhook]", _post(WEBHOOKS + _path(webhook_id, "rotate-secret"), "data"))

    @operation
    def test(self, /, webhook_id: str, *, event: str | None = None) -> Request[JsonObject]:
        """Sends a sample event now and returns its delivery. Not retried."""
        return _post(WEBHOOKS + _path(webhook_id, "test"), "data", _given({"event": event}))


class Deliveries(Resource[Sender]):
    @listing
    def list(self, /, webhook_id: str, **query: Any) -> Listing[JsonObject]:
        """Lists the deliveries of a webhook, newest first: `status`, `event`, `since`, `until`, `limit`."""
        return by_cursor(WEBHOOKS + _path(webhook_id, "deliveries"), "data", query)

    @operation
    def get(self, /, webhook_id: str, delivery_id: str) -> Request[JsonObject]:
        """Reads a delivery with its attempts and payload."""
        return _get(WEBHOOKS + _path(webhook_id, "deliveries", delivery_id), "data")

    @operation
    def redeliver(self, /, webhook_id: str, delivery_id: str) -> Request[JsonObject]:
        """Sends an event again. Not retried."""
        return _post(WEBHOOKS + _path(webhook_id, "deliveries", delivery_id, "redeliver"), "data")

    @operation
    def recover(self, /, webhook_id: str, since: str, until: str) -> Request[JsonObject]:
        """Sends the failed events of a period again. Not retried."""
        return _post(WEBHOOKS + _path(webhook_id, "recover"), "data", {"since": since, "until": until})


class _Client(Generic[Sender]):
    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self.terminals = Terminals(sender)
        self.places = Places(sender)
        self.rates = Rates(sender)
        self.quotes = Quotes(sender)
        self.contract_rates = ContractRates(sender)
        self.rfps = Rfps(sender)
        self.chats = Chats(sender)
        self.pricing_strategy = PricingStrategy(sender)
        self.accessorials = Accessorials(sender)
        self.organization = Organization(sender)
        self.usage = Usage(sender)
        self.keys = Keys(sender)
        self.audit_log = AuditLog(sender)
        self.market = Market(sender)
        self.webhooks = Webhooks(sender)
        self.deliveries = Deliveries(sender)


def _options(api_key: str | None, base_url: str | None, **options: Any) -> Options:
    key = os.environ.get("FREIGHT_API_KEY", "") if api_key is None else api_key
    url = os.environ.get("FREIGHT_URL", DEFAULT_URL) if base_url is None else base_url
    return read_options(key, url, **options)


class FreightClient(_Client[Sync]):
    """Calls the API and waits for answers. Use it in a `with` statement, or call `close`.

    :param api_key: default: the variable FREIGHT_API_KEY
    :param base_url: default: the variable FREIGHT_URL, or the service on this machine
    :param timeout: seconds of one attempt without a byte
    :param max_retries: retries after the first attempt
    :param log: receives each attempt, response and retry
    :param http: a client of httpx, for proxies and tests
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 4,
        log: Callable[[LogEntry], object] | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        super().__init__(Sync(_options(api_key, base_url, timeout=timeout, max_retries=max_retries, log=log), http))

    def close(self) -> None:
        self._sender.close()

    def __enter__(self) -> FreightClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncFreightClient(_Client[Async]):
    """The same client for asyncio: methods are awaited, lists are read with `async for`."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 4,
        log: Callable[[LogEntry], object] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(Async(_options(api_key, base_url, timeout=timeout, max_retries=max_retries, log=log), http))

    async def close(self) -> None:
        await self._sender.close()

    async def __aenter__(self) -> AsyncFreightClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
