"""Client of the API for freight rates and quotes."""

from .client import AsyncFreightClient as AsyncFreightClient
from .client import FreightClient as FreightClient
from .errors import ApiError as ApiError
from .errors import FreightConnectionError as FreightConnectionError
from .errors import FreightError as FreightError
from .errors import GeneralApiError as GeneralApiError
from .errors import InvalidResponseError as InvalidResponseError
from .errors import QuotesApiError as QuotesApiError
from .errors import RatesApiError as RatesApiError
from .errors import RequestTimeoutError as RequestTimeoutError
from .errors import WebhookVerificationError as WebhookVerificationError
from .operations import AsyncPages as AsyncPages
from .operations import Page as Page
from .operations import Pages as Pages
from .transport import LogEntry as LogEntry
from .types import Lane as Lane
from .types import NewQuote as NewQuote
from .types import Quote as Quote
from .types import QuoteListItem as QuoteListItem
from .types import RateAnalysis as RateAnalysis
from .types import RateResult as RateResult
from .types import Terminal as Terminal
from .types import Webhook as Webhook
from .types import WebhookEvent as WebhookEvent
from .webhooks import verify_webhook as verify_webhook
