import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';
import type { ListedTerminal, Terminal } from '../catalogue/terminal.ts';

export interface NearbyTerminal {
  readonly terminal: Terminal;
  /** Great-circle miles. */
  readonly miles: number;
}

export type NearestTerminals = ReturnType<typeof buildNearestTerminals>;

/** Open terminals of a list by position. */
export function buildNearestTerminals(terminals: readonly ListedTerminal[]) {
  const open = terminals.filter(({ closed }) => closed !== true);
  return {
    /** Terminals within a radius for which `accepts` returns true, nearest first. */
    within: (
      point: Coordinates,
      radiusMiles: number,
      accepts: (terminal: Terminal) => boolean,
    ): readonly NearbyTerminal[] =>
      open
        .map((terminal) => ({ terminal, miles: greatCircleMiles(point, terminal) }))
        .filter(({ terminal, miles }) => miles <= radiusMiles && accepts(terminal))
        .sort((a, b) => a.miles - b.miles),
    all: (): readonly Terminal[] => open,
  };
}
