import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reachedTier } from '../../../../shared/contracts/pricing/reached-tier.ts';

const anyTiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 })
  .map((volumes) =>
    volumes.toSorted((one, other) => one - other).map((fromVolume) => ({ fromVolume, amount: fromVolume })),
  );
const anyVolume = fc.integer({ min: 1, max: 3_500 }).map((hundredths) => hundredths / 100);

it('the tier of a volume is the one with the most loads among those that it reaches', () => {
  fc.assert(
    fc.property(anyTiers, anyVolume, (tiers, volume) => {
      const reached = tiers.filter(({ fromVolume }) => fromVolume <= volume);
      const highest = Math.max(...reached.map(({ fromVolume }) => fromVolume));
      expect(reachedTier({ tiers }, volume)?.fromVolume).toBe(reached.length === 0 ? undefined : highest);
    }),
    { numRuns: 1_000 },
  );
});

it('a threshold itself is reached, a hundredth of a load below is not', () => {
  const tiers = [
    { fromVolume: 5, amount: 45_000 },
    { fromVolume: 10, amount: 42_000 },
  ];
  const amounts = [4.99, 5, 9.99, 10, 10_000].map((volume) => reachedTier({ tiers }, volume)?.amount);
  expect(amounts).toEqual([undefined, 45_000, 45_000, 42_000, 42_000]);
});

it('without a volume there is no tier', () => {
  fc.assert(fc.property(anyTiers, (tiers) => reachedTier({ tiers }, null) === undefined));
});
