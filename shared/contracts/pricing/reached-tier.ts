import type { ContractTerms, VolumeTier } from '../rate/contract-rate.ts';

/**
 * The highest tier that a volume reaches; undefined below the first tier, and without a volume: `amount` applies.
 * @param weeklyVolume loads a week; null = unknown.
 */
export const reachedTier = (
  { tiers }: Pick<ContractTerms, 'tiers'>,
  weeklyVolume: number | null,
): VolumeTier | undefined =>
  tiers.findLast(({ fromVolume }) => weeklyVolume !== null && fromVolume <= weeklyVolume);
