import { freightMarketOf } from '../../market/loads/freight-markets.ts';
import type { Terminal } from '../../terminals/catalogue/terminal.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import type { StopName } from '../request/quote-rejections.ts';
import type { RequestedStops } from './quote-stop.ts';
import { handlesContainers, isReachable, type RankedStop, rankStop, STOP_RANKS } from './rank-stop.ts';

/** Search radius for a terminal, in great-circle miles, if neither stop is a place with terminals. */
export const NEAR_MILES = 60;

export interface TerminalChoice {
  readonly at: StopName;
  /** At least one. */
  readonly terminals: readonly Terminal[];
  /** The place of the terminals: "Port of Savannah", "Stockton, CA", or the terminal's name. */
  readonly placeName: string;
  readonly named: boolean;
}

/**
 * Chooses the terminal stop of a container's move, and the terminals to price there. The stop with the higher rank is the
 * terminal stop. With equal ranks, a port's city wins over a place near it in the same harbor, then the stop at the larger
 * port, then the origin. If neither stop is a place with terminals, the nearest terminal within `NEAR_MILES` of either
 * stop is chosen.
 * @returns undefined if no terminal is near: the container moves over the road from door to door.
 */
export function chooseTerminals(
  stops: RequestedStops,
  terminals: NearestTerminals,
): TerminalChoice | undefined {
  const origin = rankStop(stops.origin, terminals);
  const destination = rankStop(stops.destination, terminals);
  const at = isBefore(destination, origin) ? 'destination' : 'origin';
  const { rank, ...chosen } = at === 'origin' ? origin : destination;
  if (rank === STOP_RANKS.none) return nearestTerminal(stops, terminals);
  return {
    at,
    terminals: chosen.terminals,
    placeName: chosen.placeName,
    named: rank === STOP_RANKS.terminal,
  };
}

function isBefore(one: RankedStop, other: RankedStop): boolean {
  if (one.rank !== other.rank) return one.rank > other.rank;
  if (one.inPortCity !== other.inPortCity && inOneHarbor(one, other)) return one.inPortCity;
  return one.throughput > other.throughput;
}

function inOneHarbor({ terminals: [one] }: RankedStop, { terminals: [other] }: RankedStop): boolean {
  return one !== undefined && other !== undefined && freightMarketOf(one) === freightMarketOf(other);
}

function nearestTerminal(stops: RequestedStops, terminals: NearestTerminals): TerminalChoice | undefined {
  const [nearest] = (['origin', 'destination'] as const)
    .flatMap((at) =>
      terminals
        .within(
          stops[at].stop,
          NEAR_MILES,
          (terminal) => handlesContainers(terminal) && isReachable(stops[at].stop, terminal),
        )
        .slice(0, 1)
        .map(({ terminal, miles }) => ({ at, terminal, miles })),
    )
    .sort((one, other) => one.miles - other.miles);
  if (nearest === undefined) return undefined;
  const { at, terminal } = nearest;
  return { at, terminals: [terminal], placeName: terminal.name, named: false };
}
