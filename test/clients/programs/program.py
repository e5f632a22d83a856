"""Calls of a new integrator with the client that openapi-python-client makes."""

import os
import sys
from datetime import date, timedelta

from freight_rates_and_quotes_client import AuthenticatedClient
from freight_rates_and_quotes_client.api.quotes import create_quote, list_quotes
from freight_rates_and_quotes_client.api.rates import price_lanes
from freight_rates_and_quotes_client.api.terminals import search_terminals
from freight_rates_and_quotes_client.api.webhooks import create_webhook
from freight_rates_and_quotes_client.models import (
    ChatCreatedEvent,
    CreateQuoteBody,
    CreateQuoteResult,
    CreateWebhookBody,
    CreateWebhookResult,
    EventName,
    Lane,
    ListQuotesResult,
    PriceLanesResult,
    QuoteCreatedEvent,
    RfpCreatedEvent,
    SearchTerminalsResult,
    TerminalType,
)


def main() -> None:
    client = AuthenticatedClient(base_url=os.environ["FREIGHT_URL"], token=os.environ["FREIGHT_API_KEY"])

    found = search_terminals.sync(client=client, query="elizabeth", type_=TerminalType.MARINE)
    assert isinstance(found, SearchTerminalsResult), found
    terminal = found.data[0].name

    lanes = [Lane(origin_terminal=terminal, destination_city="Chicago", destination_state="IL")]
    priced = price_lanes.sync(client=client, body=lanes)
    assert isinstance(priced, PriceLanesResult), priced
    assert priced.data[0].analysis.suggested_rate > 0
    assert priced.data[0].analysis.basis.since is not None

    body = CreateQuoteBody(
        origin=terminal,
        destination="Chicago, IL",
        equipment_type="container_40hc",
        pickup_date=date.today() + timedelta(days=3),
    )
    created = create_quote.sync(client=client, body=body, idempotency_key="generated-python")
    assert isinstance(created, CreateQuoteResult), created

    listed = list_quotes.sync(client=client)
    assert isinstance(listed, ListQuotesResult), listed
    assert created.quote.quote_id in [quote.quote_id for quote in listed.quotes]

    webhook = create_webhook.sync(
        client=client,
        body=CreateWebhookBody(
            url=os.environ["RECEIVER_URL"], org_id=os.environ["ORG_ID"], events=[EventName.QUOTE_CREATED]
        ),
    )
    assert isinstance(webhook, CreateWebhookResult), webhook
    assert all((ChatCreatedEvent, QuoteCreatedEvent, RfpCreatedEvent))


main()
sys.exit(0)
