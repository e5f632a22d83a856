"""Client of the API for freight rates and quotes."""

from .client import AsyncFreightClient, FreightClient
from .errors import (
    ApiError, FreightConnectionError, FreightError, GeneralApiError, InvalidResponseError, QuotesApiError,
    RatesApiError, RequestTimeoutError, WebhookVerificationError,
)
from .operations import AsyncPages, Page, Pages
from .transport import LogEntry
from .types import Lane, NewQuote, Quote, QuoteListItem, RateAnalysis, RateResult, Terminal, Webhook, WebhookEvent
from .webhooks import verify_webhook

__all__ = [
    "ApiError", "AsyncFreightClient", "AsyncPages", "FreightClient", "FreightConnectionError", "FreightError",
    "GeneralApiError", "InvalidResponseError", "Lane", "LogEntry", "NewQuote", "Page", "Pages", "Quote",
    "QuoteListItem", "QuotesApiError", "RateAnalysis", "RateResult", "RatesApiError", "RequestTimeoutError",
    "Terminal", "Webhook", "WebhookEvent", "WebhookVerificationError", "verify_webhook",
]
