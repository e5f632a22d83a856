import * as v from 'valibot';
import { fieldErrors, invalidParameters } from '../../shared/platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import type { RequestedPreview } from '../../shared/quotes/preview/preview-strategy.ts';
import { toTerms } from '../../shared/quotes/strategy/convert-strategy.ts';
import { previewDocument } from '../../shared/quotes/strategy/strategy-document.ts';
import { MAX_PREVIEWED_QUOTES } from '../../shared/quotes/strategy/strategy-fields.ts';

/** Reads a body. A rejection names every invalid field. */
export function readPreview(body: unknown): Outcome<RequestedPreview> {
  const parsed = v.safeParse(previewDocument, body);
  if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
  const { quotes = MAX_PREVIEWED_QUOTES, ...terms } = parsed.output;
  return succeed({ terms: toTerms(terms), quotes });
}
