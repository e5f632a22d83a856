import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Place } from '../../../shared/geography/places/place.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { Random } from './random.ts';

/** A destination of freight: a warehouse's ZIP. */
export interface Door {
  readonly place: Place;
  /** Miles as driven: map services differ by 3-4% from each other and from drivers. */
  readonly miles: number;
}

/** A lane: one terminal and the doors of one three-digit ZIP area. */
export interface FreightLane {
  readonly id: string;
  readonly terminal: Terminal;
  readonly area: string;
  readonly doors: readonly Door[];
  /** Mean reported loads a week. */
  readonly volume: number;
  /** Week of the run from which the lane has loads. */
  readonly fromWeek: number;
}

const NO_ROADS = new Set(['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP']);
const RAMPS = 42;
const DRAWS_A_TERMINAL = 46;
const MAX_MILES = 650;

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
export async function drawFreightMap({
  random,
  weeks,
  loadsAWeek,
  thinTerminals,
}: {
  readonly random: Random;
  readonly weeks: number;
  readonly loadsAWeek: number;
  readonly thinTerminals: number;
}): Promise<readonly FreightLane[]> {
  const zips = mainlandZips();
  const roads = createEmbeddedRoadDistances();
  const mainland = loadTerminals().filter(({ state }) => !NO_ROADS.has(state));
  const isPort = ({ type }: Terminal): boolean => type === 'marine';
  const ramps = mainland
    .filter((terminal) => !isPort(terminal))
    .map((ramp) => ({ ramp, order: random.uniform() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, RAMPS)
    .map(({ ramp }) => ramp);
  const lanes: FreightLane[] = [];
  for (const terminal of [...mainland.filter(isPort), ...ramps]) {
    const thin = random.uniform() < thinTerminals ? 1 / 8 : 1;
    const size = Math.exp(0.8 * random.normal()) * (terminal.type === 'marine' ? 2 : 1) * thin;
    const fork = random.fork(terminal.name);
    for (const [area, destinations] of drawAreas(terminal, zips, fork)) {
      const doors = await doorsOf(terminal, destinations, roads, fork);
      if (doors.length === 0) continue;
      lanes.push({
        id: `${terminal.name}/${area}`,
        terminal,
        area,
        doors,
        volume: size * doors.length ** 0.7 * Math.exp(1.1 * fork.normal()),
        fromWeek: fork.uniform() < 0.7 ? 0 : Math.floor(fork.uniform() * weeks),
      });
    }
  }
  const total = lanes.reduce((sum, { volume }) => sum + volume, 0);
  return lanes.map((lane) => ({ ...lane, volume: (lane.volume / total) * loadsAWeek }));
}

/** ZIPs that freight of a terminal goes to, by their first three digits. */
function drawAreas(
  terminal: Terminal,
  zips: readonly Place[],
  random: Random,
): ReadonlyMap<string, readonly Place[]> {
  const near = zips
    .map((place) => ({ place, weight: pull(greatCircleMiles(terminal, place)) }))
    .filter(({ weight }) => weight > 0);
  const draw = random.weightedOf(near.map(({ weight }) => weight));
  const byArea = new Map<string, Place[]>();
  for (let draws = 0; draws < DRAWS_A_TERMINAL; draws++) {
    const place = near[draw()]?.place;
    if (place === undefined) continue;
    const area = place.zip.slice(0, 3);
    byArea.set(area, [...(byArea.get(area) ?? []), place]);
  }
  return byArea;
}

async function doorsOf(
  terminal: Terminal,
  places: readonly Place[],
  roads: RoadDistances,
  random: Random,
): Promise<readonly Door[]> {
  // Doors of an area share the drivers' route into it; each door adds a small difference.
  const way = 1.02 + 0.03 * random.normal();
  const doors: Door[] = [];
  for (const place of places) {
    const road = await roads.between(terminal, place);
    if (road.routable)
      doors.push({ place, miles: Math.max(3, road.miles * way * (1 + 0.015 * random.normal())) });
  }
  return doors;
}
