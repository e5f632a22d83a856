"""Requests with time-outs and retries, for both clients."""

from __future__ import annotations

import asyncio
import email.utils
import json
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import urlsplit

import httpx

from .errors import (
    ApiError,
    FreightConnectionError,
    InvalidResponseError,
    RequestTimeoutError,
    ResponseFacts,
    read_api_error,
)

T = TypeVar("T")

#: Longest delay that the client chooses without Retry-After, in seconds.
MAX_BACKOFF = 8.0
FIRST_BACKOFF = 0.5
#: A longer Retry-After ends the retries: the caller decides.
MAX_RETRY_AFTER = 60.0
#: Codes of the monthly limits: a retry cannot succeed within the month.
MONTHLY_LIMIT_CODES = ("QUOTE_LIMIT_EXCEEDED", "USAGE_LIMIT_EXCEEDED")


@dataclass(frozen=True)
class Request(Generic[T]):
    """A call, and how its result is read from the JSON of the answer."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    read: Callable[[Any], T]
    query: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Of a POST. A POST without a key is never retried.
    idempotency_key: str | None = None
    #: Media type of an answer that is text.
    accept: str = "application/json"
    #: A POST that changes nothing.
    is_read: bool = False

    @property
    def can_retry(self) -> bool:
        return self.method != "POST" or self.is_read or self.idempotency_key is not None


@dataclass(frozen=True)
class LogEntry:
    """An attempt, its response or failure, or the delay before the next one. It has no key, query or body."""

    kind: Literal["request", "response", "failure", "retry"]
    method: str
    path: str
    attempt: int
    status: int | None = None
    request_id: str | None = None
    #: Seconds before the next attempt.
    delay: float | None = None
    error: str | None = None


@dataclass(frozen=True)
class Options:
    """:raises TypeError: for an invalid option; the message does not contain the key"""

    api_key: str = field(repr=False)
    base_url: str
    timeout: float
    max_retries: int
    log: Callable[[LogEntry], object] | None

    def __post_init__(self) -> None:
        # Without this check, the error of an invalid header would contain the key.
        if not isinstance(self.api_key, str) or re.fullmatch(r"[\x21-\x7e]+", self.api_key) is None:
            raise TypeError("api_key, or FREIGHT_API_KEY, must be an API key: visible ASCII characters.")
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
            raise TypeError("base_url must be an http or https URL without user name and query.")
        if not self.timeout > 0:
            raise TypeError("timeout must be more than 0 seconds.")
        if not isinstance(self.max_retries, int) or self.max_retries < 0:
            raise TypeError("max_retries must be an integer of at least 0.")


def retry_after_of(headers: Mapping[str, str], now: float) -> float | None:
    """Retry-After in seconds. A date is compared with the Date header of the same response, if it has one."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+", text):
        return float(text)
    until = _time_of(text)
    if until is None:
        return None
    sent = _time_of(headers.get("date", ""))
    return max(0.0, until - (now if sent is None else sent))


def _time_of(text: str) -> float | None:
    if re.fullmatch(r"[A-Za-z]{3}, .+ GMT", text) is None:
        return None
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except ValueError:
        return None


def retry_delay(retry: int, retry_after: float | None, chance: Callable[[], float]) -> float | None:
    """Seconds before a retry (from 1), with full jitter; None if the client must not retry."""
    if retry_after is not None and retry_after > MAX_RETRY_AFTER:
        return None
    backoff: float = chance() * min(MAX_BACKOFF, FIRST_BACKOFF * 2.0 ** (retry - 1))
    return backoff if retry_after is None else retry_after + min(backoff, FIRST_BACKOFF)


@dataclass(frozen=True)
class Failure:
    error: ApiError | FreightConnectionError
    is_retryable: bool
    retry_after: float | None = None
    #: The service writes the file of the answer: the client waits as long as that takes.
    is_being_written: bool = False


