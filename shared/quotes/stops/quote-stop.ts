import type { LocatedInState } from '../../geography/places/place.ts';
import type { Port } from '../../terminals/catalogue/port-facts.ts';
import { stableTerminalId, type Terminal, type TerminalType } from '../../terminals/catalogue/terminal.ts';
import type { ResolvedPlace } from '../../terminals/resolution/resolved-place.ts';

export interface QuoteStop extends LocatedInState {
  /** "Los Angeles, CA", "Los Angeles, CA 90012" if the request has a ZIP code, or the terminal's name. */
  readonly name: string;
  readonly type: TerminalType | 'city';
  readonly city: string;
  /** Five digits; "" if unknown. */
  readonly zip: string;
  /** Whether the request names the ZIP code; else `zip` is the central one of the city. */
  readonly namesZip?: boolean;
  /** Key of the terminal's market, if the stop is a terminal. */
  readonly terminalKey?: string;
}

export interface RequestedStop {
  readonly stop: QuoteStop;
  /** The terminal that the caller named. */
  readonly terminal: Terminal | undefined;
  /** Ports that the caller named, by LOCODE or name; several for a group such as "Northwest Seaport Alliance". */
  readonly ports: readonly Port[];
  readonly byLocode: boolean;
}

export interface RequestedStops {
  readonly origin: RequestedStop;
  readonly destination: RequestedStop;
}

export const terminalStop = (terminal: Terminal): QuoteStop => ({
  name: terminal.name,
  type: terminal.type,
  city: terminal.city,
  state: terminal.state,
  zip: terminal.zip,
  latitude: terminal.latitude,
  longitude: terminal.longitude,
  terminalKey: stableTerminalId(terminal),
});

export function stopOf(resolved: Extract<ResolvedPlace, { kind: 'place' | 'terminal' }>): QuoteStop {
  if (resolved.kind === 'terminal') return terminalStop(resolved.terminal);
  const { city, state, zip, latitude, longitude } = resolved.place;
  const name = resolved.form === 'zip' ? `${city}, ${state} ${zip}` : `${city}, ${state}`;
  return { name, type: 'city', city, state, zip, namesZip: resolved.form === 'zip', latitude, longitude };
}

export const isSameLocation = (one: LocatedInState, other: LocatedInState): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;

/** Whether a stop names terminals and not only a place. A container can move from there to the same city. */
export const namesTerminals = ({ terminal, ports, byLocode }: RequestedStop): boolean =>
  terminal !== undefined || ports.length > 0 || byLocode;
