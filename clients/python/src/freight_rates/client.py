"""The clients: the same operations, one that waits and one that awaits."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote as percent_encoded

import httpx

from .operations import Listing, Page, Resource, Sender, listing, operation, pages_of
from .transport import Async, LogEntry, Options, Request, Sync
from .types import JsonObject, Lane, NewQuote, Quote, QuoteListItem, RateResult, Terminal, Webhook
from .webhooks import verify_webhook

Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)

#: In classes whose method `list` hides the type.
List = list

DEFAULT_URL = "http://localhost:3000"

QUOTES = "/api/v1/quotes"
CUSTOMERS = "/api/v1/customers"
CONTRACT_RATES = "/api/v1/contract-rates"
RFPS = "/api/v1/rfps"
CHATS = "/api/v1/chats"
STRATEGY = "/api/v1/pricing-strategy"
ACCESSORIALS = "/api/v1/accessorials"
KEYS = "/api/v1/keys"
WEBHOOKS = "/v1/webhooks"


def _path(*segments: str) -> str:
    """:raises TypeError: for an id that is empty or no text, which would name another operation"""
    for segment in segments:
        if not isinstance(segment, str) or segment in ("", ".", ".."):
            raise TypeError("An id must be a text that is not empty.")
    return "/" + "/".join(percent_encoded(segment, safe="") for segment in segments)


def _member(name: str | None) -> Callable[[Any], Any]:
    """Reads a member of the answer; the whole answer without a name."""
    return lambda body: body if name is None else body[name]


def _given(body: Mapping[str, Any]) -> dict[str, Any]:
    """The members that have a value."""
    return {name: value for name, value in body.items() if value is not None}


def _named(arguments: Mapping[str, Any], *others: str) -> dict[str, Any]:
    """
    The arguments that have a value, by the names of the API: `from_` and `for_` are words of Python.

    :param others: arguments that are neither filters nor members of the body
    """
    return _given({name.rstrip("_"): value for name, value in arguments.items() if name not in ("self", *others)})


def _without_mark(csv: str) -> str:
    """A file for spreadsheets begins with a byte order mark."""
    return csv.removeprefix("\ufeff")


def _get(path: str, member: str | None = None, query: Mapping[str, object] | None = None) -> Request[Any]:
    return Request("GET", path, _member(member), query=query or {})


def _post(path: str, member: str | None, body: object = None) -> Request[Any]:
    """A POST without a key, which is never retried."""
    return Request("POST", path, _member(member), body={} if body is None else body)


def _post_once(path: str, member: str | None, key: str | None, body: object = None) -> Request[Any]:
    """A POST with an Idempotency-Key, so that retries have one effect."""
    return replace(_post(path, member, body), idempotency_key=key or str(uuid.uuid4()))


def _put(path: str, member: str | None, body: object, if_match: str | None = None) -> Request[Any]:
    headers = {} if if_match is None else {"If-Match": if_match}
    return Request("PUT", path, _member(member), body=body, headers=headers)


def _delete(path: str, member: str | None) -> Request[Any]:
    return Request("DELETE", path, _member(member))


def _sheet(method: Literal["GET", "POST"], path: str, format: str, body: object = None) -> Request[str]:
    """A PDF file is a text of ASCII characters, which can be written to a file as it is."""
    accept = "application/pdf" if format == "pdf" else "text/html"
    return Request(method, path, str, query={"format": format}, body=body, accept=accept, is_read=True)


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
        parameters = _named(locals())

        def following(page: Page[Terminal]) -> Mapping[str, object] | None:
            current, last = page.pagination["currentPage"], page.pagination["totalPages"]
            return {"page": current + 1} if current < last else None

        return pages_of("/api/v1/terminals/search", "data", parameters, following)


class Places(Resource[Sender]):
    @operation
    def search(self, /, query: str, *, limit: int | None = None) -> Request[list[JsonObject]]:
        """Suggests US cities and ZIP codes for a text that a person is typing."""
        return _get("/api/v1/places/search", "data", {"query": query, "limit": limit})


class Rates(Resource[Sender]):
    @operation
    def price(
        self, /, lanes: Sequence[Lane], *, include: str | None = None, idempotency_key: str | None = None
    ) -> Request[list[RateResult]]:
        """Market rates for 1 to 10 lanes, in their order. The call counts once toward the monthly limit."""
        request = _post_once("/api/v1/rates", "data", idempotency_key, [*lanes])
        return replace(request, query={"include": include})


class Uploads(Resource[Sender]):
    """Uploads of one kind of file. Send the file to the address of the answer; the import then starts by itself."""

    def __init__(self, sender: Sender, path: str, member: str, file_name: str = "file_name") -> None:
        super().__init__(sender)
        self._base, self._member, self._file_name = path, member, file_name

    @operation
    def create(
        self,
        /,
        *,
        file_name: str | None = None,
        columns: Any = None,
        sheet: str | None = None,
        idempotency_key: str | None = None,
    ) -> Request[JsonObject]:
        """Announces a file: `address` of the answer says where to send it. Files of the market have no `sheet`."""
        body = _given({self._file_name: file_name, "columns": columns, "sheet": sheet})
        return _post_once(self._base, self._member, idempotency_key, body)

    @operation
    def get(self, /, upload_id: str) -> Request[JsonObject]:
        """How far the import is, and its rejected rows when it has ended."""
        return _get(self._base + _path(upload_id), self._member)

    @operation
    def cancel(self, /, upload_id: str) -> Request[JsonObject]:
        """Cancels an upload whose import has not ended."""
        return _delete(self._base + _path(upload_id), self._member)


class Quotes(Resource[Sender]):
    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.uploads = Uploads(sender, f"{QUOTES}/uploads", "upload")

    @operation
    def create(self, /, quote: NewQuote, *, idempotency_key: str | None = None) -> Request[Quote]:
        """Prices a move and stores the quote."""
        return _post_once(QUOTES, "quote", idempotency_key, _given(quote))

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
        customer_id: str | None = None,
        customer_reference: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Listing[QuoteListItem]:
        """Lists quotes, newest first. If quotes are deleted during an iteration, it can skip quotes."""
        parameters = _named(locals())

        def following(page: Page[QuoteListItem]) -> Mapping[str, object] | None:
            after = page.pagination["offset"] + len(page.items)
            return {"offset": after} if page.items and after < page.pagination["total_count"] else None

        return pages_of(QUOTES, "quotes", parameters, following)

    @operation
    def get(self, /, quote_id: str) -> Request[Quote]:
        """Reads a quote."""
        return _get(QUOTES + _path(quote_id), "quote")

    @operation
    def sheet(self, /, quote_id: str, format: Literal["html", "pdf"] = "html") -> Request[str]:
        """The sheet of a quote for its customer."""
        return _sheet("GET", QUOTES + _path(quote_id, "sheet"), format)

    @operation
    def sheet_of(self, /, quote_ids: Sequence[str], format: Literal["html", "pdf"] = "html") -> Request[str]:
        """One sheet of up to 50 quotes of a customer. Stores nothing."""
        return _sheet("POST", "/api/v1/quote-sheets", format, {"quote_ids": [*quote_ids]})

    @operation
    def report(
        self,
        /,
        *,
        from_: str | None = None,
        to: str | None = None,
        group_by: str | None = None,
        source: str | None = None,
        limit: int | None = None,
    ) -> Request[JsonObject]:
        """Win rate, margin and spread to the market."""
        return _get("/api/v1/reports/quotes", query=_named(locals()))

    @operation
    def lane_history(
        self, /, origin: str, destination: str, *, equipment_type: str | None = None, customer: str | None = None
    ) -> Request[JsonObject]:
        """What was quoted, won and lost on a lane, by month."""
        return _get("/api/v1/lanes/history", query=_named(locals()))

    @operation
    def reply(self, /, quote_id: str) -> Request[JsonObject]:
        """The draft of a mail to the customer. Nothing is sent."""
        return _get(QUOTES + _path(quote_id, "reply"))

    @operation
    def events(self, /, quote_id: str) -> Request[List[JsonObject]]:
        """The events of a quote and their deliveries."""
        return _get(QUOTES + _path(quote_id, "events"), "events")

    @operation
    def convert(
        self, /, quote_id: str, *, converted_by: str | None = None, order_reference: str | None = None
    ) -> Request[JsonObject]:
        """Marks a quote as won. Not retried."""
        return _post(QUOTES + _path(quote_id, "convert"), "quote", _named(locals(), "quote_id"))

    @operation
    def decline(
        self, /, quote_id: str, reason: str, *, competitor_price: float | None = None, note: str | None = None
    ) -> Request[JsonObject]:
        """Marks a quote as lost. Not retried."""
        return _post(QUOTES + _path(quote_id, "decline"), "quote", _named(locals(), "quote_id"))

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
        body = _given({"expires_in_days": expires_in_days})
        return _post_once(QUOTES + _path(quote_id, "share"), None, idempotency_key, body)

    @operation
    def read_share(self, /, quote_id: str) -> Request[JsonObject]:
        """The share link of a quote."""
        return _get(QUOTES + _path(quote_id, "share"))

    @operation
    def revoke_share(self, /, quote_id: str) -> Request[JsonObject]:
        """Revokes the share link of a quote."""
        return _delete(QUOTES + _path(quote_id, "share"), None)

    @listing
    def list_shares(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """The share links of all quotes."""
        return pages_of("/api/v1/shares", "shares", {"limit": limit})


class Customers(Resource[Sender]):
    @operation
    def create(self, /, customer: Mapping[str, Any], *, idempotency_key: str | None = None) -> Request[JsonObject]:
        """Creates a customer: `name`, `aliases`, `contact` and others."""
        return _post_once(CUSTOMERS, "customer", idempotency_key, customer)

    @listing
    def list(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """Lists customers, newest first."""
        return pages_of(CUSTOMERS, "customers", {"limit": limit})

    @operation
    def get(self, /, customer_id: str) -> Request[JsonObject]:
        """Reads a customer."""
        return _get(CUSTOMERS + _path(customer_id), "customer")

    @operation
    def replace(self, /, customer_id: str, customer: Mapping[str, Any]) -> Request[JsonObject]:
        """Replaces all fields of a customer."""
        return _put(CUSTOMERS + _path(customer_id), "customer", customer)

    @operation
    def delete(self, /, customer_id: str) -> Request[JsonObject]:
        """Deletes a customer. Its quotes stay, and its contract rates no longer apply."""
        return _delete(CUSTOMERS + _path(customer_id), "customer")


class ContractRates(Resource[Sender]):
    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.uploads = Uploads(sender, f"{CONTRACT_RATES}/uploads", "upload")

    @operation
    def create(
        self, /, rates: Sequence[Mapping[str, Any]], *, skip_invalid: bool = False, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Writes 1 to 1,000 rates, or none if one is invalid, unless `skip_invalid`."""
        return _post_once(CONTRACT_RATES, None, idempotency_key, {"rates": [*rates], "skip_invalid": skip_invalid})

    @listing
    def list(
        self,
        /,
        *,
        customer: str | None = None,
        equipment_type: str | None = None,
        origin: str | None = None,
        destination: str | None = None,
        effective_on: str | None = None,
        external_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Listing[JsonObject]:
        """Lists contract rates, newest first."""
        return pages_of(CONTRACT_RATES, "rates", _named(locals()))

    @operation
    def get(self, /, rate_id: str, *, version: int | None = None) -> Request[JsonObject]:
        """Reads a contract rate."""
        return _get(CONTRACT_RATES + _path(rate_id), "rate", {"version": version})

    @operation
    def replace(self, /, rate_id: str, rate: Mapping[str, Any]) -> Request[JsonObject]:
        """Replaces a contract rate."""
        return _put(CONTRACT_RATES + _path(rate_id), "rate", rate)

    @operation
    def delete(self, /, rate_id: str) -> Request[JsonObject]:
        """Deletes a contract rate."""
        return _delete(CONTRACT_RATES + _path(rate_id), "rate")


class Rfps(Resource[Sender]):
    @operation
    def create(self, /, rfp: Mapping[str, Any], *, idempotency_key: str | None = None) -> Request[JsonObject]:
        """Creates an RFP. Its lanes are priced after the answer: read it until its status is `priced`."""
        return _post_once(RFPS, "rfp", idempotency_key, _given(rfp))

    @listing
    def list(
        self,
        /,
        *,
        status: str | None = None,
        customer: str | None = None,
        customer_id: str | None = None,
        created_from: str | None = None,
        created_to: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Listing[JsonObject]:
        """Lists RFPs, newest first."""
        return pages_of(RFPS, "rfps", _named(locals()))

    @operation
    def get(self, /, rfp_id: str) -> Request[JsonObject]:
        """Reads an RFP."""
        return _get(RFPS + _path(rfp_id), "rfp")

    @listing
    def lanes(
        self,
        /,
        rfp_id: str,
        *,
        status: str | None = None,
        min_confidence: int | None = None,
        max_confidence: int | None = None,
        origin: str | None = None,
        sort: str | None = None,
        version: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Listing[JsonObject]:
        """The lanes of an RFP with their results."""
        return pages_of(RFPS + _path(rfp_id, "lanes"), "lanes", _named(locals(), "rfp_id"))

    @operation
    def workbook(
        self, /, rfp_id: str, *, version: int | None = None, for_: Literal["customer"] | None = None
    ) -> Request[JsonObject]:
        """Where the results can be downloaded as a workbook (.xlsx): `url`, without a key. Waits until it is written."""
        query = {"version": version, "for": for_, "redirect": "false"}
        return _get(RFPS + _path(rfp_id, "results.xlsx"), "file", query)

    @operation
    def results(
        self, /, rfp_id: str, *, version: int | None = None, for_: Literal["customer"] | None = None
    ) -> Request[str]:
        """The results of at most 1,000 lanes as CSV; `workbook` has those of more."""
        query = {"version": version, "for": for_}
        return Request("GET", RFPS + _path(rfp_id, "results.csv"), _without_mark, query=query, accept="text/csv")

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
    def make_contract_rates(
        self,
        /,
        rfp_id: str,
        effective_from: str,
        lanes: Any = "won",
        *,
        effective_to: str | None = None,
        fuel: Any = None,
    ) -> Request[JsonObject]:
        """Contract rates from won lanes. A repetition makes no second rate."""
        body = _named(locals(), "rfp_id")
        return replace(_post(RFPS + _path(rfp_id, "contract-rates"), None, body), is_read=True)

    @operation
    def delete(self, /, rfp_id: str) -> Request[JsonObject]:
        """Deletes an RFP."""
        return _delete(RFPS + _path(rfp_id), "rfp")


class Chats(Resource[Sender]):
    @operation
    def create(
        self,
        /,
        text: str,
        *,
        subject: str | None = None,
        customer: str | None = None,
        received_at: str | None = None,
        channel: str | None = None,
        idempotency_key: str | None = None,
    ) -> Request[JsonObject]:
        """Reads the lanes of a text. Nothing is priced."""
        return _post_once(CHATS, "chat", idempotency_key, _named(locals(), "idempotency_key"))

    @operation
    def answer(
        self, /, chat_id: str, text: str, *, received_at: str | None = None, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Answers questions, corrects or adds lanes."""
        body = _given({"text": text, "received_at": received_at})
        return _post_once(CHATS + _path(chat_id, "messages"), "chat", idempotency_key, body)

    @listing
    def list(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """Lists chats, newest first."""
        return pages_of(CHATS, "chats", {"limit": limit})

    @operation
    def get(self, /, chat_id: str) -> Request[JsonObject]:
        """Reads a chat."""
        return _get(CHATS + _path(chat_id), "chat")

    @operation
    def quote(self, /, chat_id: str, lanes: Any = "all", price: Any = None) -> Request[List[JsonObject]]:
        """Makes a quote of each lane, at a price if one is set. A repetition makes no second quote."""
        call = _post(CHATS + _path(chat_id, "quotes"), "quotes", _given({"lanes": lanes, "price": price}))
        return replace(call, is_read=True)

    @operation
    def create_rfp(
        self, /, chat_id: str, name: str, *, attachment: int | None = None, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Makes an RFP of all lanes, or of an attachment."""
        body = _given({"name": name, "attachment": attachment})
        return _post_once(CHATS + _path(chat_id, "rfp"), "rfp", idempotency_key, body)

    @operation
    def reply(self, /, chat_id: str) -> Request[JsonObject]:
        """A draft answer with prices, validity and assumptions."""
        return _get(CHATS + _path(chat_id, "reply"))

    @operation
    def delete(self, /, chat_id: str) -> Request[JsonObject]:
        """Deletes a chat."""
        return _delete(CHATS + _path(chat_id), "chat")


class PricingStrategy(Resource[Sender]):
    @operation
    def get(self) -> Request[JsonObject]:
        """Reads the current version."""
        return _get(STRATEGY)

    @operation
    def replace(self, /, strategy: Mapping[str, Any], *, if_match: str | None = None) -> Request[JsonObject]:
        """Replaces the strategy; `if_match` is the version to replace."""
        return _put(STRATEGY, None, strategy, if_match)

    @listing
    def history(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """Earlier versions, newest first."""
        return pages_of(f"{STRATEGY}/history", "versions", {"limit": limit})

    @operation
    def preview(self, /, terms: Mapping[str, Any]) -> Request[JsonObject]:
        """Prices the newest quotes with other terms; changes nothing."""
        return replace(_post(f"{STRATEGY}/preview", None, terms), is_read=True)


class Accessorials(Resource[Sender]):
    @operation
    def list(self, /, *, equipment_type: str | None = None, name: str | None = None) -> Request[JsonObject]:
        """The tariff of the organization."""
        return _get(ACCESSORIALS, query={"equipment_type": equipment_type, "name": name})

    @operation
    def replace(self, /, tariff: Mapping[str, Any], *, if_match: str | None = None) -> Request[JsonObject]:
        """Replaces the organization's own tariff."""
        return _put(ACCESSORIALS, None, tariff, if_match)


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
    def replace_profile(
        self,
        /,
        *,
        name: str | None = None,
        contact: str | None = None,
        email: str | None = None,
        phone: str | None = None,
        address: str | None = None,
        mc_number: str | None = None,
        dot_number: str | None = None,
        logo: str | None = None,
    ) -> Request[JsonObject]:
        """Replaces all fields of the profile. The logo is a PNG or JPEG file as base64."""
        return _put("/api/v1/organization/profile", "profile", _named(locals()))

    @operation
    def mail(self) -> Request[JsonObject]:
        """The mail address of the organization, and who can send to it."""
        return _get("/api/v1/organization/mail", "mail")

    @operation
    def replace_mail(self, /, senders: list[str]) -> Request[JsonObject]:
        """Replaces the list of senders whose mails become chats."""
        return _put("/api/v1/organization/mail", "mail", {"senders": senders})


class Usage(Resource[Sender]):
    @operation
    def get(self, /, *, months: int | None = None) -> Request[JsonObject]:
        """Calls counted against the monthly limit."""
        return _get("/api/v1/usage", "data", {"months": months})


class Keys(Resource[Sender]):
    @operation
    def create(
        self, /, name: str, scopes: Sequence[str], *, expires_at: str | None = None, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Creates a key. The answer has it only once."""
        body = _given({"name": name, "scopes": [*scopes], "expiresAt": expires_at})
        return _post_once(KEYS, "data", idempotency_key, body)

    @operation
    def list(self) -> Request[List[JsonObject]]:
        """Lists the keys."""
        return _get(KEYS, "data")

    @operation
    def rotate(
        self, /, key_id: str, *, overlap_hours: int | None = None, idempotency_key: str | None = None
    ) -> Request[JsonObject]:
        """Replaces a key; both work for the overlap."""
        body = _given({"overlapHours": overlap_hours})
        return _post_once(KEYS + _path(key_id, "rotate"), "data", idempotency_key, body)

    @operation
    def delete(self, /, key_id: str) -> Request[JsonObject]:
        """Deletes a key."""
        return _delete(KEYS + _path(key_id), "data")


class AuditLog(Resource[Sender]):
    @listing
    def list(self, /, *, limit: int | None = None) -> Listing[JsonObject]:
        """Changes to keys, webhooks, the pricing strategy and the organization, newest first."""
        return pages_of("/api/v1/audit-log", "data", {"limit": limit})


class Market(Resource[Sender]):
    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.uploads = Uploads(sender, "/api/v1/market/uploads", "data", "fileName")

    @operation
    def summary(self) -> Request[JsonObject]:
        """The imported loads of the organization."""
        return _get("/api/v1/market/summary", "data")


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
        body = {"url": url, "orgId": org_id, "events": [*events], "enabled": enabled}
        return _post_once(WEBHOOKS, "data", idempotency_key, body)

    @operation
    def list(self) -> Request[List[Webhook]]:
        """Lists the webhooks, oldest first."""
        return _get(WEBHOOKS, "data")

    @operation
    def get(self, /, webhook_id: str) -> Request[Webhook]:
        """Reads a webhook."""
        return _get(WEBHOOKS + _path(webhook_id), "data")

    @operation
    def health(self, /, webhook_id: str, *, hours: int | None = None) -> Request[JsonObject]:
        """Success rate and latency by hour."""
        return _get(WEBHOOKS + _path(webhook_id, "health"), "data", {"hours": hours})

    @operation
    def update(self, /, webhook_id: str, webhook: Mapping[str, Any]) -> Request[Webhook]:
        """Changes a webhook."""
        return _put(WEBHOOKS + _path(webhook_id), "data", webhook)

    @operation
    def delete(self, /, webhook_id: str) -> Request[JsonObject]:
        """Deletes a webhook."""
        return _delete(WEBHOOKS + _path(webhook_id), "data")

    @operation
    def rotate_secret(self, /, webhook_id: str) -> Request[Webhook]:
        """Replaces the signing secret. The old one stays valid for a day. Not retried."""
        return _post(WEBHOOKS + _path(webhook_id, "rotate-secret"), "data")

    @operation
    def test(self, /, webhook_id: str, *, event: str | None = None) -> Request[JsonObject]:
        """Sends a sample event now and returns its delivery. Not retried."""
        return _post(WEBHOOKS + _path(webhook_id, "test"), "data", _given({"event": event}))


class Deliveries(Resource[Sender]):
    @listing
    def list(
        self,
        /,
        webhook_id: str,
        *,
        status: str | None = None,
        event: str | None = None,
        since: str | None = None,
        until: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Listing[JsonObject]:
        """Lists the deliveries of a webhook, newest first."""
        return pages_of(WEBHOOKS + _path(webhook_id, "deliveries"), "data", _named(locals(), "webhook_id"))

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


class _Client(Generic[Sender, Http]):
    """
    :param api_key: default: the variable FREIGHT_API_KEY
    :param base_url: default: the variable FREIGHT_URL, or the service on this machine
    :param timeout: seconds of one attempt without a byte
    :param max_retries: retries after the first attempt
    :param log: receives each attempt, response and retry
    :param http: a client of httpx, for proxies and tests
    """

    _sender_of: Callable[[Options, Http | None], Sender]

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 4,
        log: Callable[[LogEntry], object] | None = None,
        http: Http | None = None,
    ) -> None:
        key = os.environ.get("FREIGHT_API_KEY", "") if api_key is None else api_key
        url = os.environ.get("FREIGHT_URL", DEFAULT_URL) if base_url is None else base_url
        self._sender = sender = type(self)._sender_of(Options(key, url, timeout, max_retries, log), http)
        self.terminals = Terminals(sender)
        self.places = Places(sender)
        self.rates = Rates(sender)
        self.quotes = Quotes(sender)
        self.customers = Customers(sender)
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


class FreightClient(_Client[Sync, httpx.Client]):
    """Calls the API and waits for answers. Use it in a `with` statement, or call `close`."""

    _sender_of = Sync

    def close(self) -> None:
        self._sender.close()

    def __enter__(self) -> FreightClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncFreightClient(_Client[Async, httpx.AsyncClient]):
    """The same client for asyncio: methods are awaited, lists are read with `async for`."""

    _sender_of = Async

    async def close(self) -> None:
        await self._sender.close()

    async def __aenter__(self) -> AsyncFreightClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
