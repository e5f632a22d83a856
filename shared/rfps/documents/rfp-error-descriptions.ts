import type { DescribedError } from '../../platform/http/operation-description.ts';

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
