import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { receiveEvent } from '../../../../shared/operations/probe/receive-event.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = new Date('2026-11-22T12:00:00.000Z');
const BODY = JSON.stringify({ id: 'evt_1', event: 'quote.created', created: '2026-11-22T11:59:57.500Z' });

const received = ({ body = BODY, secret = SECRET, at = NOW, base64 = false, headers = {} } = {}) =>
  receiveEvent(
    {
      body: base64 ? Buffer.from(body).toString('base64') : body,
      isBase64Encoded: base64,
      headers: {
        'Webhook-Id': 'evt_1',
        'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
        // Signed by a library, not by the code that verifies.
        'Webhook-Signature': new Webhook(secret).sign('evt_1', at, body),
        ...headers,
      },
    },
    SECRET,
    { now: NOW, machineNow: NOW },
  );

const EARLIER = (ms: number) => new Date(NOW.getTime() - ms);

describe('the receiver of the probe', () => {
  it.each([false, true])('measures the time from the event to its arrival, in base64: %s', (base64) => {
    expect(received({ base64 })).toEqual({ outcome: 'received', deliverySeconds: 2.5 });
  });

  it('accepts one of several signatures', () => {
    const signature = new Webhook(SECRET).sign('evt_1', NOW, BODY);
    const headers = { 'Webhook-Signature': `v1,AAAA ${signature}` };
    expect(received({ headers })).toMatchObject({ outcome: 'received' });
  });

  it.each([
    ['of another secret', received({ secret: OTHER })],
    ['six minutes old', received({ at: EARLIER(360_000) })],
    ['six minutes ahead', received({ at: EARLIER(-360_000) })],
    ['for another id', received({ headers: { 'Webhook-Id': 'evt_2' } })],
    ['with an id that makes the signed text ambiguous', received({ headers: { 'Webhook-Id': 'evt.1' } })],
    ['without a time', received({ headers: { 'Webhook-Timestamp': '' } })],
    ['that is empty', received({ headers: { 'Webhook-Signature': '' } })],
    [
      'after too many others',
      received({
        headers: {
          'Webhook-Signature': `${'v1,A '.repeat(4)}${new Webhook(SECRET).sign('evt_1', NOW, BODY)}`,
        },
      }),
    ],
  ])('rejects a signature %s', (_, reception) => {
    expect(reception).toEqual({ outcome: 'rejected', status: 401 });
  });

  it('rejects a body that is too long before it hashes it', () => {
    expect(received({ body: `${BODY}${' '.repeat(70_000)}` })).toEqual({ outcome: 'rejected', status: 413 });
  });

  it.each(['{}', 'no JSON', '{"event":"quote.deleted","created":"2026-11-22T12:00:00.000Z"}'])(
    'rejects a signed body that is not a new quote: %s',
    (body) => {
      expect(received({ body })).toEqual({ outcome: 'rejected', status: 400 });
    },
  );

  it('rejects a request without body and headers', () => {
    const request = { body: null, headers: null, isBase64Encoded: false };
    const times = { now: NOW, machineNow: NOW };
    expect(receiveEvent(request, SECRET, times)).toEqual({ outcome: 'rejected', status: 401 });
  });
});
