import { freightMarketOf } from '../../market/loads/freight-markets.ts';
import type { Terminal } from '../../terminals/catalogue/terminal.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import type { EndName } from './quote-refusals.ts';
import type { RequestedEnds } from './quote-stop.ts';
import { END_RANKS, handlesContainers, isReachable, type RankedEnd, rankEnd } from './rank-end.ts';

/** Great-circle miles within which a terminal is looked for where neither end is a place of terminals. */
export const NEAR_MILES = 60;

/** The end of a container's move that is a terminal, and the terminals to price there. */
export interface TerminalChoice {
  readonly at: EndName;
  /** At least one. */
  readonly terminals: readonly Terminal[];
  /** What they belong to: "Port of Savannah", "Stockton, CA", or the terminal's name. */
  readonly placeName: string;
  /** Whether the caller named the terminal. */
  readonly named: boolean;
}

/**
 * Decides which end of a container's move is the terminal, and which terminals are priced there. The end with the
 * higher rank is the terminal end. Equal ranks: a port's city before a place near it in the same harbor, then the end at
 * the larger port, then the origin. Where neither end is a place of terminals, it is the nearest terminal within
 * `NEAR_MILES` of either end.
 * @returns undefined where no terminal is near: the container moves over the road from door to door.
 */
export function chooseTerminals(
  ends: RequestedEnds,
  terminals: NearestTerminals,
): TerminalChoice | undefined {
  const origin = rankEnd(ends.origin, terminals);
  const destination = rankEnd(ends.destination, terminals);
  const at = isBefore(destination, origin) ? 'destination' : 'origin';
  const { rank, ...chosen } = at === 'origin' ? origin : destination;
  if (rank === END_RANKS.none) return nearestTerminal(ends, terminals);
  return { at, terminals: chosen.terminals, placeName: chosen.placeName, named: rank === END_RANKS.terminal };
}

function isBefore(one: RankedEnd, other: RankedEnd): boolean {
  if (one.rank !== other.rank) return one.rank > other.rank;
  if (one.inPortCity !== other.inPortCity && inOneHarbor(one, other)) return one.inPortCity;
  return one.throughput > other.throughput;
}

function inOneHarbor({ terminals: [one] }: RankedEnd, { terminals: [other] }: RankedEnd): boolean {
  return one !== undefined && other !== undefined && freightMarketOf(one) === freightMarketOf(other);
}

function nearestTerminal(ends: RequestedEnds, terminals: NearestTerminals): TerminalChoice | undefined {
  const [nearest] = (['origin', 'destination'] as const)
    .flatMap((at) =>
      terminals
        .within(
          ends[at].end,
          NEAR_MILES,
          (terminal) => handlesContainers(terminal) && isReachable(ends[at].end, terminal),
        )
        .slice(0, 1)
        .map(({ terminal, miles }) => ({ at, terminal, miles })),
    )
    .sort((one, other) => one.miles - other.miles);
  if (nearest === undefined) return undefined;
  const { at, terminal } = nearest;
  return { at, terminals: [terminal], placeName: terminal.name, named: false };
}
