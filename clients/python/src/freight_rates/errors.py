"""Errors of the client. Each failed call raises one of them; a wrong argument raises TypeError."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal


class FreightError(Exception):
    """Base of all errors of this package, except TypeError."""


class FreightConnectionError(FreightError):
    """No complete response arrived. The cause is the error of httpx."""

    def __init__(self, message: str, *, attempts: int, request_id: str | None = None) -> None:
        super().__init__(message)
        #: Requests that were sent. An earlier one may have succeeded.
        self.attempts = attempts
        self.request_id = request_id


class RequestTimeoutError(FreightConnectionError):
    """The last attempt took longer than the time-out."""


class InvalidResponseError(FreightConnectionError):
    """A success status without valid JSON."""


@dataclass(frozen=True)
class ResponseFacts:
    status: int
    request_id: str | None
    #: Seconds of Retry-After.
    retry_after: float | None
    attempts: int


class ApiError(FreightError):
    """An error status. Used itself for a body without one of the formats, such as HTML of a proxy."""

    def __init__(self, code: str | int, message: str, facts: ResponseFacts) -> None:
        # Some formats have the status as the code.
        super().__init__(f"{facts.status}: {message}" if code == facts.status else f"{facts.status} {code}: {message}")
        self.code = code
        #: Text for people. Do not parse it.
        self.message = message
        self.status = facts.status
        #: Support finds the call by it.
        self.request_id = facts.request_id
        self.retry_after = facts.retry_after
        self.attempts = facts.attempts


class QuotesApiError(ApiError):
    """Quotes, contract rates, RFPs, chats, pricing strategies. `details` depends on `code`."""

    details: dict[str, Any] = {}


class RatesApiError(ApiError):
    """Terminals, rates, usage and keys. `code` is the status; `type` identifies the condition."""

    type: str = ""
    #: Errors of lanes: index in the request, and texts.
    lane_errors: list[dict[str, Any]] = []
    #: Names that an unknown terminal or place may mean, by index of the lane.
    suggestions: list[dict[str, Any]] = []


class GeneralApiError(ApiError):
    """Webhooks, deliveries, and requests that are rejected before they reach an operation."""


class WebhookVerificationError(FreightError):
    """The request is not a webhook of the service. Answer 400 or 401."""

    Reason = Literal["header", "timestamp", "signature", "body"]

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        #: header: absent or malformed; timestamp: out of tolerance; signature: none matches; body: not an event.
        self.reason = reason


def _list_of(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def read_api_error(text: str, facts: ResponseFacts) -> ApiError:
    """The error of a response, by the format of its body."""
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    error = body.get("error") if isinstance(body, dict) else None
    code, message = (error.get("code"), error.get("message")) if isinstance(error, dict) else (None, None)
    if not isinstance(body, dict) or not isinstance(error, dict) or not isinstance(message, str):
        return ApiError("unknown", "The response is not an error of the API. Check base_url and proxies.", facts)
    if isinstance(code, int):
        rates = RatesApiError(code, message, facts)
        rates.type = str(error.get("type", ""))
        rates.lane_errors = _list_of(body.get("errors"))
        rates.suggestions = _list_of(body.get("suggestions"))
        return rates
    if isinstance(code, str) and isinstance(error.get("details"), dict):
        quotes = QuotesApiError(code, message, facts)
        quotes.details = error["details"]
        return quotes
    if isinstance(code, str) and body.get("success") is False:
        return GeneralApiError(code, message, facts)
    return ApiError("unknown", message, facts)
