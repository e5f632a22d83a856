import { periodEnd, secondsToReset, usagePeriod } from '../../accounts/usage/usage-headers.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import type { DescribedError } from '../../platform/http/operation-description.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { shownText } from '../../platform/text/bounded-text.ts';
import {
  type PlaceCandidate,
  type UnknownPlace,
  unknownPlaceHint,
} from '../../terminals/resolution/resolved-place.ts';
import type { ConversionResult, DeclineResult } from '../record/stored-quote.ts';

/** Longer texts of callers are cut to this many characters in responses. */
const MAX_SHOWN = 200;

const shown = (text: string): string => shownText(text, MAX_SHOWN);

const inWords = ({ field, message }: FieldError): string => `${field} ${message}`;

/** @param errors at least one. */
export const invalidParameters = (errors: readonly FieldError[]): Rejection => ({
  kind: 'invalid',
  message: `Invalid parameters: ${errors.slice(0, 5).map(inWords).join('; ')}${errors.length > 5 ? '; ...' : ''}.`,
  details: { errors },
});

export const BODY_NOT_AN_OBJECT: Rejection = {
  kind: 'invalid',
  message: 'The request body must be a JSON object with the fields of a quote request.',
  details: {
    errors: [{ field: 'body', message: 'must be a JSON object with the fields of a quote request' }],
  },
};

export const BODY_NOT_OF_CONVERSION: Rejection = {
  kind: 'invalid',
  message: 'The request body must be absent, or a JSON object with converted_by and order_reference.',
  details: { errors: [{ field: 'body', message: 'must be absent or a JSON object' }] },
};

export const ORGANIZATION_MISSING: Rejection = {
  kind: 'unauthorized',
  message: 'Missing organization context',
};

export const BILLING_REQUIRED: Rejection = {
  kind: 'invalid',
  code: 'BILLING_REQUIRED',
  message: 'Organization is missing billing information. Add it to the organization, then try again.',
  details: { billing: false },
};

export const BILLING_REQUIRED_ERROR: DescribedError = {
  status: 400,
  code: 'BILLING_REQUIRED',
  when: 'The organization has no billing information.',
};

/**
 * @param used quotes created in the month.
 * @param moment in the month of the count.
 */
export const quoteLimitExceeded = (used: number, limit: number, moment: Date): Rejection => ({
  kind: 'rate-limited',
  retryAfter: secondsToReset(moment),
  code: 'QUOTE_LIMIT_EXCEEDED',
  message: `Monthly quote limit exceeded. Current usage: ${used}, Limit: ${limit}`,
  details: { used, limit, resets_at: periodEnd(usagePeriod(moment)) },
});

/** A stop of the lane, as the request field that names it. */
export type StopName = 'origin' | 'destination';

/** A field of the request that names a place. */
export type PlaceField = StopName | `stops[${number}]`;

export const locationNotFound = (field: PlaceField, text: string, unknown: UnknownPlace): Rejection => ({
  kind: 'invalid',
  code: 'LOCATION_NOT_FOUND',
  message: `Unknown ${field} "${shown(text)}".${unknownPlaceHint(unknown)} Use a city with its state, a ZIP code, a UN/LOCODE or a terminal name.`,
  details: { field, value: shown(text), suggestions: unknown.suggestions },
});

export const locationAmbiguous = (
  field: PlaceField,
  text: string,
  candidates: readonly PlaceCandidate[],
): Rejection => ({
  kind: 'invalid',
  code: 'LOCATION_AMBIGUOUS',
  message:
    candidates.length === 1
      ? `The ${field} "${shown(text)}" may be ${candidates[0]?.name}. Send that name, or add the state or ZIP code of another place.`
      : `The ${field} "${shown(text)}" matches several places. Add the state or ZIP code.`,
  details: { field, value: shown(text), candidates },
});

export const noRoute = (origin: string, destination: string): Rejection => ({
  kind: 'invalid',
  code: 'NO_ROUTE',
  message: `No road route from ${origin} to ${destination}.`,
  details: { origin, destination },
});

export const noContractRate = (wanted: {
  readonly customer: string;
  readonly equipment: string;
  readonly pickupDay: string;
}): Rejection => ({
  kind: 'invalid',
  code: 'CONTRACT_RATE_NOT_FOUND',
  message:
    'No contract rate matches the customer, lane, equipment and pickup day. Send pricing_type "auto" to price by the market then.',
  details: {
    customer: shown(wanted.customer),
    equipment_type: wanted.equipment,
    pickup_date: wanted.pickupDay,
  },
});

export const quoteNotFound = (quoteId: string): Rejection => ({
  kind: 'not-found',
  code: 'QUOTE_NOT_FOUND',
  message: `Quote ${shown(quoteId)} not found.`,
  details: { quote_id: shown(quoteId) },
});

export const QUOTE_NOT_FOUND = {
  status: 404,
  code: 'QUOTE_NOT_FOUND',
  when: 'The quote does not exist, was deleted, or belongs to another organization or mode.',
} as const;

export const BODY_NOT_OF_SHARE: Rejection = {
  kind: 'invalid',
  message: 'The request body must be absent, or a JSON object with expires_in_days.',
  details: { errors: [{ field: 'body', message: 'must be absent or a JSON object' }] },
};

export const shareLinkNotFound = (quoteId: string): Rejection => ({
  kind: 'not-found',
  code: 'SHARE_LINK_NOT_FOUND',
  message: `Quote ${quoteId} has no share link. Create one with POST.`,
  details: { quote_id: quoteId },
});

type Impossible = Exclude<ConversionResult | DeclineResult, { readonly outcome: 'converted' | 'declined' }>;

export function rejectDecision(quoteId: string, result: Impossible): Rejection {
  const conflict = (code: string, is: string, details: object = {}): Rejection => ({
    kind: 'conflict',
    code,
    message: `Quote ${quoteId} ${is}`,
    details: { quote_id: quoteId, ...details },
  });
  switch (result.outcome) {
    case 'not-found':
      return quoteNotFound(quoteId);
    case 'already-converted':
      return conflict('QUOTE_ALREADY_CONVERTED', 'was converted, which is permanent. Create a new quote.');
    case 'superseded':
      return conflict(
        'QUOTE_SUPERSEDED',
        `was superseded by ${result.by}. Use that quote, or create a new one if it was deleted.`,
        { superseded_by: result.by },
      );
    case 'already-declined':
      return conflict('QUOTE_ALREADY_DECLINED', 'was declined. Revise it to continue the negotiation.');
    case 'expired':
      return conflict('QUOTE_EXPIRED', 'has expired. Create a new quote.');
  }
}
