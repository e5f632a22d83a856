import type { CellWeek, MarketCell } from './market-cell.ts';
import { kindOfSlot } from './market-cell.ts';
import { BANDS, bandOfKind } from './market-levels.ts';
import { boundedWeek, mergeCells, weekOf } from './merge-cells.ts';

/** Slots of a week of a national distance band that bins are laid together for. */
const FEW_BAND_SLOTS = 100;

const NO_CELL: MarketCell = { weeks: new Map() };

/** The national distance bands of all freight markets' cells. */
export function bandCells(ports: Iterable<MarketCell>): readonly MarketCell[] {
  const bands = Array.from({ length: BANDS }, () => NO_CELL);
  for (const port of ports) {
    for (const [band, cell] of splitByBand(port)) bands[band] = mergeCells(bands[band] ?? NO_CELL, cell);
  }
  return bands.map(({ weeks }) => ({
    weeks: new Map([...weeks].map(([week, facts]) => [week, boundedWeek(facts, FEW_BAND_SLOTS)])),
  }));
}

/** The nation: all loads are in the bands, each once. */
export const nationOfBands = (bands: readonly MarketCell[]): MarketCell => bands.reduce(mergeCells, NO_CELL);

function splitByBand({ weeks }: MarketCell): ReadonlyMap<number, MarketCell> {
  const bands = new Map<number, Map<number, CellWeek>>();
  for (const [week, { slots, counts, contributors, width }] of weeks) {
    const ofBand = Map.groupBy(slots.keys(), (position) => bandOfKind(kindOfSlot(slots[position] ?? 0)));
    for (const [band, positions] of ofBand) {
      const own = new Map(positions.map((position) => [slots[position] ?? 0, counts[position] ?? 0]));
      const split = bands.get(band) ?? new Map<number, CellWeek>();
      // Who reported which of a port's loads is not kept: all of its contributors may have reported these.
      split.set(week, { ...weekOf(own, contributors), ...(width && { width }) });
      bands.set(band, split);
    }
  }
  return new Map([...bands].map(([band, split]) => [band, { weeks: split }]));
}
