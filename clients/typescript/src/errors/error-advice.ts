import type { ErrorCode } from '../api/api-types.ts';

const CORRECT = 'Correct the request; a retry without changes fails again.';
const CHECK_KEY = 'Check the API key, its mode and whether it was revoked.';
const CHECK_UPLOAD =
  'Check the upload id, and that the key has the mode and organization of the upload. Uploads are removed after 7 days.';
const CHECK_SCOPE = 'Use a key with the required scope; check that the organization is active.';
const WAIT = 'Wait for retryAfter seconds, then send fewer requests per minute.';
const TRY_LATER = 'Try again later. If the error continues, send the request id to support.';
const CHECK_STATE = 'Read the current state before you call again.';
const NEW_KEY = 'Use a new idempotency key for a different request.';

const BY_CODE: Readonly<Record<ErrorCode, string>> = {
  BILLING_REQUIRED: 'Ask the operator to record billing information of the organization.',
  CHAT_NOT_FOUND:
    'Check the chat id, and that the key has the mode and organization of the chat. Chats expire after 180 days.',
  CHAT_TOO_LONG: 'Start another chat.',
  CONTRACT_RATE_CHANGED: CHECK_STATE,
  CONTRACT_RATE_INVALID: 'Correct the fields in details.errors. Nothing was written.',
  CONTRACT_RATE_LIMIT_REACHED: 'Delete contract rates that ended. Nothing was written.',
  CONTRACT_RATE_NOT_FOUND:
    'Check the rate id, and that the key has the mode and organization of the rate. For a quote, send pricing_type "auto" or add a rate that matches.',
  CONTRACT_RATE_UPLOAD_NOT_FOUND: CHECK_UPLOAD,
  CUSTOMER_CONFLICT: 'Use other names, or change the customer that has them.',
  CUSTOMER_NOT_FOUND:
    'Check the customer id, and that the key has the mode and organization of the customer.',
  FORBIDDEN: CHECK_SCOPE,
  IDEMPOTENCY_CONFLICT: NEW_KEY,
  INTERNAL_ERROR: TRY_LATER,
  INVALID_API_KEY: CHECK_KEY,
  INVALID_PARAMETERS: 'Correct the fields in details.errors.',
  LANES_AWARDED: 'Change only lanes that are neither won nor lost.',
  LOCATION_AMBIGUOUS: 'Use one of details.candidates, with its state or ZIP code.',
  LOCATION_NOT_FOUND: 'Correct the place in details.value, or use a ZIP code.',
  NO_ROUTE: 'Use places that a road connects.',
  QUOTE_ALREADY_CONVERTED: 'Create a new quote: a conversion is permanent.',
  QUOTE_ALREADY_DECLINED: 'Revise the quote to continue the negotiation.',
  QUOTE_EXPIRED: 'Create a new quote.',
  QUOTE_LIMIT_EXCEEDED: 'Wait until details.resets_at, or ask the operator for a higher limit.',
  QUOTE_UPLOAD_NOT_FOUND: CHECK_UPLOAD,
  QUOTE_NOT_FOUND: 'Check the quote id, and that the key has the mode and organization of the quote.',
  QUOTE_SUPERSEDED: 'Use the quote in details.superseded_by.',
  RATE_LIMIT_EXCEEDED: WAIT,
  RFP_NOT_FOUND: 'Check the RFP id, and that the key has the mode and organization of the RFP.',
  RFP_NOT_READY: 'Read the RFP: its status in details.status does not permit the call.',
  SHARE_LINK_NOT_FOUND: 'Create a share link with quotes.share.',
  TARIFF_CHANGED:
    'List the accessorials, apply your change to them, and replace the tariff with the new version.',
  STRATEGY_CHANGED:
    'Read the pricing strategy, apply your change to it, and replace it with the new version.',
  TOO_MANY_RFPS: 'Wait until an RFP is priced, or delete one that you no longer need.',
  TOO_MANY_UPLOADS: 'Wait until an upload has ended, or cancel one that you no longer need.',
  UPLOAD_ENDED: 'Read the upload: its import has ended.',
  USAGE_LIMIT_EXCEEDED:
    'Send fewer lanes, wait until details.resets_at, or ask the operator for a higher limit.',
  conflict: CHECK_STATE,
  forbidden: CHECK_SCOPE,
  internal_error: TRY_LATER,
  invalid_request: CORRECT,
  not_found: 'Check the id, and that the key has the mode and organization of the object.',
  rate_limit_exceeded: WAIT,
  unauthorized: CHECK_KEY,
};

/** For errors whose code is the status, or unknown to this version of the client. */
function byStatus(status: number): string {
  if (status === 401) return CHECK_KEY;
  if (status === 403) return CHECK_SCOPE;
  if (status === 404) return 'Check baseUrl and the id.';
  if (status === 409) return NEW_KEY;
  if (status === 429) return 'Wait for retryAfter seconds. Without retryAfter, the monthly limit is reached.';
  if (status >= 500) return TRY_LATER;
  if (status < 400) return 'Check baseUrl: the API does not redirect.';
  return CORRECT;
}

/** What the caller can do about an error of the API. */
export const adviceFor = (code: string | number, status: number): string =>
  Object.hasOwn(BY_CODE, code) ? BY_CODE[code as ErrorCode] : byStatus(status);
