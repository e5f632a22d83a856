import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildHighwayGraph,
  LENGTHS_PER_MILE,
  NO_PATH,
} from '../../../../shared/geography/roads/highway-graph.ts';
import type { HighwayColumns } from '../../../../shared/geography/roads/highways-file.ts';
import { shortestPaths } from '../../../../shared/geography/roads/shortest-paths.ts';

const JUNCTIONS = 12;

type Road = readonly [from: number, to: number, tenths: number];

function columnsOf(roads: readonly Road[]): HighwayColumns {
  const column = (pick: (road: Road) => number) => Int16Array.from(roads, pick);
  return {
    latitudes: new Int16Array(JUNCTIONS),
    longitudes: new Int16Array(JUNCTIONS),
    from: column(([from]) => from),
    to: column(([, to]) => to),
    tenths: column(([, , tenths]) => tenths),
    names: new Int16Array(0),
    nameTexts: new Int16Array(0),
    lineLatitudes: new Int16Array(0),
    lineLongitudes: new Int16Array(0),
    lineEnds: new Int16Array(0),
  };
}

/** Naive search: relaxes all roads until no path gets shorter. */
function naive(roads: readonly Road[], starts: readonly (readonly [number, number])[]): number[] {
  const best = Array.from({ length: JUNCTIONS }, () => NO_PATH);
  for (const [junction, length] of starts) best[junction] = Math.min(best[junction] ?? NO_PATH, length);
  for (let round = 0; round < JUNCTIONS; round++) {
    for (const [a, b, tenths] of roads) {
      const length = (tenths * LENGTHS_PER_MILE) / 10;
      best[b] = Math.min(best[b] ?? NO_PATH, (best[a] ?? NO_PATH) + length);
      best[a] = Math.min(best[a] ?? NO_PATH, (best[b] ?? NO_PATH) + length);
    }
  }
  return best;
}

const junction = fc.integer({ min: 0, max: JUNCTIONS - 1 });
const road = fc.tuple(junction, junction, fc.integer({ min: 0, max: 3000 }));
const start = fc.tuple(junction, fc.integer({ min: 0, max: 200_000 }));

describe('shortest paths', () => {
  it('equal the result of a naive search', () => {
    fc.assert(
      fc.property(fc.array(road, { maxLength: 30 }), fc.array(start, { maxLength: 4 }), (roads, starts) => {
        const found = shortestPaths(buildHighwayGraph(columnsOf(roads)), starts);
        expect([...found]).toEqual(naive(roads, starts));
      }),
      { numRuns: 500 },
    );
  });
});
