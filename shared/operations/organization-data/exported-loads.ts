import { kindOfSlot, residualOf } from '../../market/cells/market-cell.ts';
import type { LoadOwner } from '../../market/loads/load-owner.ts';
import { equipmentNamesOfKind, holdsFuel, milesOfKind } from '../../market/loads/market-levels.ts';
import { loadsFromBytes } from '../../market/loads/week-loads.ts';
import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { ExportedRecord } from './exported-kind.ts';

/** The loads of one freight market, week and mode, as they are kept. */
export interface StoredLoads {
  readonly region: string;
  readonly week: number;
  readonly owner: LoadOwner;
  readonly bytes: Uint8Array;
}

/**
 * What can be said of loads: of each its lane, about how far it went, and how many times its linehaul was what that
 * costs to run. Rate, day, file and names were never kept; the hashes that equal rows and contributors are known by say
 * nothing.
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
