import { readContainerEquipment } from '../../shared/equipment/equipment-type.ts';
import { equipmentCents, laneCost, loadResidual } from '../../shared/market/lane-cost.ts';
import { marketLane } from '../../shared/market/market-lane.ts';
import type { MarketLane, MarketLoad } from '../../shared/market/market-load.ts';
import { weekNumber } from '../../shared/market/week-number.ts';
import type { PlaceDirectory } from '../../shared/places/place.ts';
import { resolvePlace } from '../../shared/places/resolve-place.ts';
import type { RoadDistances } from '../../shared/places/road-distance.ts';
import type { DieselLookup } from '../../shared/rates/diesel-lookup.ts';
import type { TerminalDirectory } from '../../shared/terminals/terminal-directory.ts';
import type { BacktestLoad } from './scored-load.ts';

/** One row of an import file, its cells read but its places not yet found. */
export interface LoadRow {
  readonly date: string;
  readonly origin: string;
  readonly destinationCity: string;
  readonly destinationState: string;
  readonly destinationZip: string;
  readonly equipment: string;
  readonly rate: number;
  readonly fuelIncluded: boolean;
  readonly contributor: string;
  readonly truth?: number;
}

export interface LoadPorts {
  readonly terminals: TerminalDirectory;
  readonly places: PlaceDirectory;
  readonly roadDistances: RoadDistances;
  readonly dieselFor: DieselLookup;
}

/** A rate that lies further than this from the cost of its move, as a factor, is a slip of the keyboard. */
const FARTHEST_FACTOR = 5;

/** The least distance priced, in miles. */
const SHORTEST_MILES = 0.1;

/** Finds the places and costs of rows; remembers lanes. Rows that cannot be used are undefined. */
export function loadReader({
  terminals,
  places,
  roadDistances,
  dieselFor,
}: LoadPorts): (row: LoadRow) => Promise<BacktestLoad | undefined> {
  const lanes = new Map<string, Promise<MarketLane | undefined>>();
  const laneOf = async ({ origin, destinationCity, destinationState, destinationZip }: LoadRow) => {
    const from = resolvePlace({ places, terminals }, origin);
    const located = places.locate({ city: destinationCity, state: destinationState, zip: destinationZip });
    if ((from.kind !== 'terminal' && from.kind !== 'place') || !located.found) return undefined;
    const distance = await roadDistances.between(
      from.kind === 'terminal' ? from.terminal : from.place,
      located.place,
    );
    if (!distance.routable) return undefined;
    return marketLane(from, located.place, Math.max(SHORTEST_MILES, Math.round(distance.miles * 10) / 10));
  };
  return async (row) => {
    const key = `${row.origin}|${row.destinationCity}|${row.destinationState}|${row.destinationZip}`;
    let found = lanes.get(key);
    if (found === undefined) {
      found = laneOf(row);
      lanes.set(key, found);
    }
    const lane = await found;
    const equipment = readContainerEquipment(row.equipment);
    if (lane === undefined || equipment === undefined) return undefined;
    const load: MarketLoad = {
      ...lane,
      day: row.date,
      equipment,
      rateCents: Math.round(row.rate * 100),
      fuelIncluded: row.fuelIncluded,
      contributor: row.contributor,
    };
    const week = weekNumber(row.date);
    const cost = laneCost(lane, week, dieselFor);
    const expected = cost.linehaulCents + cost.fuelCents;
    if (load.rateCents > FARTHEST_FACTOR * expected || load.rateCents * FARTHEST_FACTOR < expected)
      return undefined;
    return {
      load,
      week,
      residual: loadResidual(load, dieselFor),
      ...cost,
      equipmentCents: equipmentCents(equipment),
      truthCents: row.truth === undefined ? undefined : row.truth * 100,
    };
  };
}
