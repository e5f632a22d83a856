import type { DieselLookup } from '../rates/diesel-lookup.ts';
import { groupsOf } from '../terminals/each-of.ts';
import { estimateLane, type LaneCells } from './estimate-lane.ts';
import { laneCost } from './lane-cost.ts';
import { laneOutlook } from './lane-outlook.ts';
import { isShared, MARKET, type Sharing } from './load-owner.ts';
import { kindOfSlot, type MarketCell, residualOf } from './market-cell.ts';
import { laneKeys, milesOfKind } from './market-levels.ts';
import type { MarketLane } from './market-load.ts';
import { LOOKBACK_WEEKS } from './market-parameters.ts';
import type { MarketStore } from './market-store.ts';
import { nationOfBands } from './nation-cells.ts';
import { nationPaths } from './nation-paths.ts';
import { SurpriseLedger } from './surprise-ledger.ts';
import { visibleCells } from './visible-cells.ts';
import type { KeptLoad } from './week-loads.ts';

/** Weeks that are looked back on: older surprises would count less than a sixth. */
const WEEKS = 26;
/** Loads of a week that are held against what was expected of them: enough for quantiles, whatever the volume. */
const LOADS_A_WEEK = 150;
const KEYS_AT_ONCE = 100;

export interface Calibration {
  readonly ports: ReadonlyMap<string, MarketCell>;
  readonly bands: readonly MarketCell[];
  readonly sharing: Sharing;
  readonly dieselFor: DieselLookup;
  readonly thisWeek: number;
}

interface Sampled {
  readonly region: string;
  readonly load: KeptLoad;
}

/**
 * Holds loads of each of the last weeks against what the weeks before let expect, as the backtest does: how far ranges
 * must reach, and what rates without fuel stand beside those with it. A sample by the loads' hashes, the same whatever
 * the order of import.
 */
export async function calibrateMarket(
  store: MarketStore,
  { ports, bands, sharing, dieselFor, thisWeek }: Calibration,
): Promise<SurpriseLedger> {
  const ledger = new SurpriseLedger();
  const whole = nationOfBands(bands);
  const sample = await sampleLoads(store, [...ports.keys()], sharing, thisWeek);
  for (let week = thisWeek - WEEKS; week <= thisWeek; week++) {
    const loads = sample.get(week) ?? [];
    if (loads.length === 0) continue;
    const before = {
      nation: whole.nation && weeksBefore(whole.nation, week),
      bands: whole.bands.map((band) => band && weeksBefore(band, week)),
    };
    const span = { from: week - LOOKBACK_WEEKS, to: week };
    const nation = nationPaths(before, ledger.offsets(week), span);
    const reaches = ledger.reaches(week);
    const cellsOf = await cellReader(store, loads, week);
    const portsBefore = new Map<string, MarketCell>();
    for (const { region } of loads) {
      const port = portsBefore.has(region) ? undefined : ports.get(region);
      if (port !== undefined) portsBefore.set(region, weeksBefore(port, week));
    }
    for (const { region, load } of loads) {
      const kind = kindOfSlot(load.slot);
      const lane = laneOf(region, load);
      const market = cellsOf(lane, portsBefore.get(region));
      const estimate = estimateLane(visibleCells({ market }, span), kind, nation);
      const outlook = laneOutlook(estimate, laneCost(lane, week, dieselFor), reaches);
      const off = residualOf(load.slot) - Math.log(outlook.factor);
      for (let count = load.count; count > 0; count--) {
        ledger.count({
          week,
          tier: outlook.tier,
          kind,
          overLevel: off + (nation.offsets[kind] ?? 0),
          inDeviations: off / outlook.deviation,
        });
      }
    }
  }
  return ledger;
}

const laneOf = (region: string, { lane, slot }: KeptLoad): MarketLane => ({
  ...lane,
  region,
  miles: milesOfKind(kindOfSlot(slot)),
});

const weeksBefore = ({ weeks }: MarketCell, week: number): MarketCell => ({
  weeks: new Map([...weeks].filter(([of]) => of < week)),
});

/** The loads with the smallest ids of each week: ids are hashes, so that these are any. */
async function sampleLoads(
  store: MarketStore,
  regions: readonly string[],
  sharing: Sharing,
  thisWeek: number,
): Promise<ReadonlyMap<number, readonly Sampled[]>> {
  const sample = new Map<number, Sampled[]>();
  for (const region of regions) {
    for await (const { week, owner, loads } of store.loadsBetween(region, thisWeek - WEEKS, thisWeek)) {
      if (!isShared(owner, sharing)) continue;
      const chosen = sample.get(week) ?? [];
      const full = chosen.length >= LOADS_A_WEEK;
      const largest = full ? (chosen.at(-1)?.load.id ?? 0) : Number.POSITIVE_INFINITY;
      for (const load of loads.values()) if (load.id < largest) chosen.push({ region, load });
      chosen.sort((a, b) => a.load.id - b.load.id);
      sample.set(week, chosen.slice(0, LOADS_A_WEEK));
    }
  }
  return sample;
}

async function cellReader(store: MarketStore, loads: readonly Sampled[], week: number) {
  const keys = new Set<string>();
  for (const { region, load } of loads) {
    const { port, ...narrow } = laneKeys(laneOf(region, load));
    for (const key of Object.values(narrow)) keys.add(key);
  }
  const cells = new Map<string, MarketCell>();
  for (const group of groupsOf([...keys], KEYS_AT_ONCE)) {
    const found = await store.cells(MARKET, group);
    for (const [position, key] of group.entries()) {
      const cell = found[position]?.cell;
      if (cell !== undefined && cell.weeks.size > 0) cells.set(key, weeksBefore(cell, week));
    }
  }
  return (lane: MarketLane, port: MarketCell | undefined): LaneCells => {
    const { port: _, ...narrow } = laneKeys(lane);
    const there = Object.entries(narrow).flatMap(([level, key]) => {
      const cell = cells.get(key);
      return cell === undefined ? [] : [[level, cell] as const];
    });
    return { ...Object.fromEntries(there), ...(port && { port }) };
  };
}
