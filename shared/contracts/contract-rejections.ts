import type { FieldError } from '../platform/http/invalid-parameters.ts';
import type { DescribedError } from '../platform/http/operation-description.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { shownText } from '../platform/text/bounded-text.ts';
import { MAX_STORED_RATES } from './rate/contract-rate.ts';
import type { ContractRateId } from './rate/contract-rate-id.ts';

/** A response with more field errors would be too large. */
const MAX_ERRORS = 1_000;

export const contractRateInvalid = (errors: readonly FieldError[]): Rejection => ({
  kind: 'invalid',
  code: 'CONTRACT_RATE_INVALID',
  message: 'Invalid contract rates: details.errors names every field that is wrong. Nothing was written.',
  details: { errors: errors.slice(0, MAX_ERRORS) },
});

/** @param used rates that the account has. @param created that the call would create. */
export const contractRateLimitReached = (used: number, created: number): Rejection => ({
  kind: 'conflict',
  code: 'CONTRACT_RATE_LIMIT_REACHED',
  message: `The organization has ${used} of at most ${MAX_STORED_RATES} contract rates in this mode, so ${created} more cannot be created. Nothing was written. Delete rates that ended, then try again.`,
  details: { used, limit: MAX_STORED_RATES },
});

/** Longer texts of callers are cut to this many characters in responses. */
const MAX_SHOWN = 100;

/** @param rateId as the caller wrote it. @param version that was asked for. */
export const contractRateNotFound = (rateId: string, version?: number): Rejection => {
  const shown = shownText(rateId, MAX_SHOWN);
  return {
    kind: 'not-found',
    code: 'CONTRACT_RATE_NOT_FOUND',
    message: `Contract rate ${shown}${version === undefined ? '' : ` version ${version}`} not found.`,
    details: { rate_id: shown, ...(version !== undefined && { version }) },
  };
};

export const contractRateChanged = (rateId: ContractRateId, currentVersion: number): Rejection => ({
  kind: 'conflict',
  code: 'CONTRACT_RATE_CHANGED',
  message: `Contract rate ${rateId} has changed. The current version is ${currentVersion}. Read it, then try again.`,
  details: { rate_id: rateId, current_version: currentVersion },
});

export const RATE_NOT_FOUND: DescribedError = {
  status: 404,
  code: 'CONTRACT_RATE_NOT_FOUND',
  when: 'The rate or version does not exist, or belongs to another organization or mode.',
};

export const RATE_INVALID: DescribedError = {
  status: 400,
  code: 'CONTRACT_RATE_INVALID',
  when: '`details.errors` names each invalid field, at most 1,000. Nothing was written.',
};
