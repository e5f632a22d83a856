import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { brokenPromises } from '../support/delivery-checker.ts';
import type { Passing, Tap } from '../support/tapped-wire.ts';
import { type RoadUnderTest, startRoad } from './road-under-test.ts';

const GAP = 3;
let road: RoadUnderTest;

beforeAll(async () => {
  road = await startRoad([GAP, GAP, GAP, GAP, GAP]);
}, 180_000);

afterAll(() => road.stop());

const crash = async (): Promise<'lose'> => {
  await Promise.all([road.service.crash('deliver-webhook'), road.service.crash('retry-webhook')]);
  return 'lose';
};

const isClaim = ({ operation, body }: Passing) =>
  operation === 'UpdateItem' && body.includes('claimedUrl = :url');
const isRecord = ({ operation, body }: Passing) =>
  operation === 'UpdateItem' && body.includes('lastAttemptAt = :at');
const isHint = ({ operation, body }: Passing) =>
  operation === 'SendMessageBatch' &&
  body.includes('\\"kind\\":\\"deliver\\"') &&
  body.includes('\\"attempts\\":1');

/** Crashes at the first call that matches, before or after the engine has done it. */
function crashOnce(
  matches: (passing: Passing) => boolean,
  when: 'before' | 'after',
): Tap & { hit: () => boolean } {
  let hit = false;
  const tap = async (passing: Passing): Promise<'pass' | 'lose'> => {
    if (hit || !matches(passing)) return 'pass';
    hit = true;
    return crash();
  };
  return { [when]: tap, hit: () => hit };
}

describe.each([
  ['after the claim, before it knew', 'tables', isClaim, 'after', 500, 6, 5],
  ['after it was sent, before it was logged', 'tables', isRecord, 'before', 200, 2, 2],
  ['after it was logged, before it knew', 'tables', isRecord, 'after', 200, 1, 1],
  ['after the log, before the retry was queued', 'queues', isHint, 'before', 500, 6, 6],
  ['after the retry was queued, before the message was deleted', 'queues', isHint, 'after', 500, 6, 6],
] as const)('a sender that dies %s', (_, wire, matches, when, status, attempts, arrivals) => {
  beforeEach(() => {
    road.tables.tap({});
    road.queues.tap({});
  });

  it('costs a gap at most: nothing is lost, nothing comes too often or too early', async () => {
    const owner = await road.owner();
    const path = `/${owner.orgId}`;
    const webhook = await owner.webhook(path);
    road.receiver.answer(path, () => ({ status }));
    const tap = crashOnce(matches, when);
    road[wire].tap(tap);
    await road.publish(owner, 1);
    const records = await road.ended([webhook], 1, 120_000);
    expect(tap.hit()).toBe(true);
    const own = road.receiver.arrivals.filter((arrival) => arrival.path === path);
    expect(brokenPromises({ arrivals: own, records, gapSeconds: GAP })).toEqual([]);
    expect(records[0]?.delivery).toMatchObject({
      status: status === 200 ? 'delivered' : 'failed',
      attempts,
    });
    expect(own).toHaveLength(arrivals);
  }, 150_000);
});
