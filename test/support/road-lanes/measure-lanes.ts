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

/** The table as text: one line per lane, then mean and largest error of the method and of the baseline. */
export function printLanes(title: string, lanes: readonly MeasuredLane[]): string {
  const percent = (value: number) => `${value.toFixed(1)}%`.padStart(7);
  const rows = lanes.map(({ lane, known, miles, error, baselineMiles, baselineError }) =>
    [
      lane.padEnd(40),
      String(known).padStart(5),
      miles.toFixed(0).padStart(7),
      percent(error),
      baselineMiles.toFixed(0).padStart(9),
      percent(baselineError),
    ].join(' '),
  );
  const method = summarize(lanes.map(({ error }) => error));
  const baseline = summarize(lanes.map(({ baselineError }) => baselineError));
  return [
    `${title} (${lanes.length} lanes)`,
    `${'lane'.padEnd(40)} known highway   error factor x   error`,
    ...rows,
    `mean ${percent(method.mean)}, worst ${percent(method.worst)}; by factor: mean ${percent(baseline.mean)}, worst ${percent(baseline.worst)}`,
    '',
  ].join('\n');
}
