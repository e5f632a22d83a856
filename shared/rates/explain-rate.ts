import { type OwnTariff, UNSET_TARIFF } from '../costs/accessorials/own-tariff.ts';
import type { DieselLookup } from '../costs/diesel/diesel-lookup.ts';
import type { PlaceDirectory } from '../geography/places/place.ts';
import type { RoadDistances } from '../geography/roads/road-distance.ts';
import type { LoadOwner } from '../market/loads/load-owner.ts';
import { marketLane } from '../market/loads/market-lane.ts';
import type { LaneReader } from '../market/published/lane-market.ts';
import type { PublishedMarket } from '../market/store/published-market.ts';
import { utcDay } from '../platform/time/utc-calendar.ts';
import { resolvePlace } from '../terminals/resolution/resolve-place.ts';
import {
  type PlaceCandidate,
  type ResolvedPlace,
  unknownPlaceHint,
} from '../terminals/resolution/resolved-place.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import { deriveRate, type RateDerivation, rateResult } from './derive-rate.ts';
import { dateErrors, type LaneTerms, type RoutedLane } from './lane.ts';
import type { RateResult } from './rates-document.ts';

export interface ExplainPorts {
  readonly terminals: TerminalDirectory;
  readonly places: PlaceDirectory;
  readonly roadDistances: RoadDistances;
  readonly dieselFor: DieselLookup;
  /** Of the organization. Default: the base tariff. */
  readonly tariff?: OwnTariff;
  /** The published market and the owner whose loads are included. Without it, only the cost model is used. */
  readonly market?: {
    readonly published: PublishedMarket;
    readonly lanes: LaneReader;
    readonly owner: LoadOwner;
  };
  readonly now: Date;
}

/** A lane as entered by an operator. The destination can have any form that quotes accept. */
export interface ExplainRequest {
  readonly originTerminal: string;
  readonly destination: string;
  readonly terms: Omit<LaneTerms, 'date'> & { readonly date?: string | undefined };
}

type NotExplained =
  | { readonly outcome: 'unknown-terminal' | 'no-road' }
  | { readonly outcome: 'unknown-place'; readonly hint: string }
  | { readonly outcome: 'ambiguous-place'; readonly candidates: readonly PlaceCandidate[] }
  | { readonly outcome: 'date-out-of-range'; readonly fault: string };

/** A lane, the derivation of its rate, and the API response for it. */
export interface RateExplanation {
  readonly lane: RoutedLane;
  /** In which the destination was given. */
  readonly form: Extract<ResolvedPlace, { kind: 'place' }>['form'] | 'terminal';
  readonly derivation: RateDerivation;
  readonly result: RateResult;
}

export type Explained = NotExplained | ({ readonly outcome: 'explained' } & RateExplanation);

/** Derives the rate of one lane as the API does and returns every step. */
export async function explainRate(ports: ExplainPorts, request: ExplainRequest): Promise<Explained> {
  const today = utcDay(ports.now);
  const terms = { ...request.terms, date: request.terms.date ?? today };
  const [fault] = dateErrors(terms.date, today);
  if (fault !== undefined) return { outcome: 'date-out-of-range', fault };

  const known = ports.terminals.byName(request.originTerminal);
  if (!known) return { outcome: 'unknown-terminal' };
  const resolved = resolvePlace(ports, request.destination);
  if (resolved.kind === 'unknown') return { outcome: 'unknown-place', hint: unknownPlaceHint(resolved) };
  if (resolved.kind === 'ambiguous') return { outcome: 'ambiguous-place', candidates: resolved.candidates };

  const place = resolved.kind === 'terminal' ? resolved.terminal : resolved.place;
  const { city, state, zip, latitude, longitude } = place;
  const distance = await ports.roadDistances.between(known.terminal, { latitude, longitude, state });
  if (!distance.routable) return { outcome: 'no-road' };

  const lane: RoutedLane = {
    terminal: known.terminal,
    terminalWarnings: known.warnings,
    place: { city, state, zip, latitude, longitude },
    placeWarnings: [...resolved.warnings, ...distance.warnings],
    distance,
    terms,
  };
  const derivation = deriveRate(
    lane,
    ports.dieselFor,
    ports.now,
    ports.tariff ?? UNSET_TARIFF,
    await readLaneMarket(lane, ports),
  );
  const form = resolved.kind === 'terminal' ? 'terminal' : resolved.form;
  return { outcome: 'explained', lane, form, derivation, result: rateResult(lane, derivation) };
}

async function readLaneMarket({ terminal, place }: RoutedLane, { market }: ExplainPorts) {
  if (market === undefined) return undefined;
  const { published, lanes, owner } = market;
  const requested = marketLane({ kind: 'terminal', terminal, warnings: [] }, place, 0);
  const [kept] = await lanes.read(owner, [requested], published);
  return kept && { ...kept, published, owner };
}
