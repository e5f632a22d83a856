import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Place } from '../../../shared/geography/places/place.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { Random } from './random.ts';

/** A destination of freight: a warehouse's ZIP. */
interface Door {
  readonly place: Place;
  /** Miles as driven: map services differ by 3-4% from each other and from drivers. */
  readonly miles: number;
}

/** A lane: one terminal and the doors of one three-digit ZIP area. */
export interface FreightLane {
  readonly id: string;
  readonly terminal: Terminal;
  /** Name of the first terminal with which it shares ships, drivers and queues. */
  readonly market: string;
  readonly doors: readonly Door[];
  /** Mean reported loads a week. */
  readonly volume: number;
}

const NO_ROADS = new Set(['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP']);
const RAMPS = 42;
const DOORS_A_TERMINAL = 46;
const MAX_MILES = 650;
/** Terminals within this distance share a market. */
const SHARED_MARKET_MILES = 45;

/** All ZIPs of the mainland. */
export function mainlandZips(): readonly Place[] {
  const places = createEmbeddedGeocoder();
  const zips: Place[] = [];
  for (let zip = 1000; zip < 100_000; zip++) {
    const place = places.findZip(String(zip).padStart(5, '0'));
    if (place !== undefined && !NO_ROADS.has(place.state)) zips.push(place);
  }
  return zips;
}

/** Relative probability of a door by distance: dense near the port, thin beyond a day's drive. */
const pull = (miles: number): number =>
  miles > MAX_MILES || miles < 2 ? 0 : Math.exp(-miles / 220) / (20 + miles) ** 1.6;

/** Draws terminals, doors and volumes of a run: every port of the mainland, some ramps, busy and thin lanes. */
export async function drawFreightMap(random: Random, loadsAWeek: number): Promise<readonly FreightLane[]> {
  const zips = mainlandZips();
  const mainland = loadTerminals().filter(({ state }) => !NO_ROADS.has(state));
  const isPort = ({ type }: Terminal): boolean => type === 'marine';
  const ramps = mainland.filter((terminal) => !isPort(terminal));
  const terminals = [
    ...mainland.filter(isPort),
    ...ramps.filter(({ name }) => random.fork(name).uniform() < RAMPS / ramps.length),
  ];
  const lanes: FreightLane[] = [];
  for (const terminal of terminals) {
    const fork = random.fork(`lanes ${terminal.name}`);
    const first = terminals.find((other) => greatCircleMiles(other, terminal) < SHARED_MARKET_MILES);
    const market = (first ?? terminal).name;
    const size = Math.exp(0.8 * fork.normal()) * (isPort(terminal) ? 2 : 1);
    const byArea = Map.groupBy(await drawDoors(terminal, zips, fork), ({ place }) => place.zip.slice(0, 3));
    for (const [area, doors] of byArea) {
      const volume = size * doors.length ** 0.7 * Math.exp(1.1 * fork.normal());
      lanes.push({ id: `${terminal.name}/${area}`, terminal, market, doors, volume });
    }
  }
  const total = lanes.reduce((sum, { volume }) => sum + volume, 0);
  return lanes.map((lane) => ({ ...lane, volume: (lane.volume / total) * loadsAWeek }));
}

/** Doors that freight of a terminal goes to. */
async function drawDoors(terminal: Terminal, zips: readonly Place[], random: Random): Promise<Door[]> {
  const roads = createEmbeddedRoadDistances();
  const draw = random.weighted(zips.map((place) => pull(greatCircleMiles(terminal, place))));
  const doors: Door[] = [];
  for (let draws = 0; draws < DOORS_A_TERMINAL; draws++) {
    const place = zips[draw()];
    const road = place && (await roads.between(terminal, place));
    if (place !== undefined && road?.routable === true)
      doors.push({ place, miles: Math.max(3, road.miles * (1.02 + 0.03 * random.normal())) });
  }
  return doors;
}
