import * as v from 'valibot';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { MAX_FIELD_ERRORS } from '../../platform/http/request-fields.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { toTerms } from './convert-strategy.ts';
import { readRules, resolveRulePlaces, rulesSizeErrors } from './read-rules.ts';
import { replacementDocument, type TermsDocument, termsDocument } from './strategy-document.ts';
import type { StrategyTerms } from './strategy-store.ts';

interface InvalidTerms {
  readonly ok: false;
  readonly errors: readonly FieldError[];
}

export type StrategyReading = { readonly ok: true; readonly terms: StrategyTerms } | InvalidTerms;

/** A replacement as its caller sent it: the terms, and the reason for the change. */
export type ReplacementReading =
  | { readonly ok: true; readonly terms: StrategyTerms; readonly note?: string }
  | InvalidTerms;

/**
 * Validates parsed JSON by a schema of terms with rules, and resolves the places of the rules. `document` has the other
 * fields of the schema.
 */
export function readTerms<Document extends TermsDocument>(
  schema: v.GenericSchema<unknown, Document>,
  input: unknown,
  sources: PlaceSources,
): { readonly ok: true; readonly terms: StrategyTerms; readonly document: Document } | InvalidTerms {
  const parsed = v.safeParse(schema, input);
  const places = resolveRulePlaces(Object(input).rules, sources);
  if (!parsed.success) {
    const errors = [...fieldErrors(parsed.issues), ...places.errors].slice(0, MAX_FIELD_ERRORS);
    return { ok: false, errors };
  }
  const document = parsed.output;
  const rules = readRules(document.rules ?? [], places);
  const errors = [...places.errors, ...rulesSizeErrors(rules)];
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, terms: { ...toTerms(document), ...(rules.length > 0 && { rules }) }, document };
}

/** Validates parsed JSON as a strategy with an optional note; `errors` lists invalid fields, at most 1,000. */
export function readReplacementBody(input: unknown, sources: PlaceSources): ReplacementReading {
  const reading = readTerms(replacementDocument, input, sources);
  if (!reading.ok) return reading;
  const { note = '' } = reading.document;
  return { ok: true, terms: reading.terms, ...(note !== '' && { note }) };
}

/** Validates parsed JSON as a strategy with all fields; `errors` lists invalid fields, at most 1,000. */
export function readStrategy(input: unknown, sources: PlaceSources): StrategyReading {
  const reading = readTerms(termsDocument, input, sources);
  return reading.ok ? { ok: true, terms: reading.terms } : reading;
}
