import { describe, expect, it } from 'vitest';
import {
  closeMessage,
  deliveryMessage,
  drainMessage,
  parseDeliveryQueueMessage,
} from '../../../../shared/webhooks/deliveries/delivery-messages.ts';
import { aMessage } from './attempts/doubles.ts';

const DELIVER = { kind: 'deliver', ...aMessage({ deliveryId: 'dlv_1' }) };
const ACCOUNT = { orgId: 'org_1', mode: 'live' } as const;
const TOKENS = { hostTokenAt: '2026-03-02T10:00:00.000Z', tokenAt: '2026-03-02T10:00:01.000Z' };

describe('a message of the delivery queues', () => {
  it('requests an attempt after a delay', () => {
    const message = aMessage({ attempts: 2, ...TOKENS });
    const sent = deliveryMessage({ ...message, traceHeader: 'Root=1' }, 30);

    expect(sent).toMatchObject({ group: 'org_1', delaySeconds: 30, traceHeader: 'Root=1' });
    expect(parseDeliveryQueueMessage(sent.body)).toEqual([{ message: { kind: 'deliver', ...message } }]);
  });

  it('has no delay, no tokens and no trace by default', () => {
    const message = aMessage();
    const sent = deliveryMessage(message);

    expect(sent).toEqual({ body: sent.body, group: 'org_1', delaySeconds: 0 });
    expect(JSON.parse(sent.body)).toEqual({ kind: 'deliver', ...message });
  });

  it('requests a run for deferred deliveries', () => {
    const sent = drainMessage('org_1');

    expect(sent).toEqual({ body: sent.body, group: 'org_1', delaySeconds: 0 });
    expect(drainMessage('org_1', 20)).toEqual({ ...sent, delaySeconds: 20 });
    expect(parseDeliveryQueueMessage(sent.body)).toEqual([{ message: { kind: 'drain', orgId: 'org_1' } }]);
  });

  it('requests the end of the deliveries of a webhook', () => {
    const sent = closeMessage(ACCOUNT, 'wh_1', 'Deleted.', 5);

    expect(sent).toMatchObject({ group: 'org_1', delaySeconds: 5 });
    expect(closeMessage(ACCOUNT, 'wh_1', 'Deleted.')).toMatchObject({ delaySeconds: 0 });
    const message = { kind: 'close', ...ACCOUNT, webhookId: 'wh_1', reason: 'Deleted.' };
    expect(parseDeliveryQueueMessage(sent.body)).toEqual([{ message }]);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"kind":"other","orgId":"org_1"}',
    '{"kind":"drain"}',
    '{"kind":"drain","orgId":""}',
    '{"kind":"close","orgId":"org_1","mode":"live","webhookId":"wh_1"}',
    JSON.stringify({ ...DELIVER, attempts: -1 }),
    JSON.stringify({ ...DELIVER, attempts: 0.5 }),
    JSON.stringify({ ...DELIVER, mode: 'other' }),
    JSON.stringify({ ...DELIVER, eventId: '' }),
    JSON.stringify({ ...DELIVER, tokenAt: 7 }),
  ])('is not %s', (body) => {
    expect(parseDeliveryQueueMessage(body)).toBeUndefined();
  });
});
