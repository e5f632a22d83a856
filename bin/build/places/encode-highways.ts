import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import {
  HIGHWAY_UNITS_PER_DEGREE,
  NO_TOLL,
  packHighways,
} from '../../../shared/geography/roads/highways-file.ts';
import type { Highway, WaterLine } from './read-highways.ts';

/** Maximum of the file's signed 16-bit numbers: junction numbers and tenths of miles. */
const MOST = 32_767;

/** Weight of a mile on a road that is not an Interstate, because trucks prefer Interstates. */
const OTHER_ROAD = 1.03;

/** Great-circle miles between the ends of a highway are at most its miles divided by this. */
const LEAST_WINDING = 1.01;

/** A junction stands this far from the center of its town at most. */
const MAX_SHIFT_MILES = 3;
const SHIFT_ROUNDS = 30;

const WITHIN = 0;
const CLOSED_END = 2;
const MARKED_ENDS = { open: 1, bridged: 3 } as const;

/**
 * Encodes the highways as the highways file.
 * @param positionOf returns the point of a junction.
 * @throws Error if a number is too large for the file format.
 */
export function encodeHighways(
  highways: readonly Highway[],
  positionOf: (junction: string) => Coordinates,
  lines: readonly WaterLine[],
): Uint8Array<ArrayBuffer> {
  const junctions = [...new Set(highways.flatMap(({ ends }) => ends))].sort();
  const numbers = new Map(junctions.map((name, number) => [name, number]));
  const positions = pullTogether(junctions.map(positionOf), highways, numbers);
  const texts = highways.flatMap(({ name, toll }) => (toll ? [name, toll.facility] : [name]));
  const names = [...new Set(texts)].sort();
  const edges = highways
    .map(({ ends, miles, interstate, name, toll }) => {
      const [first = '', second = ''] = ends.toSorted();
      const tollToward = (end: string) =>
        toll?.toward.includes(end) ? names.indexOf(toll.facility) : NO_TOLL;
      return {
        from: numbers.get(first) ?? 0,
        to: numbers.get(second) ?? 0,
        tenths: Math.round(10 * miles * (interstate ? 1 : OTHER_ROAD)),
        name,
        tollForward: tollToward(second),
        tollBackward: tollToward(first),
      };
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
  if (junctions.length > MOST || edges.some(({ tenths }) => tenths > MOST)) {
    throw new Error(
      `${junctions.length} junctions, or a highway's miles, do not fit into the highways file.`,
    );
  }
  const linePoints = lines.flatMap(({ points }) =>
    points.map((point, place) => ({ ...point, atEnd: place === 0 || place === points.length - 1 })),
  );
  return packHighways({
    latitudes: units(positions.map(({ latitude }) => latitude)),
    longitudes: units(positions.map(({ longitude }) => longitude)),
    from: Int16Array.from(edges, ({ from }) => from),
    to: Int16Array.from(edges, ({ to }) => to),
    tenths: Int16Array.from(edges, ({ tenths }) => tenths),
    names: Int16Array.from(edges, ({ name }) => names.indexOf(name)),
    tollsForward: Int16Array.from(edges, ({ tollForward }) => tollForward),
    tollsBackward: Int16Array.from(edges, ({ tollBackward }) => tollBackward),
    nameTexts: Int16Array.from(names.join('\n'), (character) => character.charCodeAt(0)),
    lineLatitudes: units(linePoints.map(({ latitude }) => latitude)),
    lineLongitudes: units(linePoints.map(({ longitude }) => longitude)),
    lineEnds: Int16Array.from(linePoints, ({ atEnd, end }) =>
      atEnd ? (end ? MARKED_ENDS[end] : CLOSED_END) : WITHIN,
    ),
  });
}

/**
 * Moves junctions towards each other where the great circle between their towns is longer than the highway: the interchange
 * is outside of the town. Otherwise, a path over the highway could be shorter than the great circle.
 */
function pullTogether(
  towns: readonly Coordinates[],
  highways: readonly Highway[],
  numbers: ReadonlyMap<string, number>,
): readonly Coordinates[] {
  const moved = [...towns];
  const move = (junction: number, latitude: number, longitude: number) => {
    const { [junction]: town } = towns;
    if (town && greatCircleMiles(town, { latitude, longitude }) <= MAX_SHIFT_MILES) {
      moved[junction] = { latitude, longitude };
    }
  };
  for (let round = 0; round < SHIFT_ROUNDS; round++) {
    for (const { ends, miles } of highways) {
      const [first = 0, second = 0] = ends.map((name) => numbers.get(name) ?? 0);
      const [a, b] = [moved[first], moved[second]];
      if (!a || !b) continue;
      const share = (1 - miles / LEAST_WINDING / greatCircleMiles(a, b)) / 2;
      if (!(share > 0)) continue;
      const north = share * (b.latitude - a.latitude);
      const east = share * (b.longitude - a.longitude);
      move(first, a.latitude + north, a.longitude + east);
      move(second, b.latitude - north, b.longitude - east);
    }
  }
  return moved;
}

const units = (degrees: readonly number[]) =>
  Int16Array.from(degrees, (value) => Math.round(value * HIGHWAY_UNITS_PER_DEGREE));
