import { kindOfSlot, residualOf } from '../../market/cells/market-cell.ts';
import type { LoadOwner } from '../../market/loads/load-owner.ts';
import { equipmentNamesOfKind, holdsFuel, milesOfKind } from '../../market/loads/market-levels.ts';
import { loadsFromBytes } from '../../market/loads/week-loads.ts';
import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { ExportedRecord } from './exported-kind.ts';

/** Stored loads of one freight market, week and owner. */
export interface StoredLoads {
  readonly region: string;
  readonly week: number;
  readonly owner: LoadOwner;
  readonly bytes: Uint8Array;
}

/**
 * Exports stored loads: lane, approximate miles and the ratio of linehaul to operating cost. Rate, day, file and names
 * are not stored. Hashes of rows and contributors are not exported.
 */
export function exportedLoads({ region, week, owner, bytes }: StoredLoads): ExportedRecord {
  const loads = [...loadsFromBytes(bytes).values()].map(({ lane, slot, count }) => {
    const kind = kindOfSlot(slot);
    return {
      ...lane,
      milesAbout: milesOfKind(kind),
      fuelIncluded: holdsFuel(kind),
      equipment: equipmentNamesOfKind(kind),
      linehaulTimesCost: Number(Math.exp(residualOf(slot)).toFixed(3)),
      count,
    };
  });
  return { mode: owner.split('#')[1], freightMarket: region, weekOf: mondayOfWeek(week), loads };
}
