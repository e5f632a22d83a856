import type { BaseIssue } from 'valibot';
import { shownText } from '../text/bounded-text.ts';
import type { Rejection } from './rejection.ts';

export interface FieldError {
  /** Path in the request: "margins[1].from_miles". */
  readonly field: string;
  /** Text that follows the field: "must be a number from 0 to 500". */
  readonly message: string;
}

/** Maximum characters of a caller's member name in a message. */
const KEY_SHOWN = 60;

/** Shortens a name from a request for use in a message. */
export const showName = (name: string): string => shownText(name, KEY_SHOWN);

function fieldPath({ path }: BaseIssue<unknown>): string {
  return (path ?? [])
    .map(({ key }, depth) => {
      if (typeof key === 'number') return `[${key}]`;
      return `${depth === 0 ? '' : '.'}${showName(String(key))}`;
    })
    .join('');
}

/** Field errors of validation issues. An issue of the body as a whole gets the field name `whole`. */
export const fieldErrors = (issues: readonly BaseIssue<unknown>[], whole = 'body'): readonly FieldError[] =>
  issues.map((issue) => ({ field: fieldPath(issue) || whole, message: issue.message }));

/** The quotes format's 400 with all field errors in `details.errors`. */
export const invalidParameters = (errors: readonly FieldError[]): Rejection => ({
  kind: 'invalid',
  message: 'Invalid parameters: details.errors names every field that is wrong.',
  details: { errors },
});

/** Names that a warning has at most. */
const MAX_NAMES = 20;

/** The warning about fields that an operation does not know; none without names. */
export const ignoredFieldsWarnings = (names: readonly string[]): readonly string[] =>
  names.length === 0
    ? []
    : [
        `Unknown fields were ignored: ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}.`,
      ];
