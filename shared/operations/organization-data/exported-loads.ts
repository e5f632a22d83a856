import { kindOfSlot, residualOf } from '../../market/cells/market-cell.ts';
import type { LoadOwner } from '../../market/loads/load-owner.ts';
import { equipmentNamesOfKind, holdsFuel, milesOfKind } from '../../market/loads/market-levels.ts';
import { freightMarketOfName, isUnlearned, readUnlearnedKind } from '../../market/loads/unlearned-loads.ts';
import { loadsFromBytes } from '../../market/loads/week-loads.ts';
import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { ExportedRecord } from './exported-kind.ts';

/** Stored loads of one freight market, week and owner. */
export interface StoredLoads {
  /** The freight market, or its `unlearnedName`. */
  readonly region: string;
  readonly week: number;
  readonly owner: LoadOwner;
  readonly bytes: Uint8Array;
}

/**
 * Exports stored loads: lane, approximate miles and the ratio of linehaul to operating cost. Rate, day, file and names
 * are not stored. Hashes of rows and contributors are not exported. Of a load that does not say whether fuel is inside,
 * the ratio is that of the whole rate to the whole cost, `rateTimesCost`.
 */
export function exportedLoads({ region, week, owner, bytes }: StoredLoads): ExportedRecord {
  const loads = [...loadsFromBytes(bytes).values()].map(({ lane, slot, count }) => {
    const stated = statedBy(region, kindOfSlot(slot));
    const ratio = Number(Math.exp(residualOf(slot)).toFixed(3));
    return {
      ...lane,
      ...stated,
      [stated.fuelIncluded === null ? 'rateTimesCost' : 'linehaulTimesCost']: ratio,
      count,
    };
  });
  const freightMarket = freightMarketOfName(region);
  return { mode: owner.split('#')[1], freightMarket, weekOf: mondayOfWeek(week), loads };
}

function statedBy(region: string, kind: number) {
  if (isUnlearned(region)) {
    const { miles, fuelIncluded, equipment } = readUnlearnedKind(kind);
    return { milesAbout: miles, fuelIncluded, equipment: [equipment] };
  }
  return {
    milesAbout: milesOfKind(kind),
    fuelIncluded: holdsFuel(kind),
    equipment: equipmentNamesOfKind(kind),
  };
}
