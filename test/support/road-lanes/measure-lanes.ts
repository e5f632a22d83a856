import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import type { LocatedInState } from '../../../shared/geography/places/place.ts';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import { factorRoadMiles } from './factor-road-miles.ts';
import { GATES } from './known-lanes.ts';

/** A lane of a table with the miles of the method and of the baseline. Errors are in percent of the known miles. */
export interface MeasuredLane {
  readonly lane: string;
  readonly known: number;
  readonly miles: number;
  readonly error: number;
  readonly baselineMiles: number;
  readonly baselineError: number;
}

const LANE = /^(.+) -> (.+): (\d+)$/;

/**
 * Measures the errors of a method on a table of lanes, one "FROM -> TO: MILES" per line. An end is a gate or "City, ST".
 * @throws Error for a line of another format, an unknown end, or a lane without a road.
 */
export async function measureLanes(
  table: string,
  distances: RoadDistances,
): Promise<readonly MeasuredLane[]> {
  const geocoder = createEmbeddedGeocoder();
  const locate = (end: string): LocatedInState => {
    const gate = GATES[end];
    if (gate) return gate;
    const [city = '', state = ''] = end.split(', ');
    const result = geocoder.locate({ city, state });
    if (!result.found) throw new Error(`${end} was not found.`);
    return result.place;
  };
  return Promise.all(
    table
      .trim()
      .split('\n')
      .map(async (line) => {
        const [, from = '', to = '', figure] = LANE.exec(line) ?? [];
        const [origin, destination] = [locate(from), locate(to)];
        const known = Number(figure);
        const distance = await distances.between(origin, destination);
        if (!distance.routable) throw new Error(`No road: ${line}`);
        const baselineMiles = factorRoadMiles(origin, destination);
        const percentOff = (miles: number) => (miles / known - 1) * 100;
        return {
          lane: `${from} -> ${to}`,
          known,
          miles: distance.miles,
          error: percentOff(distance.miles),
          baselineMiles,
          baselineError: percentOff(baselineMiles),
        };
      }),
  );
}

/** Mean and largest absolute error, in percent. */
export function summarize(errors: readonly number[]): { readonly mean: number; readonly worst: number } {
  const sizes = errors.map(Math.abs);
  return { mean: sizes.reduce((sum, size) => sum + size, 0) / sizes.length, worst: Math.max(...sizes) };
}
