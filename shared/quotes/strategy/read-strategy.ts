import * as v from 'valibot';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { toTerms } from './convert-strategy.ts';
import { replacementDocument, termsDocument } from './strategy-document.ts';
import type { StrategyTerms } from './strategy-store.ts';

export type StrategyReading =
  | { readonly ok: true; readonly terms: StrategyTerms }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** A replacement as its caller sent it: the terms, and the reason for the change. */
export type ReplacementReading =
  | { readonly ok: true; readonly terms: StrategyTerms; readonly note?: string }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Validates parsed JSON as a strategy with an optional note; `errors` lists every invalid field. */
export function readReplacementBody(input: unknown): ReplacementReading {
  const parsed = v.safeParse(replacementDocument, input);
  if (!parsed.success) return { ok: false, errors: fieldErrors(parsed.issues) };
  const { note = '', ...terms } = parsed.output;
  return { ok: true, terms: toTerms(terms), ...(note !== '' && { note }) };
}

/** Validates parsed JSON as a strategy with all fields; `errors` lists every invalid field. */
export function readStrategy(input: unknown): StrategyReading {
  const parsed = v.safeParse(termsDocument, input);
  return parsed.success
    ? { ok: true, terms: toTerms(parsed.output) }
    : { ok: false, errors: fieldErrors(parsed.issues) };
}
