import { describe, expect, it } from 'vitest';
import type { QuoteChanges } from '../../../../../shared/quotes/record/quote-changes.ts';
import { createQuoteIds } from '../../../../../shared/quotes/record/quote-id.ts';
import type { Delivery } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { listQuoteEventsUseCase } from '../../../../../shared/webhooks/deliveries/listing/list-quote-events.ts';
import { quoteEventId } from '../../../../../shared/webhooks/events/quote-transitions.ts';

const caller = { orgId: 'org_1', mode: 'test' } as const;
const CREATED_AT = '2026-03-02T10:00:00.000Z';
const quoteId = createQuoteIds()(new Date(CREATED_AT));

const delivery = (transition: 'created' | 'converted', webhookId: string): Delivery => ({
  ...caller,
  deliveryId: `dlv_${webhookId}`,
  webhookId,
  eventId: quoteEventId(caller, quoteId, transition),
  event: 'quote.created',
  status: 'failed',
  reason: 'The webhook was deleted.',
  attempts: 2,
  maxAttempts: 6,
  createdAt: CREATED_AT,
  lastAttemptAt: CREATED_AT,
  lastStatus: 503,
  test: false,
  redeliveredBy: 'dlv_9',
});

const list = (changes: QuoteChanges | undefined, deliveries: readonly Delivery[] = []) =>
  listQuoteEventsUseCase({
    quotes: { changesOf: async () => changes },
    events: {
      deliveriesOf: async (_, ids) => deliveries.filter(({ eventId }) => ids.includes(eventId)),
    },
  });

describe('the events of a quote', () => {
  it('are its announced changes in their order, each with its own deliveries', async () => {
    const changes = { createdAt: CREATED_AT, convertedAt: '2026-03-09T23:59:59.000Z' };
    const deliveries = [
      delivery('created', 'wh_a'),
      delivery('created', 'wh_b'),
      delivery('converted', 'wh_a'),
    ];

    const answer = await list(changes, deliveries)(quoteId, caller);

    if (!answer.ok) throw new Error('rejected');
    expect(
      answer.body.events.map((each) => [
        each.event,
        each.status,
        each.created_at,
        each.deliveries.map(({ webhook_id }) => webhook_id),
      ]),
    ).toEqual([
      ['quote.created', 'pending', changes.createdAt, ['wh_a', 'wh_b']],
      ['quote.updated', 'converted', changes.convertedAt, ['wh_a']],
    ]);
    expect(answer.body.events[0]?.deliveries[0]).toEqual({
      delivery_id: 'dlv_wh_a',
      webhook_id: 'wh_a',
      status: 'failed',
      reason: 'The webhook was deleted.',
      attempts: 2,
      last_attempt_at: CREATED_AT,
      last_response_status: 503,
      redelivered_by: 'dlv_9',
    });
  });

  it('have the announced expiry with its own id', async () => {
    const expiryAnnouncedAt = '2026-03-10T00:01:00.000Z';
    const answer = await list({ createdAt: CREATED_AT, expiryAnnouncedAt })(quoteId, caller);

    if (!answer.ok) throw new Error('rejected');
    expect(answer.body.events[1]).toEqual({
      event_id: quoteEventId(caller, quoteId, 'expired'),
      event: 'quote.updated',
      status: 'expired',
      created_at: expiryAnnouncedAt,
      deliveries: [],
    });
    expect(new Set(answer.body.events.map(({ event_id }) => event_id)).size).toBe(2);
  });

  it('have the ids that they had before the quote was restored, and new ones after it', async () => {
    const restoredAt = '2026-03-05T10:00:00.000Z';
    const changes = { declinedAt: '2026-03-04T09:00:00.000Z', supersededAt: '2026-03-06T09:00:00.000Z' };
    const answer = await list({ ...changes, restoredAt })(quoteId, caller);

    if (!answer.ok) throw new Error('rejected');
    expect(answer.body.events.map(({ event_id }) => event_id)).toEqual([
      quoteEventId(caller, quoteId, 'declined'),
      quoteEventId(caller, quoteId, 'superseded', restoredAt),
    ]);
  });

  it('are in the order of their time, also if the quote was declined after its expiry', async () => {
    const changes = {
      createdAt: CREATED_AT,
      declinedAt: '2026-03-12T09:00:00.000Z',
      expiryAnnouncedAt: '2026-03-10T00:01:00.000Z',
      supersededAt: '2026-03-11T09:00:00.000Z',
    };
    const answer = await list(changes)(quoteId, caller);

    if (!answer.ok) throw new Error('rejected');
    expect(answer.body.events.map(({ status }) => status)).toEqual([
      'pending',
      'expired',
      'superseded',
      'declined',
    ]);
  });

  it('leave out the creation of an imported quote', async () => {
    expect(await list({})(quoteId, caller)).toEqual({ ok: true, body: { events: [] } });
  });

  it.each([
    ['another text', 'Q-1'],
    ['an empty id', ''],
    ['the id of no quote', quoteId],
  ])('do not exist for %s', async (_, id) => {
    expect(await list(undefined)(id, caller)).toMatchObject({
      ok: false,
      rejection: { kind: 'not-found', code: 'QUOTE_NOT_FOUND', details: { quote_id: id } },
    });
  });
});
