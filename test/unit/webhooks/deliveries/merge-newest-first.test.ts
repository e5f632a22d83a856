import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { mergeNewestFirst } from '../../../../shared/webhooks/deliveries/merge-newest-first.ts';
import { aDelivery } from './attempts/doubles.ts';

async function* sourceOf(ids: readonly string[], onRead: () => void = () => undefined) {
  for (const deliveryId of ids) {
    onRead();
    yield aDelivery({ deliveryId });
  }
}

async function idsOf(merged: AsyncGenerator<Delivery, void>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { deliveryId } of merged) ids.push(deliveryId);
  return ids;
}

describe('deliveries of several sources', () => {
  it('are in order, each once', async () => {
    const newestFirst = fc
      .uniqueArray(fc.stringMatching(/^[0-9A-Z]{1,2}$/), { maxLength: 12 })
      .map((ids) => ids.toSorted().toReversed());
    await fc.assert(
      fc.asyncProperty(fc.array(newestFirst, { maxLength: 4 }), async (sources) => {
        const merged = await idsOf(mergeNewestFirst(sources.map((ids) => sourceOf(ids))));
        expect(merged).toEqual([...new Set(sources.flat())].toSorted().toReversed());
      }),
    );
  });

  it('are read only as far as needed', async () => {
    const onRead = vi.fn();
    const merged = mergeNewestFirst([sourceOf(['9', '8', '7'], onRead), sourceOf(['3', '2'], onRead)]);

    expect((await merged.next()).value).toMatchObject({ deliveryId: '9' });
    expect((await merged.next()).value).toMatchObject({ deliveryId: '8' });
    expect(onRead).toHaveBeenCalledTimes(3);
  });
});
