import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { readContainerEquipment } from '../../costs/equipment/read-equipment-type.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import type { RoadDistances } from '../../geography/roads/road-distance.ts';
import { roundMiles } from '../../geography/roads/round-miles.ts';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { weekNumber } from '../../platform/time/utc-week.ts';
import { resolvePlace } from '../../terminals/resolution/resolve-place.ts';
import type { TerminalDirectory } from '../../terminals/search/terminal-directory.ts';
import { type LaneCost, laneCost } from '../loads/lane-cost.ts';
import { loadResidual } from '../loads/load-residual.ts';
import { marketLane } from '../loads/market-lane.ts';
import type { MarketLane, MarketLoad } from '../loads/market-load.ts';
import type { LoadRow } from './read-load-row.ts';

export interface PlaceLoadPorts {
  readonly terminals: TerminalDirectory;
  readonly places: PlaceDirectory;
  readonly roadDistances: RoadDistances;
  readonly dieselFor: DieselLookup;
}

/** A load with its lane and the cost of its move. */
export interface PlacedLoad extends LaneCost {
  readonly load: MarketLoad;
  readonly week: number;
  readonly residual: number;
}

type Placed = { readonly placed: PlacedLoad } | { readonly fault: string };
type FoundLane = { readonly lane: MarketLane } | { readonly fault: string };

/** A rate that differs from the cost of its move by a larger factor is a typing error. */
const MAX_FACTOR = 5;
/** Cached lanes; the least recently used one is evicted. */
const MAX_REMEMBERED = 50_000;

/** Finds the lane and cost of rows, or the reason why a row cannot be used; lanes are cached. */
export function loadPlacer(ports: PlaceLoadPorts): (row: LoadRow) => Promise<Placed> {
  const { dieselFor } = ports;
  const remembered = createLruCache<string, Promise<FoundLane>>(MAX_REMEMBERED);
  return async (row) => {
    const key = `${row.origin}|${row.destinationCity}|${row.destinationState}|${row.destinationZip}`;
    let finding = remembered.get(key);
    if (finding === undefined) {
      finding = findLane(row, ports);
      remembered.set(key, finding);
    }
    const found = await finding;
    if ('fault' in found) return found;
    const equipment = readContainerEquipment(row.equipment);
    if (equipment === undefined) return { fault: `equipment "${row.equipment}" is not a container type` };
    const load: MarketLoad = {
      ...found.lane,
      day: row.date,
      equipment,
      rateCents: Math.round(row.rate * 100),
      fuelIncluded: row.fuelIncluded,
      contributor: row.contributor,
    };
    return costLoad(load, dieselFor);
  };
}

/** Adds the cost of its move to a load, or returns the reason why its rate cannot be used. */
export function costLoad(load: MarketLoad, dieselFor: DieselLookup): Placed {
  const week = weekNumber(load.day);
  const cost = laneCost(load, week, dieselFor);
  const expected = cost.linehaulCents + cost.fuelCents;
  if (load.rateCents > MAX_FACTOR * expected || load.rateCents * MAX_FACTOR < expected) {
    const costs = `$${(expected / 100).toFixed(0)} for ${load.miles} miles`;
    return {
      fault: `rate ${load.rateCents / 100} is more than ${MAX_FACTOR} times off what the move costs, ${costs}`,
    };
  }
  return { placed: { load, week, residual: loadResidual(load, dieselFor), ...cost } };
}

async function findLane(
  { origin, destinationCity: city, destinationState: state, destinationZip: zip }: LoadRow,
  { terminals, places, roadDistances }: PlaceLoadPorts,
): Promise<FoundLane> {
  const from = resolvePlace({ places, terminals }, origin);
  if (from.kind === 'unknown') {
    const near = terminals.suggest(origin, 1).map((name) => `; similar: "${name}"`);
    return { fault: `origin "${origin}" is not a known terminal or place${near.join('')}` };
  }
  if (from.kind === 'ambiguous') {
    const names = from.candidates.slice(0, 3).map((one) => `${one.name}, ${one.state} ${one.zip}`.trimEnd());
    return { fault: `origin "${origin}" is ambiguous: ${names.join('; ')}` };
  }
  const located = places.locate({ city, state, zip });
  if (!located.found) {
    const why = located.reason === 'zip-in-other-state' ? `: ZIP ${zip} is in ${located.zipState}` : '';
    return { fault: `destination "${`${city}, ${state} ${zip}`.trimEnd()}" is unknown${why}` };
  }
  const distance = await roadDistances.between(
    from.kind === 'terminal' ? from.terminal : from.place,
    located.place,
  );
  if (!distance.routable) return { fault: `no road route leads from ${origin} to ${city}, ${state}` };
  const miles = roundMiles(distance.miles);
  return { lane: marketLane(from, located.place, miles) };
}
