import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import { buildPointIndex } from './point-index.ts';

export interface NearbyTerminal {
  readonly terminal: Terminal;
  /** Great-circle miles. */
  readonly miles: number;
}

/** Port: open terminals by position. */
export interface NearestTerminals {
  /** Terminals within a radius for which `accepts` returns true, nearest first. */
  within(
    point: Coordinates,
    radiusMiles: number,
    accepts: (terminal: Terminal) => boolean,
  ): readonly NearbyTerminal[];
  all(): readonly Terminal[];
}

/** Builds NearestTerminals over a list. The index is built at the first call. */
export function buildNearestTerminals(terminals: readonly ListedTerminal[]): NearestTerminals {
  const open = terminals.filter(({ closed }) => closed !== true);
  let points: ReturnType<typeof buildPointIndex> | undefined;
  return {
    within: (point, radiusMiles, accepts) => {
      points ??= buildPointIndex(open);
      const candidates = [...open.keys()].filter((position) => {
        const terminal = open[position];
        return terminal !== undefined && accepts(terminal);
      });
      return points
        .within(candidates, point, radiusMiles)
        .flatMap((position) => open[position] ?? [])
        .map((terminal) => ({ terminal, miles: greatCircleMiles(point, terminal) }));
    },
    all: () => open,
  };
}
