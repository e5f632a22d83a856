import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inFairOrder } from '../../../../lib/local/engines/fair-queue.ts';

const of = (messageGroupId: string, count: number) =>
  Array.from({ length: count }, (_, number) => ({ messageGroupId, number }));
const groups = (messages: readonly { readonly messageGroupId?: string }[], count: number) =>
  messages.slice(0, count).map(({ messageGroupId }) => messageGroupId);

describe('the fair order of a queue', () => {
  it('returns the message of a quiet group before those of a group with messages in flight', () => {
    const order = inFairOrder([...of('noisy', 500), ...of('quiet', 1)], of('noisy', 40), 10);
    expect(groups(order, 3)).toEqual(['quiet', 'noisy', 'noisy']);
  });

  it('returns groups in turns, the oldest first, if no group has messages in flight', () => {
    const order = inFairOrder([...of('one', 3), ...of('two', 3), ...of('three', 1)], [], 10);
    expect(groups(order, 7)).toEqual(['one', 'two', 'three', 'one', 'two', 'one', 'two']);
  });

  it('contains each message exactly once and keeps the order within each group', () => {
    const message = fc.record({ messageGroupId: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(message), fc.array(message), fc.nat(12), (waiting, inFlight, atMost) => {
        const numbered = waiting.map((one, number) => ({ ...one, number }));
        const order = inFairOrder(numbered, inFlight, atMost);
        expect(order.toSorted((one, other) => one.number - other.number)).toEqual(numbered);
        for (const group of ['a', 'b', 'c']) {
          const own = order.filter(({ messageGroupId }) => messageGroupId === group);
          expect(own).toEqual(numbered.filter(({ messageGroupId }) => messageGroupId === group));
        }
      }),
    );
  });
});
