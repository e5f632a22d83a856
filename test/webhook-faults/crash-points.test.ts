import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import type { Passing, Tap } from '../support/tapped-wire.ts';
import { type DeliverySystem, startDeliverySystem } from './delivery-system-under-test.ts';

let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem(3);
});

afterAll(() => system.stop());

/** A new owner whose receiver answers with this status, while all requests pass. */
async function targetThatAnswers(status: number) {
  system.tables.tap({});
  system.queues.tap({});
  return system.target(() => ({ status }));
}

const SENDERS = ['deliver-webhook', 'retry-webhook'] as const;

const isClaim = ({ operation, body }: Passing) => operation === 'UpdateItem' && body.includes('":claim"');
const isRecord = ({ operation, body }: Passing) =>
  operation === 'UpdateItem' && body.includes(':lastAttemptAt') && body.includes('#claim.id');
const isEvent = ({ operation, body }: Passing) =>
  operation === 'TransactWriteItems' && body.includes('receivedAt');
/** The wake-up for a retry. */
const isRetryMessage = ({ operation, body }: Passing) =>
  operation === 'SendMessageBatch' && body.includes('webhookId') && !body.includes('deliveryId');
const isDeliveryMessage = ({ operation, body }: Passing) =>
  operation === 'SendMessageBatch' && body.includes('deliveryId');

/**
 * Crashes at the first call that matches, before or after the engine has done it. `over` resolves after the crash and the
 * advance of the clock: deliveries can end before, and the service must not stop before.
 */
function crashOnce(
  matches: (passing: Passing) => boolean,
  when: 'before' | 'after',
  aheadSeconds: number,
  functions: readonly string[] = SENDERS,
): Tap & { hit: () => boolean; over: () => Promise<void> } {
  let lost: string | undefined;
  let over = Promise.resolve();
  let isOver = false;
  const crashAndAdvance = async () => {
    await Promise.all(functions.map((name) => system.service.crash(name)));
    if (aheadSeconds > 0) await system.service.freight('clock', 'advance', `${aheadSeconds}s`, '--json');
  };
  const tap = async (passing: Passing): Promise<'pass' | 'lose'> => {
    // A client can send the same request again on a busy machine: copies are also lost until the process has crashed.
    if (passing.body === lost && !isOver) return 'lose';
    if (lost !== undefined || !matches(passing)) return 'pass';
    lost = passing.body;
    over = crashAndAdvance();
    await over;
    isOver = true;
    return 'lose';
  };
  return { [when]: tap, hit: () => lost !== undefined, over: () => over };
}

/** Seconds after which a claim without an outcome counts as lost; the clock is advanced by them. */
const CLAIM_LOST = 15;

describe.each([
  ['after the claim, before its response', 'tables', isClaim, 'after', 500, 6, 5, CLAIM_LOST],
  ['after the request, before it was recorded', 'tables', isRecord, 'before', 200, 2, 2, CLAIM_LOST],
  ['after the record, before its response', 'tables', isRecord, 'after', 200, 1, 1, 0],
  ['after the record, before the retry was enqueued', 'queues', isRetryMessage, 'before', 500, 6, 6, 0],
  ['after the retry was enqueued', 'queues', isRetryMessage, 'after', 500, 6, 6, 0],
] as const)(
  'a sender that crashes %s',
  (_, wire, matches, when, status, attempts, arrivals, aheadSeconds) => {
    it('delays by at most one interval: nothing is lost, and nothing is sent too often or too early', async () => {
      const target = await targetThatAnswers(status);
      const tap = crashOnce(matches, when, aheadSeconds);
      system[wire].tap(tap);
      await target.publish(1);
      const records = await target.ended(1);
      await tap.over();
      expect({ died: tap.hit(), arrivals: target.seen().length, ...records[0]?.delivery }).toMatchObject({
        died: true,
        status: status === 200 ? 'delivered' : 'failed',
        attempts,
        arrivals,
      });
    });
  },
);

describe.each([
  ['before an event was stored', 'tables', isEvent, 'before'],
  ['after an event was stored with its deliveries, before the response', 'tables', isEvent, 'after'],
  ['before the messages of the deliveries were sent', 'queues', isDeliveryMessage, 'before'],
] as const)('a dispatcher that crashes %s', (_, wire, matches, when) => {
  it('makes each delivery of 20 events exactly once', async () => {
    const target = await targetThatAnswers(200);
    const tap = crashOnce(matches, when, 0, ['dispatch-event']);
    system[wire].tap(tap);
    await target.publish(20);
    expect(await eventually(async () => tap.hit(), Boolean, 30_000)).toBe(true);
    await tap.over();
    // As if the messages were visible again: the visibility timeout is two minutes.
    await target.publish(20);
    const records = await target.ended(20);
    expect({ died: tap.hit(), arrivals: target.seen().length }).toEqual({ died: true, arrivals: 20 });
    expect(records.map(({ delivery }) => delivery.status)).toEqual(Array(20).fill('delivered'));
  });
});
