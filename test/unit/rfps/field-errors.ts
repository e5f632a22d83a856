import type { FieldError } from '../../../shared/platform/http/invalid-parameters.ts';
import type { Answer } from '../../../shared/platform/http/outcome.ts';

/** The errors of a rejected request. @throws Error if it is not rejected, or without errors. */
export function errorsOf(outcome: Answer<unknown>): readonly FieldError[] {
  if (outcome.ok || outcome.rejection.kind !== 'invalid') throw new Error('not rejected as invalid');
  return outcome.rejection.details?.errors as readonly FieldError[];
}
