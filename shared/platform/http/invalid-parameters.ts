import type { BaseIssue } from 'valibot';
import type { Refusal } from './refusal.ts';

/** What is wrong with one field of a request, as the quotes format tells it. */
export interface FieldError {
  /** Path in the request: "margins[1].from_miles". */
  readonly field: string;
  /** Said of the field: "must be a number from 0 to 500". */
  readonly message: string;
}

/** Longest part of a caller's own key that is answered. */
const KEY_SHOWN = 60;

/** A caller's own name for something, short enough to be answered. */
export const showName = (name: string): string =>
  (name.length <= KEY_SHOWN ? name : `${name.slice(0, KEY_SHOWN)}...`).toWellFormed();

function fieldPath({ path }: BaseIssue<unknown>): string {
  return (path ?? [])
    .map(({ key }, depth) => {
      if (typeof key === 'number') return `[${key}]`;
      return `${depth === 0 ? '' : '.'}${showName(String(key))}`;
    })
    .join('');
}

/** Every issue by the field it is about; what is wrong with the body as a whole is about `whole`. */
export const fieldErrors = (issues: readonly BaseIssue<unknown>[], whole = 'body'): readonly FieldError[] =>
  issues.map((issue) => ({ field: fieldPath(issue) || whole, message: issue.message }));

/** The quotes format's 400, with every fault at once in `details.errors`. */
export const invalidParameters = (errors: readonly FieldError[]): Refusal => ({
  kind: 'invalid',
  message: 'Invalid parameters: details.errors names every field that is wrong.',
  details: { errors },
});
