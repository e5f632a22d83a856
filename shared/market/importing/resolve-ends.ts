import { type PlaceSources, resolvePlace } from '../../terminals/resolution/resolve-place.ts';
import { type ResolvedPlace, unknownPlaceHint } from '../../terminals/resolution/resolved-place.ts';

type End = 'origin' | 'destination';

export type FoundPlace = Extract<ResolvedPlace, { readonly kind: 'place' | 'terminal' }>;

/** Why the row of a lane cannot be used, and its end that says so. */
export interface EndFault {
  readonly fault: string;
  readonly of: End;
}

const ZIP_AT_END = /\d{5}(?=(?:-\d{4})?$)/;

/** The places of both ends of a lane of a file, or the reason why its row cannot be used. */
export function resolveEnds(
  sources: PlaceSources,
  texts: Readonly<Record<End, string>>,
): Readonly<Record<End, FoundPlace>> | EndFault {
  const origin = resolveEnd(sources, 'origin', texts.origin);
  if ('fault' in origin) return origin;
  const destination = resolveEnd(sources, 'destination', texts.destination);
  return 'fault' in destination ? destination : { origin, destination };
}

function resolveEnd({ places, terminals }: PlaceSources, end: End, text: string): FoundPlace | EndFault {
  const found = resolvePlace({ places, terminals }, text);
  if (found.kind === 'unknown') {
    const hint = unknownPlaceHint(found).replace(/^(?=.)/, '.');
    return { fault: `${end} "${text}" is not a known terminal or place${hint}`, of: end };
  }
  if (found.kind !== 'ambiguous') return found;
  // A city and a ZIP code of different states.
  const zip = places.findZip(ZIP_AT_END.exec(text)?.[0] ?? '');
  if (zip) {
    return {
      fault: `${end} "${text}" does not fit its ZIP code: ${zip.zip} is in ${zip.city}, ${zip.state}`,
      of: end,
    };
  }
  const names = found.candidates.slice(0, 3).map((one) => `${one.name}, ${one.state} ${one.zip}`.trimEnd());
  return { fault: `${end} "${text}" is ambiguous: ${names.join('; ')}`, of: end };
}
