import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import type { Terminal } from '../catalogue/terminal.ts';

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

/** Builds NearestTerminals over a list. */
export function buildNearestTerminals(terminals: readonly ListedTerminal[]): NearestTerminals {
  const open = terminals.filter(({ closed }) => closed !== true);
  return {
    within: (point, radiusMiles, accepts) =>
      open
        .map((terminal) => ({ terminal, miles: greatCircleMiles(point, terminal) }))
        .filter(({ terminal, miles }) => miles <= radiusMiles && accepts(terminal))
        .sort((a, b) => a.miles - b.miles),
    all: () => open,
  };
}
