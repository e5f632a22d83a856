import type { GeographyKey } from '../../contracts/rate/contract-geography.ts';
import { doorGeographies, terminalGeographies } from '../../contracts/rate/resolve-contract-geography.ts';
import { type EquipmentType, equipmentFacts, isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import type { Terminal } from '../../terminals/catalogue/terminal.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import type { StopName } from '../request/quote-rejections.ts';
import { chooseTerminals, type TerminalChoice } from './choose-terminals.ts';
import { type QuoteStop, type RequestedStop, type RequestedStops, terminalStop } from './quote-stop.ts';

export interface QuoteLane {
  readonly origin: QuoteStop;
  readonly destination: QuoteStop;
  /** Stops between them, in order. */
  readonly via: readonly QuoteStop[];
  /** The stop where the container is picked up or returned; undefined for over-the-road moves. */
  readonly terminalAt: StopName | undefined;
  readonly terminal: Terminal | undefined;
  /** drayage: from or to a terminal; road: a trailer; unserved: a container without a terminal near either stop. */
  readonly kind: 'drayage' | 'road' | 'unserved';
}

/** The possible lanes of one request: one, or one for each terminal of the terminal stop. */
export interface LaneOptions {
  /** At least one. */
  readonly lanes: readonly QuoteLane[];
  readonly choice: TerminalChoice | undefined;
}

/** Ocean terminals do not handle domestic containers. */
const withoutMarine = (terminals: NearestTerminals): NearestTerminals => ({
  all: () => terminals.all().filter(({ type }) => type !== 'marine'),
  within: (place, miles, accepts) =>
    terminals.within(place, miles, (terminal) => terminal.type !== 'marine' && accepts(terminal)),
});

/** The lanes of a request. A container's lanes have a terminal at one stop and the requested place at the other. */
export function laneOptions(
  requested: RequestedStops & { readonly via?: readonly RequestedStop[] },
  equipment: EquipmentType,
  terminals: NearestTerminals,
): LaneOptions {
  const stops = {
    origin: requested.origin.stop,
    destination: requested.destination.stop,
    via: (requested.via ?? []).map(({ stop }) => stop),
  };
  const direct = { ...stops, terminalAt: undefined, terminal: undefined };
  if (isRoadEquipment(equipment)) return { lanes: [{ ...direct, kind: 'road' }], choice: undefined };
  const choice = chooseTerminals(
    requested,
    equipmentFacts(equipment).isDomestic ? withoutMarine(terminals) : terminals,
  );
  if (choice === undefined) return { lanes: [{ ...direct, kind: 'unserved' }], choice };
  const lanes = choice.terminals.map(
    (terminal): QuoteLane => ({
      ...stops,
      [choice.at]: terminalStop(terminal),
      terminalAt: choice.at,
      terminal,
      kind: 'drayage',
    }),
  );
  return { lanes, choice };
}

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
