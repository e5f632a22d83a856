import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import type { Operation } from '../definition-types.ts';
import { eventDeliveryFields, quoteEventFields, quoteEventsAnswer } from './quote-events-document.ts';

export const definition = {
  function: 'list-quote-events',
  method: 'GET',
  path: '/api/v1/quotes/{quote_id}/events',
  tag: 'Quotes',
  summary: 'List the events of a quote',
  description:
    'Lists the events that a quote has caused, each with its deliveries to webhooks. An event appears with the change of the quote; its deliveries follow within seconds. The events of a deleted quote are not listed.',
  response: {
    schema: quoteEventsAnswer,
    description: 'The events.',
    fields: { events: 'Oldest first.' },
  },
  errors: [QUOTE_NOT_FOUND],
  schemas: {
    QuoteEventItem: {
      schema: quoteEventFields,
      description: 'An event of a quote.',
      fields: {
        event_id: 'Id of the event. Its requests have the id in the headers `webhook-id` and `X-Event-Id`.',
        event: 'Name of the event.',
        status:
          'Status of the quote in the event: `pending` for a new quote, later `converted`, `declined`, `superseded` or `expired`. A quote can have several of these.',
        created_at: 'Time of the change, UTC.',
        deliveries:
          'The first delivery to each webhook that subscribed to the event. Empty without such webhooks, and 30 days after the event.',
      },
    },
    QuoteEventDelivery: {
      schema: eventDeliveryFields,
      description:
        'A delivery of an event. Fields without a value are absent. `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}` returns its attempts.',
      fields: {
        delivery_id: 'Id of the delivery.',
        webhook_id: 'The webhook that receives the event.',
        status: '`pending`, then `delivered` or `failed`.',
        reason: 'Why it failed.',
        attempts: 'Attempts so far, including an attempt in progress.',
        last_attempt_at: 'Start of the last logged attempt, UTC.',
        last_response_status: 'HTTP status of the last attempt, if the receiver answered.',
        redelivered_by: 'The newest delivery that repeats this one.',
      },
    },
  },
  tables: { quotes: ['GetItem'], deliveries: ['BatchGetItem'] },
  leadingKeys: { deliveries: ['E#*', 'D#*'] },
  impact: 'Callers cannot list the events of a quote; the events are delivered.',
} satisfies Operation;
