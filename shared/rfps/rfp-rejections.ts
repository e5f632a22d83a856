import { IDEMPOTENCY_CONFLICT_ERROR } from '../accounts/idempotency/answer-once.ts';
import { periodEnd, secondsToReset, usagePeriod } from '../accounts/usage/usage-headers.ts';
import type { DescribedError } from '../platform/http/operation-description.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { shownText } from '../platform/text/bounded-text.ts';
import { BILLING_REQUIRED_ERROR } from '../quotes/request/quote-rejections.ts';
import type { RfpAction, RfpStatus } from './record/rfp-status.ts';
import { MAX_WAITING_RFPS } from './record/stored-rfp.ts';

interface ExceededUsage {
  readonly used: number;
  readonly usageLimit: number;
  /** That the lanes count. */
  readonly calls: number;
}

/** @param moment in the month of the count. */
export const usageLimitExceeded = ({ used, usageLimit, calls }: ExceededUsage, moment: Date): Rejection => ({
  kind: 'rate-limited',
  retryAfter: secondsToReset(moment),
  code: 'USAGE_LIMIT_EXCEEDED',
  message: `API usage limit exceeded: the lanes count ${calls} calls. Current usage: ${used}, Limit: ${usageLimit}`,
  details: { used, limit: usageLimit, calls, resets_at: periodEnd(usagePeriod(moment)) },
});

/** @param effect what the rejection left. */
export const usageLimitError = (effect: string): DescribedError => ({
  status: 429,
  code: 'USAGE_LIMIT_EXCEEDED',
  when: `The lanes exceed the monthly usage limit, and ${effect}: \`details.used\`, \`details.limit\`, \`details.calls\`, \`details.resets_at\`.`,
});

export const TOO_MANY_RFPS: Rejection = {
  kind: 'conflict',
  code: 'TOO_MANY_RFPS',
  message: `${MAX_WAITING_RFPS} RFPs await their file or are being priced, the maximum. Wait until one is priced, or delete one, then try again.`,
  details: { limit: MAX_WAITING_RFPS },
};

/** Longer texts of callers are cut to this many characters in responses. */
const MAX_SHOWN = 100;

/** @param rfpId as the caller wrote it. */
export const rfpNotFound = (rfpId: string): Rejection => {
  const shown = shownText(rfpId, MAX_SHOWN);
  return {
    kind: 'not-found',
    code: 'RFP_NOT_FOUND',
    message: `RFP ${shown} not found.`,
    details: { rfp_id: shown },
  };
};

const ACTIONS: Readonly<Record<RfpAction, string>> = {
  rename: 'cannot be changed',
  'change-lanes': 'cannot get other margins or lanes',
  reprice: 'cannot be repriced',
  award: 'cannot be awarded',
  'make-rates': 'has no prices for contract rates yet',
  close: 'cannot be closed',
  delete: 'cannot be deleted',
  'read-results': 'has no results yet',
};

const REMEDIES: Readonly<Record<RfpStatus, string>> = {
  awaiting_upload: 'Send its file of lanes, and wait until the status is priced.',
  pricing: 'Wait until the status is priced, then try again.',
  priced: 'Read it, then try again.',
  awarded: 'Read it, then try again.',
  closed: 'A closed RFP can only be read and deleted.',
  failed: 'Its error states the reason. Delete it, and create another RFP.',
};

/** The status of an RFP does not allow an action. */
export const rfpNotReady = (rfpId: string, status: RfpStatus, action: RfpAction): Rejection => ({
  kind: 'conflict',
  code: 'RFP_NOT_READY',
  message: `RFP ${rfpId} ${ACTIONS[action]}, because its status is ${status}. ${REMEDIES[status]}`,
  details: { rfp_id: rfpId, status },
});

/** A change of a price that was awarded. @param what would change. */
export const lanesAwarded = (rfpId: string, what: string): Rejection => ({
  kind: 'conflict',
  code: 'LANES_AWARDED',
  message: `RFP ${rfpId} cannot change ${what}: prices of lanes that are won or lost stay as they are. Change single lanes that are still open.`,
  details: { rfp_id: rfpId },
});

export const LANES_AWARDED: DescribedError = {
  status: 409,
  code: 'LANES_AWARDED',
  when: 'The change concerns a lane that is won or lost: its price stays as it is.',
};

/** The file of results of a large RFP is not written yet. */
export const resultsBeingWritten = (rfpId: string, status: RfpStatus): Rejection => ({
  kind: 'conflict',
  code: 'RFP_NOT_READY',
  message: `The results of RFP ${rfpId} are being written. Wait for the seconds in Retry-After, then try again.`,
  details: { rfp_id: rfpId, status },
});

export const RFP_NOT_FOUND = {
  status: 404,
  code: 'RFP_NOT_FOUND',
  when: 'The RFP does not exist, was deleted, or belongs to another organization or mode.',
} as const;

/** @param when which statuses permit the operation. */
export const rfpNotReadyError = (when: string): DescribedError => ({
  status: 409,
  code: 'RFP_NOT_READY',
  when: `${when} \`details.status\` is the status.`,
});

export const IDEMPOTENCY_CONFLICT: DescribedError = {
  status: 409,
  code: 'IDEMPOTENCY_CONFLICT',
  when: 'The Idempotency-Key was used with another RFP or body, or a call with it is being answered.',
};

/** Errors of operations that create an RFP with its lanes. */
export const NEW_RFP_ERRORS: readonly DescribedError[] = [
  BILLING_REQUIRED_ERROR,
  {
    status: 409,
    code: 'TOO_MANY_RFPS',
    when: '20 RFPs of the organization and mode await their file or are being priced.',
  },
  IDEMPOTENCY_CONFLICT_ERROR,
  usageLimitError('nothing was stored'),
];
