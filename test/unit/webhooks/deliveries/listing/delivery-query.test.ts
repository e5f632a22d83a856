import { describe, expect, it } from 'vitest';
import { createDeliveryIds } from '../../../../../shared/webhooks/deliveries/delivery-id.ts';
import { readDeliveryQuery } from '../../../../../shared/webhooks/deliveries/listing/delivery-query.ts';
import { EVENT_NAMES } from '../../../../../shared/webhooks/events/event-names.ts';
import { invalidWebhook } from '../../../../../shared/webhooks/store/webhook-rejections.ts';

const MOMENT = 'must be a UTC time such as 2026-03-02T10:00:00Z, or a day as YYYY-MM-DD';
const rejected = (...faults: string[]) => ({ ok: false, rejection: invalidWebhook(faults) });

describe('the query of a list of deliveries', () => {
  it('has a limit of 20 by default', () => {
    expect(readDeliveryQuery({})).toEqual({ ok: true, body: { limit: 20 } });
  });

  it('is read with all parameters', () => {
    const cursor = createDeliveryIds()(new Date('2026-11-21T12:00:00Z'));

    expect(
      readDeliveryQuery({
        status: 'failed',
        event: 'quote.created',
        since: '2026-11-01',
        until: '2026-11-02',
        cursor,
        limit: '100',
      }),
    ).toEqual({
      ok: true,
      body: {
        status: 'failed',
        event: 'quote.created',
        since: new Date('2026-11-01T00:00:00.000Z'),
        until: new Date('2026-11-03T00:00:00.000Z'),
        after: cursor,
        limit: 100,
      },
    });
  });

  it('may have equal times, and not an end before the start', () => {
    const day = '2026-11-01T00:00:00Z';
    expect(readDeliveryQuery({ since: day, until: day })).toMatchObject({ ok: true });
    expect(readDeliveryQuery({ since: '2026-11-03', until: '2026-11-01' })).toEqual(
      rejected('since must not be after until'),
    );
  });

  it.each([
    ['2026-11-02', '2026-11-01'],
    ['2026-11-02T00:00:00Z', '2026-11-01'],
    ['2026-11-02', '2026-11-01T23:59:59Z'],
  ])('is rejected with since %s and until %s, the day before', (since, until) => {
    expect(readDeliveryQuery({ since, until })).toEqual(rejected('since must not be after until'));
  });

  it.each([
    ['2026-11-02', '2026-11-02'],
    ['2026-11-02T23:59:59.999Z', '2026-11-02'],
    ['2026-11-02', '2026-11-02T00:00:00Z'],
  ])('may have since %s and until %s', (since, until) => {
    expect(readDeliveryQuery({ since, until })).toMatchObject({ ok: true });
  });

  it.each([
    ['status', 'lost', 'status must be one of pending, delivered, failed'],
    ['cursor', 'x', 'cursor must be the next_cursor of a previous page'],
    ['limit', '0', 'limit must be an integer from 1 to 100'],
    ['limit', '101', 'limit must be an integer from 1 to 100'],
  ])('is rejected with %s %s', (name, value, fault) => {
    expect(readDeliveryQuery({ [name]: value })).toEqual(rejected(fault));
  });

  it('is rejected with every fault', () => {
    expect(readDeliveryQuery({ since: 'x', until: 'y', event: 'quote.lost', limit: 'z' })).toEqual(
      rejected(
        `since ${MOMENT}`,
        `until ${MOMENT}`,
        `event must be one of ${EVENT_NAMES.join(', ')}`,
        'limit must be an integer from 1 to 100',
      ),
    );
  });
});
