import { doorGeographies, terminalGeographies } from '../../contracts/geography/stop-geographies.ts';
import type { GeographyKey } from '../../contracts/rate/contract-geography.ts';
import type { Terminal } from '../../terminals/catalogue/terminal.ts';
import type { QuoteLane } from './quote-lane.ts';
import type { RequestedStop, RequestedStops } from './quote-stop.ts';

/** Every geography that contains the stops of a lane. @param requested stops of the request. */
export function laneGeographies(
  { terminalAt, terminal }: Pick<QuoteLane, 'terminalAt' | 'terminal'>,
  requested: RequestedStops,
): { readonly origin: readonly GeographyKey[]; readonly destination: readonly GeographyKey[] } {
  const keysAt = (at: 'origin' | 'destination') =>
    stopKeys(requested[at], terminalAt === at ? terminal : undefined);
  return { origin: keysAt('origin'), destination: keysAt('destination') };
}

/** @param chosen the terminal that replaces the requested place. */
function stopKeys(requested: RequestedStop, chosen: Terminal | undefined): readonly GeographyKey[] {
  const terminal = chosen ?? requested.terminal;
  if (terminal !== undefined) return terminalGeographies(terminal);
  const { stop, ports } = requested;
  // A port that the caller named is not a terminal for a trailer, but rates and rules of the port match it.
  return [
    ...ports.map(({ locode }) => `port:${locode}` as const),
    ...doorGeographies(stop, stop.namesZip === true),
  ];
}
