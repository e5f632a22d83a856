import { invalidParameters } from '../../shared/platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import type { RequestedPreview } from '../../shared/quotes/preview/preview-strategy.ts';
import { readTerms } from '../../shared/quotes/strategy/read-strategy.ts';
import { MAX_PREVIEWED_QUOTES, previewDocument } from '../../shared/quotes/strategy/strategy-document.ts';
import type { PlaceSources } from '../../shared/terminals/resolution/resolve-place.ts';

/** Reads a body. A rejection names every invalid field. */
export function readPreview(body: unknown, sources: PlaceSources): Outcome<RequestedPreview> {
  const reading = readTerms(previewDocument, body, sources);
  if (!reading.ok) return reject(invalidParameters(reading.errors));
  const { terms, warnings, document } = reading;
  return succeed({ terms, warnings, quotes: document.quotes ?? MAX_PREVIEWED_QUOTES });
}
