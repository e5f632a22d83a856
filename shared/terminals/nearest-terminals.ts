import type { Coordinates } from '../places/place.ts';
import type { ListedTerminal } from './listed-terminal.ts';
import { buildPointIndex } from './point-index.ts';
import type { Terminal, TerminalType } from './terminal.ts';

/** Port: terminals by where they are. */
export interface NearestTerminals {
  /** The open terminal of a type that is nearest to a point, as the crow flies; undefined when none is within the radius. */
  nearest(point: Coordinates, type: TerminalType, radiusMiles: number): Terminal | undefined;
}

/** NearestTerminals over a list; the index is built at the first look-up. */
export function buildNearestTerminals(terminals: readonly ListedTerminal[]): NearestTerminals {
  const open = terminals.filter(({ closed }) => closed !== true);
  let points: ReturnType<typeof buildPointIndex> | undefined;
  return {
    nearest: (point, type, radiusMiles) => {
      points ??= buildPointIndex(open);
      const candidates = [...open.keys()].filter((position) => open[position]?.type === type);
      const [first] = points.within(candidates, point, radiusMiles);
      return first === undefined ? undefined : open[first];
    },
  };
}
