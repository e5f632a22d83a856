import { createHash } from 'node:crypto';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { isRoadEquipment, type RoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import { type RoadDistances, roundMiles } from '../../geography/roads/road-distance.ts';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { weekNumber } from '../../platform/time/utc-calendar.ts';
import { type End, namesakesFault } from '../../sheets/place-cells.ts';
import { terminalMeant } from '../../sheets/terminal-meant.ts';
import { type PlaceSources, resolvePlace } from '../../terminals/resolution/resolve-place.ts';
import { type ResolvedPlace, unknownPlaceHint } from '../../terminals/resolution/resolved-place.ts';
import type { TerminalDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import { contributorHash, slotOf } from '../cells/market-cell.ts';
import { placeOfMarket, unlearnedName } from '../loads/freight-markets.ts';
import { isOrganization, type LoadOwner } from '../loads/load-owner.ts';
import {
  type LaneCost,
  laneCost,
  loadResidual,
  type MarketLane,
  type MarketLoad,
  marketLane,
  trailerLane,
} from '../loads/market-lane.ts';
import { kindOf } from '../loads/market-levels.ts';
import { type LoadRecord, storedLane } from '../loads/week-loads.ts';
import type { LoadRow } from './read-load-row.ts';

export interface PlaceLoadPorts {
  readonly terminals: TerminalDirectory;
  readonly places: PlaceDirectory;
  readonly roadDistances: RoadDistances;
  readonly dieselFor: DieselLookup;
}

interface PlacedLoad extends LaneCost {
  readonly load: MarketLoad;
  readonly week: number;
  readonly residual: number;
}

/** Why a row cannot be used, and the meaning of the column that says so. */
export interface RowFault {
  readonly fault: string;
  readonly of: 'origin' | 'destination' | 'equipment' | 'rate';
}
type Placed = { readonly placed: PlacedLoad } | RowFault;
type FoundLane =
  | { readonly lane: MarketLane; readonly laneOfTrailer: (trailer: RoadEquipment) => MarketLane }
  | RowFault;

/** A rate that differs from the cost of its move by a larger factor is a typing error. */
const MAX_FACTOR = 5;
/** Cached lanes; the least recently used one is evicted. */
const MAX_REMEMBERED = 50_000;

/** Finds the lane and cost of rows, or the reason why a row cannot be used; lanes are cached. */
export function loadPlacer(ports: PlaceLoadPorts): (row: LoadRow) => Promise<Placed> {
  const { dieselFor } = ports;
  const remembered = createLruCache<string, Promise<FoundLane>>(MAX_REMEMBERED);
  return async (row) => {
    const key = [row.origin, row.destination, ...(row.bare ?? []), ':', ...(row.ofTerminals ?? [])].join('|');
    let finding = remembered.get(key);
    if (finding === undefined) {
      finding = findLane(row, ports);
      remembered.set(key, finding);
    }
    const found = await finding;
    if ('fault' in found) return found;
    const equipment = readEquipmentType(row.equipment);
    if (equipment === undefined) {
      return {
        fault: `equipment "${row.equipment}" is neither a container nor a trailer type`,
        of: 'equipment',
      };
    }
    const rateCents = Math.round(row.rate * 100);
    const lane = isRoadEquipment(equipment) ? found.laneOfTrailer(equipment) : found.lane;
    const { contributor, date: day, fuelIncluded } = row;
    return costLoad({ ...lane, day, equipment, rateCents, fuelIncluded, contributor }, dieselFor);
  };
}

/** Adds the cost of its move to a load, or returns the reason why its rate cannot be used. */
export function costLoad(load: MarketLoad, dieselFor: DieselLookup): Placed {
  const week = weekNumber(load.day);
  const cost = laneCost(load, week, dieselFor);
  const { rateCents, miles } = load;
  const expected = cost.linehaulCents + cost.fuelCents;
  if (rateCents <= MAX_FACTOR * expected && rateCents * MAX_FACTOR >= expected)
    return { placed: { load, week, residual: loadResidual(load, dieselFor), ...cost } };
  const costs = `$${(expected / 100).toFixed(0)} for ${miles} miles`;
  const fault = `rate ${rateCents / 100} is more than ${MAX_FACTOR} times off what the move costs, ${costs}`;
  return { fault, of: 'rate' };
}

async function findLane(
  { origin, destination, bare, ofTerminals }: LoadRow,
  { terminals, places, roadDistances }: PlaceLoadPorts,
): Promise<FoundLane> {
  const ends = resolveEnds({ places, terminals }, { origin, destination }, bare, ofTerminals);
  if ('fault' in ends) return ends;
  const { origin: from, destination: to } = ends;
  const [start, door] = [located(from), located(to)];
  const distance = await roadDistances.between(start, door);
  if (!distance.routable)
    return { fault: `no road route leads from ${origin} to ${destination}`, of: 'destination' };
  const miles = roundMiles(distance.miles);
  const { tolls } = distance;
  return {
    lane: marketLane(from, door, miles, tolls),
    laneOfTrailer: (trailer) => ({ ...trailerLane(start, door, trailer), miles, tolls }),
  };
}

const located = (found: FoundPlace) => (found.kind === 'terminal' ? found.terminal : found.place);

export type FoundPlace = Extract<ResolvedPlace, { readonly kind: 'place' | 'terminal' }>;

/** Why the row of a lane cannot be used, and its end that says so. */
export interface EndFault {
  readonly fault: string;
  readonly of: End;
}

/** Farther away, the name of several towns is not taken for the terminal in one of them. */
const MAX_MEANT_MILES = 800;

const ZIP_AT_END = /\d{5}(?=(?:-\d{4})?$)/;

/**
 * The places of both ends of a lane of a file, or the reason why its row cannot be used.
 * @param bare ends that need a state if several cities have their name.
 * @param ofTerminals ends in columns of terminals.
 */
export function resolveEnds(
  sources: PlaceSources,
  texts: Readonly<Record<End, string>>,
  bare: readonly End[] = [],
  ofTerminals: readonly End[] = [],
): Readonly<Record<End, FoundPlace>> | EndFault {
  const [origin, destination] = (['origin', 'destination'] as const).map((end) => {
    const text = ofTerminals.includes(end) ? terminalMeant(sources, texts[end]) : texts[end];
    const namesakes = bare.includes(end) ? namesakesFault(text, sources.places) : undefined;
    return namesakes === undefined
      ? resolveEnd(sources, end, text)
      : { fault: `${end} ${namesakes}`, of: end };
  }) as [FoundPlace | EndFault, FoundPlace | EndFault];
  if ('fault' in origin) return origin;
  if ('fault' in destination) return destination;
  if (greatCircleMiles(located(origin), located(destination)) > MAX_MEANT_MILES) {
    for (const end of ofTerminals) {
      const namesakes = namesakesFault(texts[end], sources.places);
      if (namesakes !== undefined) return { fault: `${end} ${namesakes}`, of: end };
    }
  }
  return { origin, destination };
}

function resolveEnd({ places, terminals }: PlaceSources, end: End, text: string): FoundPlace | EndFault {
  const found = resolvePlace({ places, terminals }, text);
  if (found.kind === 'unknown') {
    const hint = unknownPlaceHint(found).replace(/^(?=.)/, '.');
    return { fault: `${end} "${text}" is not a known terminal or place${hint}`, of: end };
  }
  if (found.kind !== 'ambiguous') return found;
  // A city and a ZIP code of different states.
  const zip = places.findZip(ZIP_AT_END.exec(text)?.[0] ?? '');
  if (zip) {
    return {
      fault: `${end} "${text}" does not fit its ZIP code: ${zip.zip} is in ${zip.city}, ${zip.state}`,
      of: end,
    };
  }
  const names = found.candidates.slice(0, 3).map((one) => `${one.name}, ${one.state} ${one.zip}`.trimEnd());
  return { fault: `${end} "${text}" is ambiguous: ${names.join('; ')}`, of: end };
}

export interface AcceptedLoad {
  /** Or the `unlearnedName` of one. */
  readonly freightMarket: string;
  readonly week: number;
  readonly load: LoadRecord;
}

/** Converts an owner's rows to loads, or returns the reason why a row is rejected. */
export type LoadIntake = (row: LoadRow) => Promise<{ readonly accepted: AcceptedLoad } | RowFault>;

const ID_BYTES = 6;

const folded = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Id of equal rows: 48 bits of a hash of the row's normalized content.
 * It uses the file's own names, so that a renamed terminal or a corrected place does not create a second load.
 */
export function loadId(row: LoadRow): number {
  const words = [
    row.date,
    folded(row.origin),
    folded(row.destination),
    readEquipmentType(row.equipment) ?? folded(row.equipment),
    Math.round(row.rate * 100),
    row.fuelIncluded ?? '',
    folded(row.contributor),
  ];
  return hashedLoadId(words);
}

/** 48 bits of a hash of what identifies a load. */
export const hashedLoadId = (words: readonly (string | number | boolean)[]): number =>
  createHash('sha256').update(words.join('\n')).digest().readUIntBE(0, ID_BYTES);

/** A load as it is stored. */
export function acceptLoad(
  { load, week, residual }: PlacedLoad,
  id: number,
  contributor: string,
): AcceptedLoad {
  const { freightMarket, fuelIncluded } = load;
  return {
    freightMarket: fuelIncluded === null ? unlearnedName(placeOfMarket(freightMarket)) : freightMarket,
    week,
    load: {
      ...{ id, contributor: contributorHash(contributor), count: 1 },
      slot: slotOf(kindOf(load.miles, fuelIncluded, load.equipment), residual),
      lane: storedLane(load),
    },
  };
}

/** @param owner of the loads, and the contributor of rows that name none. */
export function loadIntake(ports: PlaceLoadPorts, owner: LoadOwner): LoadIntake {
  const place = loadPlacer(ports);
  return async (row) => {
    const found = await place(row);
    if ('fault' in found) return found;
    // An organization is one contributor, whatever names its file has: otherwise it could pose as three.
    const contributor = row.contributor === '' || isOrganization(owner) ? owner : folded(row.contributor);
    return { accepted: acceptLoad(found.placed, loadId(row), contributor) };
  };
}
