import type { Refusal } from '../http/refusal.ts';
import { type PlaceSources, resolvePlace } from '../places/resolve-place.ts';
import { endOf, isSameSpot, type QuoteEnd } from './quote-end.ts';
import { type EndName, locationAmbiguous, locationNotFound } from './quote-refusals.ts';

/** What a text for an end came to; undefined where the request has none that could be read. */
type ResolvedEnd =
  | { readonly end: QuoteEnd; readonly warnings: readonly string[] }
  | { readonly refusal: Refusal }
  | undefined;

/** Both ends of a request as far as they were found. */
export interface ResolvedEnds {
  readonly origin: QuoteEnd | undefined;
  readonly destination: QuoteEnd | undefined;
  /** Of the first end that is not known for sure; its details tell the other one, too. */
  readonly refusal: Refusal | undefined;
  readonly sameSpot: boolean;
  readonly warnings: readonly string[];
}

interface EndTexts {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
}

/** Finds both ends of a lane by what the caller wrote. */
export function resolveEnds(sources: PlaceSources, texts: EndTexts): ResolvedEnds {
  const origin = resolveEnd(sources, 'origin', texts.origin);
  const destination = resolveEnd(sources, 'destination', texts.destination);
  const [from, to] = [endIn(origin), endIn(destination)];
  return {
    origin: from,
    destination: to,
    refusal: firstOf(refusalIn(origin), refusalIn(destination)),
    sameSpot: from !== undefined && to !== undefined && isSameSpot(from, to),
    warnings: [origin, destination].flatMap((resolved) =>
      resolved && 'end' in resolved ? resolved.warnings : [],
    ),
  };
}

function resolveEnd(sources: PlaceSources, field: EndName, text: string | undefined): ResolvedEnd {
  if (text === undefined) return undefined;
  const resolved = resolvePlace(sources, text);
  if (resolved.kind === 'unknown') return { refusal: locationNotFound(field, text) };
  if (resolved.kind === 'ambiguous') {
    return { refusal: locationAmbiguous(field, text, resolved.candidates) };
  }
  return { end: endOf(resolved), warnings: resolved.warnings };
}

function firstOf(ofOrigin: Refusal | undefined, ofDestination: Refusal | undefined): Refusal | undefined {
  const first = ofOrigin ?? ofDestination;
  const both = [ofOrigin, ofDestination].filter((refusal) => refusal !== undefined);
  const errors = both.map(({ message, details }) => ({ field: details?.field, message }));
  return first && { ...first, details: { ...first.details, errors } };
}

const endIn = (resolved: ResolvedEnd) => (resolved && 'end' in resolved ? resolved.end : undefined);
const refusalIn = (resolved: ResolvedEnd) =>
  resolved && 'refusal' in resolved ? resolved.refusal : undefined;
