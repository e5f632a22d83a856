import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_IDLE_BATCHES, redrive } from '../../../shared/platform/sqs/redrive.ts';
import { MAX_BYTES, splitIntoRequests } from '../../../shared/platform/sqs/sqs-message-queue.ts';
import { createInMemoryDeadLetters, createInMemoryQueue } from '../../support/in-memory-queues.ts';

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

/** Many small sizes, and sizes that fill a request. */
const size = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.constantFrom(MAX_BYTES / 2, MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 200_000),
);
const lengths = new Map<number, string>();
const bodyOf = (length: number): string => {
  const body = lengths.get(length) ?? 'x'.repeat(length);
  lengths.set(length, body);
  return body;
};

describe('requests to SQS', () => {
  it('have every message once, in order, with at most ten messages and 1 MiB; oversize messages are separate', () => {
    fc.assert(
      fc.property(fc.array(size, { maxLength: 40 }), (sizes) => {
        const { requests, oversize } = splitIntoRequests(sizes.map((length) => ({ body: bodyOf(length) })));

        for (const request of requests) {
          expect(request.length).toBeLessThanOrEqual(10);
          const bytes = request.reduce((sum, { message }) => sum + message.body.length, 0);
          expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
        }
        const fitting = sizes.flatMap((length, position) => (length <= MAX_BYTES ? [position] : []));
        expect(requests.flat().map(({ position }) => position)).toEqual(fitting);
        expect(oversize).toHaveLength(sizes.length - fitting.length);
      }),
      { numRuns: 60 },
    );
  });

  it('count bytes, attributes with their names and types included', () => {
    const body = 'ü'.repeat((MAX_BYTES - 20) / 2);

    expect(splitIntoRequests([{ body, attributes: { reason: 'eight888' } }]).oversize).toEqual([]);
    expect(splitIntoRequests([{ body, attributes: { reason: 'nine99999' } }]).oversize).toHaveLength(1);
  });
});
