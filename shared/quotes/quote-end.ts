import { terminalKey } from '../market/market-lane.ts';
import type { ResolvedPlace } from '../places/resolved-place.ts';
import type { LocatedInState } from '../places/road-distance.ts';
import type { Terminal, TerminalType } from '../terminals/terminal.ts';

/** Where a load starts or ends, as it was resolved. */
export interface QuoteEnd extends LocatedInState {
  /** "Los Angeles, CA", "Los Angeles, CA 90012" where a ZIP was said, or the terminal's name. */
  readonly name: string;
  readonly type: TerminalType | 'city';
  readonly city: string;
  /** Five digits; "" where there is none. */
  readonly zip: string;
  /** Where the end is a terminal: the UN/LOCODE of its port. */
  readonly port?: string;
  /** The same: what the market knows it by. */
  readonly terminalKey?: string;
}

/** A terminal as an end. */
export const terminalEnd = (terminal: Terminal): QuoteEnd => ({
  name: terminal.name,
  type: terminal.type,
  city: terminal.city,
  state: terminal.state,
  zip: terminal.zip,
  latitude: terminal.latitude,
  longitude: terminal.longitude,
  port: terminal.locode,
  terminalKey: terminalKey(terminal),
});

/** A place or terminal that was found as an end. */
export function endOf(resolved: Extract<ResolvedPlace, { kind: 'place' | 'terminal' }>): QuoteEnd {
  if (resolved.kind === 'terminal') return terminalEnd(resolved.terminal);
  const { city, state, zip, latitude, longitude } = resolved.place;
  const name = resolved.form === 'zip' ? `${city}, ${state} ${zip}` : `${city}, ${state}`;
  return { name, type: 'city', city, state, zip, latitude, longitude };
}

/** Whether two ends are the same spot, so that nothing has to be moved. */
export const isSameSpot = (one: LocatedInState, other: LocatedInState): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;
