"""Retries, idempotency keys, lists, errors and signatures, without a service."""

import asyncio
import base64
import hashlib
import hmac
import json
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx

from freight_rates import (
    AsyncFreightClient,
    FreightClient,
    FreightConnectionError,
    GeneralApiError,
    InvalidResponseError,
    QuotesApiError,
    RatesApiError,
    RequestTimeoutError,
    WebhookVerificationError,
    verify_webhook,
)
from freight_rates.transport import retry_after_of, retry_delay

LANE: Any = {"originTerminal": "APM", "destinationCity": "Chicago", "destinationState": "IL"}
QUOTE: Any = {"origin": "USLAX", "destination": "USCHI", "equipment_type": "dryvan", "pickup_date": "2026-12-01"}


def limited() -> httpx.Response:
    return httpx.Response(429, headers={"retry-after": "2"}, json={"error": {"code": 429, "message": "Wait."}})


class Service:
    """Answers in order, and keeps what was sent and how long the client slept."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.sent: list[httpx.Request] = []
        self.slept: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def call(self, use: Callable[[FreightClient], Any], **options: Any) -> Any:
        http = httpx.Client(transport=httpx.MockTransport(self))
        with (
            patch("time.sleep", self.slept.append),
            FreightClient("frk_test_key", "http://localhost:1", http=http, **options) as client,
        ):
            return use(client)

    def keys(self) -> set[str | None]:
        return {request.headers.get("idempotency-key") for request in self.sent}


class Retries(unittest.TestCase):
    def test_waits_for_retry_after_and_keeps_the_key(self) -> None:
        service = Service(limited(), httpx.ReadTimeout("slow"), httpx.Response(200, json={"data": [1]}))
        self.assertEqual(service.call(lambda client: client.rates.price([LANE])), [1])
        self.assertEqual(len(service.sent), 3)
        self.assertEqual(len(service.keys()), 1)
        self.assertNotIn(None, service.keys())
        self.assertTrue(2 <= service.slept[0] <= 2.5 and 0 <= service.slept[1] <= 1)

    def test_a_post_without_a_key_is_sent_once(self) -> None:
        for use in (
            lambda client: client.quotes.convert("Q-1"),
            lambda client: client.webhooks.rotate_secret("wh_1"),
            lambda client: client.deliveries.redeliver("wh_1", "dlv_1"),
        ):
            service = Service(httpx.Response(500, json={}))
            with self.assertRaises(Exception):
                service.call(use)
            self.assertEqual((len(service.sent), service.keys()), (1, {None}))

    def test_a_post_that_changes_nothing_is_retried(self) -> None:
        service = Service(httpx.Response(503), httpx.Response(200, json={"preview": {"total": 1}}))
        self.assertEqual(service.call(lambda client: client.quotes.preview(QUOTE)), {"total": 1})

    def test_a_conflict_after_a_retry_is_an_attempt_in_progress(self) -> None:
        conflict = {"error": {"code": "IDEMPOTENCY_CONFLICT", "message": "Wait.", "details": {}}}
        service = Service(
            httpx.ConnectError("reset"), httpx.Response(409, json=conflict), httpx.Response(200, json={"quote": 1})
        )
        self.assertEqual(service.call(lambda client: client.quotes.create(QUOTE)), 1)
        with self.assertRaises(QuotesApiError):
            Service(httpx.Response(409, json=conflict)).call(lambda client: client.quotes.create(QUOTE))

    def test_a_monthly_limit_and_a_long_wait_are_not_retried(self) -> None:
        limit = {"error": {"code": "QUOTE_LIMIT_EXCEEDED", "message": "Full.", "details": {"used": 1}}}
        for headers in ({"retry-after": "1"}, {"retry-after": "90000"}):
            service = Service(httpx.Response(429, headers=headers, json=limit))
            with self.assertRaises(QuotesApiError) as raised:
                service.call(lambda client: client.quotes.create(QUOTE))
            self.assertEqual((raised.exception.details, len(service.sent)), ({"used": 1}, 1))

    def test_ends_after_max_retries(self) -> None:
        service = Service(*[httpx.ConnectError("no")] * 3)
        with self.assertRaises(FreightConnectionError) as raised:
            service.call(lambda client: client.usage.get(), max_retries=2)
        self.assertEqual(raised.exception.attempts, 3)
        self.assertIsInstance(raised.exception.__cause__, httpx.ConnectError)

    def test_times_out_and_rejects_what_is_not_json(self) -> None:
        with self.assertRaises(RequestTimeoutError):
            Service(httpx.ReadTimeout("slow")).call(lambda client: client.usage.get(), max_retries=0)
        with self.assertRaises(InvalidResponseError):
            Service(httpx.Response(200, text="<html>")).call(lambda client: client.usage.get(), max_retries=0)

    def test_the_delay_has_full_jitter_and_a_limit(self) -> None:
        self.assertEqual([retry_delay(n, None, lambda: 1.0) for n in (1, 2, 5, 9)], [0.5, 1, 8, 8])
        self.assertEqual(retry_delay(3, 7, lambda: 1.0), 7.5)
        self.assertIsNone(retry_delay(1, 61, lambda: 0.0))

    def test_reads_retry_after_as_seconds_or_date(self) -> None:
        date = "Mon, 02 Nov 2026 15:04:05 GMT"
        later = "Mon, 02 Nov 2026 15:04:15 GMT"
        self.assertEqual(retry_after_of({"retry-after": "3"}, 0), 3)
        self.assertEqual(retry_after_of({"retry-after": later, "date": date}, 0), 10)
        for text in ("", "-5", "soon", "1.5"):
            self.assertIsNone(retry_after_of({"retry-after": text}, 0))

    def test_the_async_client_does_the_same(self) -> None:
        service = Service(limited(), httpx.Response(200, json={"data": [1]}))

        async def price() -> Any:
            http = httpx.AsyncClient(transport=httpx.MockTransport(service))
            async with AsyncFreightClient("frk_test_key", "http://localhost:1", http=http) as client:
                with patch("random.random", lambda: 0.0), patch("asyncio.sleep", self.no_sleep):
                    return await client.rates.price([LANE])

        self.assertEqual(asyncio.run(price()), [1])
        self.assertEqual(len(service.keys()), 1)

    async def no_sleep(self, seconds: float) -> None:
        self.assertEqual(seconds, 2)


class Lists(unittest.TestCase):
    def test_follow_offset_page_and_cursor(self) -> None:
        quotes = Service(
            *(
                httpx.Response(200, json={"quotes": [at], "pagination": {"offset": at, "total_count": 2, "limit": 1}})
                for at in (0, 1)
            )
        )
        self.assertEqual(quotes.call(lambda client: list(client.quotes.list(status="active", limit=1))), [0, 1])
        self.assertEqual([str(one.url.params) for one in quotes.sent][1], "status=active&limit=1&offset=1")
        terminals = Service(
            *(
                httpx.Response(200, json={"data": [page], "pagination": {"currentPage": page, "totalPages": 2}})
                for page in (1, 2)
            )
        )
        self.assertEqual(terminals.call(lambda client: list(client.terminals.search("apm"))), [1, 2])
        rates = Service(
            httpx.Response(200, json={"rates": [1], "pagination": {"next_cursor": "C-2"}}),
            httpx.Response(200, json={"rates": [2], "pagination": {"next_cursor": None}}),
        )
        self.assertEqual(rates.call(lambda client: list(client.contract_rates.list())), [1, 2])
        self.assertEqual(rates.sent[1].url.params["cursor"], "C-2")


class Files(unittest.TestCase):
    def test_waits_for_a_workbook_longer_than_for_retries(self) -> None:
        writing = {"error": {"code": "RFP_NOT_READY", "message": "Wait.", "details": {}}}
        waits = [httpx.Response(409, headers={"retry-after": "2"}, json=writing) for _ in range(3)]
        service = Service(*waits, httpx.Response(200, json={"file": {"url": "https://x"}}))
        self.assertEqual(service.call(lambda client: client.rfps.workbook("R-1"), max_retries=0), {"url": "https://x"})
        self.assertEqual(service.slept, [2, 2, 2])
        with self.assertRaises(QuotesApiError):
            Service(httpx.Response(409, json=writing)).call(lambda client: client.rfps.workbook("R-1"))

    def test_csv_has_no_byte_order_mark(self) -> None:
        service = Service(httpx.Response(200, content="\ufeffid,total\n".encode()))
        self.assertEqual(service.call(lambda client: client.rfps.results("R-1", for_="customer")), "id,total\n")
        self.assertEqual(str(service.sent[0].url.params), "for=customer")


class Requests(unittest.TestCase):
    def test_unknown_names_are_rejected(self) -> None:
        for use in (
            lambda client: client.rfps.lanes("R-1", minconfidence=30),
            lambda client: client.chats.create("40HC to Chicago", recieved_at="2026-12-01"),
        ):
            for client in (FreightClient("frk_test_key"), AsyncFreightClient("frk_test_key")):
                with self.assertRaises(TypeError):
                    use(client)

    def test_members_without_a_value_are_not_sent(self) -> None:
        service = Service(httpx.Response(200, json={"chat": 1}))
        service.call(lambda client: client.chats.create("40HC to Chicago", customer="Acme", idempotency_key="k"))
        self.assertEqual(json.loads(service.sent[0].content), {"text": "40HC to Chicago", "customer": "Acme"})
        self.assertEqual(service.keys(), {"k"})

    def test_ids_are_encoded_and_never_empty(self) -> None:
        service = Service(httpx.Response(200, json={"quote": 1}))
        service.call(lambda client: client.quotes.get("Q/1"))
        self.assertEqual(service.sent[0].url.raw_path, b"/api/v1/quotes/Q%2F1")
        with self.assertRaises(TypeError):
            Service().call(lambda client: client.quotes.delete(""))

    def test_options_are_checked_without_showing_the_key(self) -> None:
        for options in ({"api_key": "a b"}, {"base_url": "ftp://x"}, {"timeout": 0}, {"max_retries": -1}):
            with self.assertRaises(TypeError) as raised:
                FreightClient(**{"api_key": "key", "base_url": "http://localhost", **options})  # type: ignore[arg-type]
            self.assertNotIn("a b", str(raised.exception))

    def test_does_not_follow_redirects(self) -> None:
        service = Service(httpx.Response(302, headers={"location": "http://elsewhere"}))
        with self.assertRaises(Exception):
            service.call(lambda client: client.usage.get())
        self.assertEqual(len(service.sent), 1)

    def test_a_failing_log_changes_nothing_and_sees_no_key(self) -> None:
        seen: list[str] = []

        def log(entry: Any) -> None:
            seen.append(repr(entry))
            raise ValueError

        Service(httpx.Response(200, json={"data": {}})).call(lambda client: client.usage.get(), log=log)
        self.assertEqual(len(seen), 2)
        self.assertNotIn("frk_test_key", "".join(seen))


class Errors(unittest.TestCase):
    def raised_by(self, status: int, body: Any) -> Any:
        with self.assertRaises(Exception) as raised:
            Service(httpx.Response(status, json=body, headers={"x-request-id": "r-1"})).call(
                lambda client: client.usage.get(), max_retries=0
            )
        return raised.exception

    def test_have_the_class_of_their_format(self) -> None:
        rates = self.raised_by(
            400,
            {
                "error": {"code": 400, "type": "invalid_lanes", "message": "No."},
                "errors": [{"index": 0, "errors": ["x"]}],
            },
        )
        self.assertIsInstance(rates, RatesApiError)
        self.assertEqual(
            (rates.type, rates.lane_errors, rates.request_id), ("invalid_lanes", [{"index": 0, "errors": ["x"]}], "r-1")
        )
        quotes = self.raised_by(
            404, {"error": {"code": "QUOTE_NOT_FOUND", "message": "No.", "details": {"quote_id": "Q"}}}
        )
        self.assertEqual((type(quotes), quotes.details), (QuotesApiError, {"quote_id": "Q"}))
        general = self.raised_by(401, {"success": False, "error": {"code": "unauthorized", "message": "No."}})
        self.assertEqual((type(general), general.code), (GeneralApiError, "unauthorized"))
        for body in ({"message": "Forbidden"}, [], {"error": "x"}, {"error": {"message": 1}}):
            self.assertEqual(self.raised_by(403, body).code, "unknown")


SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
BODY = json.dumps({"id": "evt_1", "event": "quote.created", "object": {}, "created": "", "livemode": False})


def signed(body: str = BODY, at: int = 1_000, key: bytes = b"k" * 32, message_id: str = "evt_1") -> dict[str, str]:
    digest = hmac.new(key, f"{message_id}.{at}.{body}".encode(), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": message_id, "webhook-timestamp": str(at), "webhook-signature": signature}


class Signatures(unittest.TestCase):
    def rejection(self, headers: dict[str, str], body: Any = BODY, now: float = 1_000) -> str:
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook(body, headers, SECRET, now=now)
        return raised.exception.reason

    def test_accepts_text_and_bytes_within_five_minutes(self) -> None:
        for body in (BODY, BODY.encode()):
            for now in (700, 1_000, 1_300):
                self.assertEqual(verify_webhook(body, signed(), SECRET, now=now)["id"], "evt_1")

    def test_accepts_one_of_two_during_a_rotation(self) -> None:
        headers = signed()
        old = signed(key=b"o" * 32)["webhook-signature"]
        headers["webhook-signature"] = f"{old} v2,x {headers['webhook-signature']}"
        self.assertEqual(verify_webhook(BODY, headers, SECRET, now=1_000)["event"], "quote.created")

    def test_rejects_what_is_no_webhook(self) -> None:
        self.assertEqual(self.rejection({}), "header")
        self.assertEqual(self.rejection({**signed(), "webhook-timestamp": "x"}), "header")
        self.assertEqual(self.rejection({**signed(), "webhook-id": "again"}), "header")
        self.assertEqual(self.rejection(signed(), now=1_301), "timestamp")
        self.assertEqual(self.rejection(signed(), now=699), "timestamp")
        self.assertEqual(self.rejection(signed(key=b"o" * 32)), "signature")
        self.assertEqual(self.rejection(signed(), body=BODY + " "), "signature")
        self.assertEqual(self.rejection({**signed(), "webhook-signature": "v1,%%%"}), "signature")
        self.assertEqual(self.rejection(signed("[]"), body="[]"), "body")
        self.assertEqual(self.rejection(signed(message_id="evt_2")), "body")

    def test_reads_at_most_ten_signatures(self) -> None:
        headers = signed()
        headers["webhook-signature"] = "v1,AAAA " * 10 + headers["webhook-signature"]
        self.assertEqual(self.rejection(headers), "signature")

    def test_wrong_types_are_errors_of_the_program(self) -> None:
        for secret in ("", "whsec_", "whsec_%", None):
            with self.assertRaises(TypeError):
                verify_webhook(BODY, signed(), secret)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            verify_webhook({"id": "evt_1"}, signed(), SECRET)  # type: ignore[arg-type]


class Readme(unittest.TestCase):
    def test_names_each_method(self) -> None:
        readme = (Path(__file__).parent.parent / "README.md").read_text()
        resources = {name: value for name, value in vars(FreightClient("frk_test_key")).items() if name[0] != "_"}
        self.assertGreater(len(resources), 15)
        for name, resource in resources.items():
            [row] = [line for line in readme.splitlines() if line.startswith("| `") and f"`{name}`" in line.split("|")[1]]
            for method in [*dir(type(resource)), *vars(resource)]:
                if not method.startswith("_"):
                    self.assertIn(f"`{method}`", row, name)


if __name__ == "__main__":
    unittest.main()
