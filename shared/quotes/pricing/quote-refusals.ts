import { type Outcome, refuse } from '../../platform/http/outcome.ts';
import { CONTENDED_HEADERS, type Refusal } from '../../platform/http/refusal.ts';
import type { PlaceCandidate } from '../../terminals/resolution/resolved-place.ts';
import type { FieldError } from './quote-request.ts';

/** Longest part of a caller's text that is answered. */
const SHOWN = 200;

const shown = (text: string): string =>
  text.length <= SHOWN ? text.toWellFormed() : `${text.slice(0, SHOWN).toWellFormed()}...`;

const inWords = ({ field, message }: FieldError): string => `${field} ${message}`;

/** @param errors at least one. */
export const invalidParameters = (errors: readonly FieldError[]): Refusal => ({
  kind: 'invalid',
  message: `Invalid parameters: ${errors.slice(0, 5).map(inWords).join('; ')}${errors.length > 5 ? '; ...' : ''}.`,
  details: { errors },
});

export const BODY_NOT_AN_OBJECT: Refusal = {
  kind: 'invalid',
  message: 'The request body must be a JSON object with the fields of a quote request.',
  details: {
    errors: [{ field: 'body', message: 'must be a JSON object with the fields of a quote request' }],
  },
};

export const ORGANIZATION_MISSING: Refusal = {
  kind: 'unauthorized',
  message: 'Missing organization context',
};

export const BILLING_REQUIRED: Refusal = {
  kind: 'invalid',
  code: 'BILLING_REQUIRED',
  message: 'Organization is missing billing information. Add it to the organization, then try again.',
  details: { billing: false },
};

/**
 * @param used quotes made in the month.
 * @param resetsAt when the count starts at 0 again: ISO 8601 UTC.
 */
export const quoteLimitExceeded = (used: number, limit: number, resetsAt: string): Refusal => ({
  kind: 'rate-limited',
  code: 'QUOTE_LIMIT_EXCEEDED',
  message: `Monthly quote limit exceeded. Current usage: ${used}, Limit: ${limit}`,
  details: { used, limit, resets_at: resetsAt },
});

/** Nothing was written or counted, since other writes of the organization came first each time. */
export const refuseContended = (): Outcome<never> =>
  refuse(
    {
      kind: 'rate-limited',
      message:
        'Too many quotes of this organization are being written at the same moment. Wait for the seconds in Retry-After, then try again.',
    },
    CONTENDED_HEADERS,
  );

/** An end of the lane: "origin" or "destination". */
export type StopName = 'origin' | 'destination';

export const locationNotFound = (field: StopName, text: string): Refusal => ({
  kind: 'invalid',
  code: 'LOCATION_NOT_FOUND',
  message: `The ${field} "${shown(text)}" is not known. Give a city with its state, a ZIP code, a UN/LOCODE or a terminal's name.`,
  details: { field, value: shown(text) },
});

export const locationAmbiguous = (
  field: StopName,
  text: string,
  candidates: readonly PlaceCandidate[],
): Refusal => ({
  kind: 'invalid',
  code: 'LOCATION_AMBIGUOUS',
  message: `The ${field} "${shown(text)}" may be several places. Give its state or ZIP code.`,
  details: { field, value: shown(text), candidates },
});

export const noRoute = (origin: string, destination: string): Refusal => ({
  kind: 'invalid',
  code: 'NO_ROUTE',
  message: `No road leads from ${origin} to ${destination}.`,
  details: { origin, destination },
});

export const quoteNotFound = (quoteId: string): Refusal => ({
  kind: 'not-found',
  code: 'QUOTE_NOT_FOUND',
  message: `There is no quote ${shown(quoteId)}.`,
  details: { quote_id: shown(quoteId) },
});

export const quoteExpired = (quoteId: string): Refusal => ({
  kind: 'conflict',
  code: 'QUOTE_EXPIRED',
  message: `Quote ${quoteId} has expired: make a new one.`,
  details: { quote_id: quoteId },
});
