import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_IDLE_BATCHES, redrive } from '../../../../shared/platform/sqs/redrive.ts';
import { createInMemoryDeadLetters, createInMemoryQueue } from '../../../support/in-memory-queues.ts';

const NOW = Date.parse('2026-10-07T17:00:00Z');
const EARLIER = NOW - 60_000;

function redriveUnderTest(rejects: (body: string) => boolean = () => false) {
  const deadLetters = createInMemoryDeadLetters();
  const queue = createInMemoryQueue(({ body }) => rejects(body));
  const run = (how: { dryRun?: boolean; includeRejected?: boolean } = {}) =>
    redrive({
      deadLetters: deadLetters.port,
      queue: queue.port,
      dryRun: false,
      includeRejected: false,
      now: () => new Date(NOW),
      ...how,
    });
  return { deadLetters, queue, run };
}

describe('redriving dead letters', () => {
  it('moves messages with their group and attributes', async () => {
    const { deadLetters, queue, run } = redriveUnderTest();
    const message = { body: 'a', group: 'org_1', attributes: { lane: 'slow' } };
    deadLetters.add(message, EARLIER);

    await expect(run()).resolves.toEqual({ moved: 1, rejected: {}, failed: 0 });
    expect(queue.messages).toEqual([message]);
    expect(deadLetters.bodies()).toEqual([]);
  });

  it('leaves rejected messages visible and counts them by reason', async () => {
    const { deadLetters, queue, run } = redriveUnderTest();
    for (const body of ['a', 'b']) deadLetters.add({ body, attributes: { reason: 'not JSON' } }, EARLIER);
    deadLetters.add({ body: 'c' }, EARLIER);

    await expect(run()).resolves.toEqual({ moved: 1, rejected: { 'not JSON': 2 }, failed: 0 });
    expect(queue.messages).toMatchObject([{ body: 'c' }]);
    expect(deadLetters.bodies()).toEqual(['a', 'b']);
    expect(deadLetters.hidden()).toBe(0);
  });

  it('also moves rejected messages on request, without their reason', async () => {
    const { deadLetters, queue, run } = redriveUnderTest();
    deadLetters.add({ body: 'a', attributes: { reason: 'not JSON', from: 'rfp' } }, EARLIER);

    await expect(run({ includeRejected: true })).resolves.toMatchObject({ moved: 1 });
    expect(queue.messages).toEqual([{ body: 'a', attributes: { from: 'rfp' } }]);
  });

  it('only counts in a dry run', async () => {
    const { deadLetters, queue, run } = redriveUnderTest();
    for (const body of ['a', 'b', 'c']) deadLetters.add({ body }, EARLIER);

    await expect(run({ dryRun: true })).resolves.toMatchObject({ moved: 3 });
    expect(queue.messages).toEqual([]);
    expect(deadLetters.bodies()).toEqual(['a', 'b', 'c']);
    expect(deadLetters.hidden()).toBe(0);
  });

  it('ends if moved messages return immediately', async () => {
    const { deadLetters, queue, run } = redriveUnderTest();
    const back = queue.port.send;
    queue.port.send = async (messages) => {
      for (const message of messages) deadLetters.add(message, NOW + 5);
      return back(messages);
    };
    for (const body of ['a', 'b', 'c']) deadLetters.add({ body }, EARLIER);

    await expect(run()).resolves.toMatchObject({ moved: 3 });
    expect(deadLetters.bodies().sort()).toEqual(['a', 'b', 'c']);
    expect(deadLetters.hidden()).toBe(0);
  });

  it('moves older messages that come after batches of new messages', async () => {
    const { deadLetters, queue, run } = redriveUnderTest();
    for (let index = 0; index < 8; index++) deadLetters.add({ body: `new ${index}` }, NOW + 5);
    deadLetters.add({ body: 'old' }, EARLIER);

    await expect(run()).resolves.toMatchObject({ moved: 1 });
    expect(queue.messages).toEqual([{ body: 'old', attributes: {} }]);
    expect(deadLetters.bodies()).toHaveLength(8);
    expect(deadLetters.hidden()).toBe(0);
  });

  it('ends if new messages arrive faster than they are received', async () => {
    const { deadLetters, run } = redriveUnderTest();
    const receive = deadLetters.port.receive;
    let batches = 0;
    deadLetters.port.receive = async () => {
      batches += 1;
      for (const body of ['a', 'b', 'c']) deadLetters.add({ body }, NOW + 5);
      return receive();
    };

    await expect(run()).resolves.toEqual({ moved: 0, rejected: {}, failed: 0 });
    expect(batches).toBe(MAX_IDLE_BATCHES);
    expect(deadLetters.hidden()).toBe(0);
  });

  it('ends if remaining messages are received again', async () => {
    const { deadLetters, run } = redriveUnderTest();
    const receive = deadLetters.port.receive;
    deadLetters.port.receive = async () => {
      const letters = await receive();
      await deadLetters.port.release(letters);
      return letters;
    };
    for (const body of ['a', 'b']) deadLetters.add({ body, attributes: { reason: 'bad' } }, EARLIER);

    await expect(run()).resolves.toEqual({ moved: 0, rejected: { bad: 2 }, failed: 0 });
  });

  it('loses no message if the queue rejects some or the redrive is interrupted', async () => {
    const step = fc.record({ body: fc.stringMatching(/^[a-e]\d{3}$/), bad: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step), fc.integer({ min: 0, max: 8 }), async (steps, breaksAt) => {
        const { deadLetters, queue, run } = redriveUnderTest((body) => body.startsWith('e'));
        for (const { body, bad } of steps) {
          deadLetters.add({ body, ...(bad ? { attributes: { reason: 'bad' } } : {}) }, EARLIER);
        }
        let calls = 0;
        const remove = deadLetters.port.remove;
        deadLetters.port.remove = async (letters) => {
          if (calls++ === breaksAt) throw new Error('broken off');
          await remove(letters);
        };

        const outcome = await run().catch(() => undefined);

        const somewhere = [...queue.messages.map(({ body }) => body), ...deadLetters.bodies()];
        for (const { body } of steps) expect(somewhere).toContain(body);
        if (outcome === undefined) return;
        expect(somewhere.sort()).toEqual(steps.map(({ body }) => body).sort());
        expect(outcome.failed).toBe(steps.filter(({ body, bad }) => !bad && body.startsWith('e')).length);
      }),
    );
  });
});
