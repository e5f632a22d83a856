import { secondsToReset } from '../accounts/usage/rate-limit-headers.ts';
import { periodEnd, usagePeriod } from '../accounts/usage/usage-period.ts';
import type { DescribedError } from '../platform/http/operation-description.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { shownText } from '../platform/text/bounded-text.ts';
import type { RfpAction, RfpStatus } from './record/rfp-status.ts';
import { MAX_WAITING_RFPS } from './record/rfp-store.ts';

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
  'change-lanes': 'cannot get other margins or excluded lanes',
  reprice: 'cannot be repriced',
  award: 'cannot be awarded',
  close: 'cannot be closed',
  delete: 'cannot be deleted',
  'read-results': 'has no results yet',
};

const REMEDIES: Readonly<Record<RfpStatus, string>> = {
  awaiting_upload: 'Send its file of lanes, and wait until the status is priced.',
  pricing: 'Wait until the status is priced, then try again.',
  priced: 'Read it, then try again.',
  awarded: 'Create another RFP to price its lanes by other terms.',
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