class Exchange(Generic[T]):
    """The attempts of one call, without the sending itself, which differs between the clients."""

    def __init__(self, options: Options, request: Request[T]) -> None:
        self.options = options
        self.request = request
        self.attempt = 0

    def next_request(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        self.attempt += 1
        self._log("request")
        call = self.request
        query = {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in call.query.items()
            if value is not None
        }
        headers = {"accept": call.accept, "x-api-key": self.options.api_key, **call.headers}
        if call.idempotency_key is not None:
            headers["idempotency-key"] = call.idempotency_key
        if call.body is not None:
            headers["content-type"] = "application/json"
        return client.build_request(
            call.method,
            self.options.base_url.rstrip("/") + call.path,
            params=query or None,
            headers=headers,
            content=None if call.body is None else json.dumps(call.body),
            timeout=self.options.timeout,
        )

    def answered(self, response: httpx.Response) -> T | Failure:
        request_id = response.headers.get("x-request-id")
        self._log("response", status=response.status_code, request_id=request_id)
        if not response.is_success:
            return self._failure_of(response, request_id)
        if self.request.accept != "application/json":
            return self.request.read(response.text)
        try:
            body = response.json()
        except ValueError:
            where = f"{self.request.method} {self.request.path} (status {response.status_code})"
            message = f"The response to {where} is not JSON. Check base_url and proxies."
            return Failure(InvalidResponseError(message, attempts=self.attempt, request_id=request_id), True)
        return self.request.read(body)

    def failed(self, error: httpx.TransportError) -> Failure:
        where = f"{self.request.method} {self.request.path}"
        self._log("failure", error=type(error).__name__)
        kind, message = FreightConnectionError, "failed without a complete response. Check base_url and the network"
        if isinstance(error, httpx.TimeoutException):
            kind, message = RequestTimeoutError, f"got no complete response within {self.options.timeout:g} s"
        wrapped = kind(f"{where} {message}.", attempts=self.attempt)
        wrapped.__cause__ = error
        return Failure(wrapped, True)

    def delay_after(self, failure: Failure) -> float:
        """Seconds before the next attempt. Raises the error if there is none."""
        delay = None
        if failure.is_being_written:
            delay = failure.retry_after
        elif self.request.can_retry and failure.is_retryable and self.attempt <= self.options.max_retries:
            delay = retry_delay(self.attempt, failure.retry_after, random.random)
        if delay is None:
            raise failure.error
        self._log("retry", delay=delay)
        if failure.is_being_written:
            self.attempt = 0
        return delay

    def _failure_of(self, response: httpx.Response, request_id: str | None) -> Failure:
        status = response.status_code
        retry_after = retry_after_of(response.headers, time.time())
        error = read_api_error(response.text, ResponseFacts(status, request_id, retry_after, self.attempt))
        is_monthly_limit = error.code in MONTHLY_LIMIT_CODES or (
            status == 429 and retry_after is None and "x-usage-limit" in response.headers
        )
        is_temporary = status in (408, 429) or (status >= 500 and status != 501)
        # The service still handles the earlier attempt with this key.
        is_in_progress = status == 409 and self.request.idempotency_key is not None and self.attempt > 1
        is_being_written = error.code == "RFP_NOT_READY" and retry_after is not None
        return Failure(error, (is_temporary and not is_monthly_limit) or is_in_progress, retry_after, is_being_written)

    def _log(self, kind: Literal["request", "response", "failure", "retry"], **facts: Any) -> None:
        if self.options.log is None:
            return
        try:
            self.options.log(LogEntry(kind, self.request.method, self.request.path, self.attempt, **facts))
        except Exception:  # noqa: BLE001 - a failure of the caller's log must not change the result
            return


class Sync:
    """Sends and waits."""

    def __init__(self, options: Options, http: httpx.Client | None) -> None:
        self.options = options
        self._http = http or httpx.Client(follow_redirects=False)

    def send(self, request: Request[T]) -> T:
        exchange = Exchange(self.options, request)
        while True:
            try:
                response = self._http.send(exchange.next_request(self._http), follow_redirects=False)
                outcome = exchange.answered(response)
            except httpx.TransportError as error:
                outcome = exchange.failed(error)
            if not isinstance(outcome, Failure):
                return outcome
            time.sleep(exchange.delay_after(outcome))

    def close(self) -> None:
        self._http.close()


class Async:
    """Sends and awaits."""

    def __init__(self, options: Options, http: httpx.AsyncClient | None) -> None:
        self.options = options
        self._http = http or httpx.AsyncClient(follow_redirects=False)

    async def send(self, request: Request[T]) -> T:
        exchange = Exchange(self.options, request)
        while True:
            try:
                response = await self._http.send(exchange.next_request(self._http), follow_redirects=False)
                outcome = exchange.answered(response)
            except httpx.TransportError as error:
                outcome = exchange.failed(error)
            if not isinstance(outcome, Failure):
                return outcome
            await asyncio.sleep(exchange.delay_after(outcome))

    async def close(self) -> None:
        await self._http.aclose()
