import { isRoadEquipment, ROAD_EQUIPMENT, type RoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { kindOfSlot } from '../cells/market-cell.ts';
import { readUnlearnedKind } from '../loads/unlearned-loads.ts';
import type { LoadRecord } from '../loads/week-loads.ts';

/** Numbers of unlearned loads. A trailer load that does not say whether fuel is inside counts in both. */
export interface UnlearnedCounts {
  readonly trailers: Readonly<Record<RoadEquipment, number>>;
  /** Of trailers and of containers. */
  readonly fuelUnknown: number;
}

export function countUnlearned(loads: Iterable<Pick<LoadRecord, 'slot' | 'count'>>): UnlearnedCounts {
  const trailers = { dryvan: 0, reefer: 0, flatbed: 0 };
  let fuelUnknown = 0;
  for (const { slot, count } of loads) {
    const { equipment, fuelIncluded } = readUnlearnedKind(kindOfSlot(slot));
    if (isRoadEquipment(equipment)) trailers[equipment] += count;
    if (fuelIncluded === null) fuelUnknown += count;
  }
  return { trailers, fuelUnknown };
}

export const addUnlearned = (one: UnlearnedCounts, other: UnlearnedCounts): UnlearnedCounts => ({
  trailers: {
    dryvan: one.trailers.dryvan + other.trailers.dryvan,
    reefer: one.trailers.reefer + other.trailers.reefer,
    flatbed: one.trailers.flatbed + other.trailers.flatbed,
  },
  fuelUnknown: one.fuelUnknown + other.fuelUnknown,
});

export const NO_UNLEARNED: UnlearnedCounts = countUnlearned([]);

/** Loads of all trailers. */
export const trailerLoads = ({ trailers }: UnlearnedCounts): number =>
  ROAD_EQUIPMENT.reduce((sum, equipment) => sum + trailers[equipment], 0);
