"""Verification of received webhooks, by Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import cast

from .errors import WebhookVerificationError
from .types import WebhookEvent

#: The service sends at most 2, during a rotation of the secret.
MAX_SIGNATURES = 10


def verify_webhook(
    body: str | bytes,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a webhook whose signature is valid. The comparison takes constant time.

    Process each `id` once. Ignore events with an unknown name.

    :param body: the received bytes, or their text; never JSON that was parsed and written again
    :param secret: `whsec_...`
    :param now: clock for tests, in seconds since 1970
    :raises WebhookVerificationError: if the request must be rejected
    :raises TypeError: if the secret or the body has a wrong type
    """
    key = _decode(secret.removeprefix("whsec_")) if isinstance(secret, str) else None
    if not key:
        raise TypeError("secret must be whsec_ and a key in base64.")
    payload = _bytes_of(body)
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    _check_time(timestamp, time.time() if now is None else now, tolerance_seconds)
    signed = f"{message_id}.{timestamp}.".encode() + payload
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    # Compares all of them, so that the time does not tell which one matches.
    matches = [
        hmac.compare_digest(expected, candidate)
        for text in signatures.split(" ")[:MAX_SIGNATURES]
        if text.startswith("v1,") and (candidate := _decode(text[3:])) is not None
    ]
    if not any(matches):
        raise WebhookVerificationError(
            "signature", "No signature matches. Check the secret, and that the body is unchanged."
        )
    return _event_of(payload, message_id)


def _decode(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _bytes_of(body: str | bytes) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError("body must be the received text or bytes, not a parsed object.")


def _header(headers: Mapping[str, str], name: str) -> str:
    found = [value for key, value in headers.items() if key.lower() == name]
    if len(found) != 1 or not isinstance(found[0], str) or found[0] == "":
        raise WebhookVerificationError("header", f"The header {name} is absent or repeated.")
    return found[0]


def _check_time(timestamp: str, now: float, tolerance_seconds: float) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookVerificationError("header", "The header webhook-timestamp is not a time in seconds.")
    age = int(now) - int(timestamp)
    if abs(age) > tolerance_seconds:
        direction = "past" if age > 0 else "future"
        raise WebhookVerificationError(
            "timestamp",
            f"webhook-timestamp is {abs(age)} s in the {direction}; {tolerance_seconds:g} s are allowed. "
            "Check the clock of this machine.",
        )


def _event_of(payload: bytes, message_id: str) -> WebhookEvent:
    try:
        event = json.loads(payload)
    except ValueError:
        event = None
    is_named = isinstance(event, dict) and event.get("id") == message_id and isinstance(event.get("event"), str)
    if not is_named or not isinstance(event.get("object"), dict):
        raise WebhookVerificationError("body", "The signed body is not an event with the id of webhook-id.")
    return cast(WebhookEvent, event)
