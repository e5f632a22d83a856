import * as v from 'valibot';
import { authorOf } from '../../accounts/audit/audit-event.ts';
import { ANYWHERE, type ContractGeography } from '../../contracts/rate/contract-rate.ts';
import { resolveContractGeography } from '../../contracts/rate/resolve-contract-geography.ts';
import type { Caller } from '../../platform/account/account.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { MAX_FIELD_ERRORS } from '../../platform/http/request-fields.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { answerStrategy, toRule, toTerms } from './convert-strategy.ts';
import type { StrategyReplacements } from './dynamodb-strategy-replacements.ts';
import type { PricingRule, StrategyTerms } from './pricing-strategy.ts';
import {
  MAX_RULES,
  type ReplacedStrategy,
  type RuleDocument,
  replacementDocument,
  rulePlace,
  type TermsDocument,
} from './strategy-document.ts';

/**
 * Maximum size of the stored rules of a strategy, in bytes of JSON, which are more than DynamoDB counts. The item has at
 * most 409,600 bytes: up to about 300,000 of the accessorial tariff, 25,000 of the other terms, and the rules.
 */
export const MAX_RULES_BYTES = 60_000;

interface RulePlaces {
  /** One for each place that is unknown or ambiguous. */
  readonly errors: readonly FieldError[];
  /** By text. */
  readonly geographies: ReadonlyMap<string, ContractGeography>;
  readonly warnings: readonly string[];
}

const STOPS = ['origin', 'destination'] as const;

/** Resolves the places of rules, also of rules with other errors, so that one response names all errors. */
function resolveRulePlaces(input: unknown, sources: PlaceSources): RulePlaces {
  const rules: readonly unknown[] = Array.isArray(input) && input.length <= MAX_RULES ? input : [];
  const errors: FieldError[] = [];
  const warnings: string[] = [];
  const geographies = new Map<string, ContractGeography>();
  for (const [index, rule] of rules.entries()) {
    for (const stop of STOPS) {
      const text = v.safeParse(rulePlace, Object(Object(rule).when)[stop]);
      if (!text.success || geographies.has(text.output)) continue;
      const resolved = resolveContractGeography(sources, text.output);
      if ('geography' in resolved) {
        geographies.set(text.output, resolved.geography);
        warnings.push(...resolved.warnings);
      } else errors.push({ field: `rules[${index}].when.${stop}`, message: resolved.fault });
    }
  }
  return { errors, geographies, warnings };
}

const readRules = (
  documents: readonly RuleDocument[],
  { geographies }: Pick<RulePlaces, 'geographies'>,
): readonly PricingRule[] =>
  documents.map((document) => {
    const placeOf = (text: string | undefined) => geographies.get(text ?? '') ?? ANYWHERE;
    const { origin, destination } = document.when;
    return toRule(document, { origin: placeOf(origin), destination: placeOf(destination) });
  });

/** The error of rules that are too large together; [] if they are not. */
export function rulesSizeErrors(rules: readonly PricingRule[]): readonly FieldError[] {
  const bytes = Buffer.byteLength(JSON.stringify(rules));
  const message = `must have at most ${MAX_RULES_BYTES} bytes in all as the service stores them, and have ${bytes}; send fewer or shorter rules`;
  return bytes > MAX_RULES_BYTES ? [{ field: 'rules', message }] : [];
}

interface InvalidTerms {
  readonly ok: false;
  readonly errors: readonly FieldError[];
}

interface ValidTerms {
  readonly ok: true;
  readonly terms: StrategyTerms;
  readonly warnings: readonly string[];
}

/**
 * Validates parsed JSON by a schema of terms with rules, and resolves the places of the rules. `document` has the other
 * fields of the schema.
 */
export function readTerms<Document extends TermsDocument>(
  schema: v.GenericSchema<unknown, Document>,
  input: unknown,
  sources: PlaceSources,
): (ValidTerms & { readonly document: Document }) | InvalidTerms {
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
  const terms = { ...toTerms(document), ...(rules.length > 0 && { rules }) };
  return { ok: true, terms, warnings: places.warnings, document };
}

/** An ETag of a version; weak ETags and missing quotation marks are accepted. */
const VERSION_TAG = /^(?:W\/)?"?(\d{1,15})"?$/;

/** The version that If-Match names; {} for any version. @param what what has versions, for the message. */
export function readExpectedVersion(
  ifMatch: string | undefined,
  what: string,
): { readonly expectedVersion?: number; readonly errors: readonly FieldError[] } {
  if (ifMatch === undefined || ifMatch.trim() === '*') return { errors: [] };
  const version = VERSION_TAG.exec(ifMatch.trim())?.[1];
  if (version !== undefined) return { expectedVersion: Number(version), errors: [] };
  return {
    errors: [{ field: 'If-Match', message: `must be "*" or the ETag of one version of the ${what}` }],
  };
}

/** Reads body and If-Match of a replacement, with an optional note. A rejection reports all errors of both, at most 1,000. */
export function readReplacement(body: unknown, ifMatch: string | undefined, sources: PlaceSources) {
  const reading = readTerms(replacementDocument, body, sources);
  const { errors, ...expected } = readExpectedVersion(ifMatch, 'strategy');
  if (!reading.ok) return reject(invalidParameters([...errors, ...reading.errors]));
  if (errors.length > 0) return reject(invalidParameters(errors));
  const { terms, warnings, document } = reading;
  const { note = '' } = document;
  return succeed({ terms, warnings: [...warnings], ...(note !== '' && { note }), ...expected });
}

interface Ports {
  readonly placeSources: () => Promise<PlaceSources>;
  readonly strategies: Pick<StrategyReplacements, 'replace'>;
  readonly now: () => Date;
}

/** Replaces a caller's strategy; 409 if the current version is not the expected one. */
export function replaceStrategyUseCase({ placeSources, strategies, now }: Ports) {
  return async (
    body: unknown,
    ifMatch: string | undefined,
    caller: Caller,
  ): Promise<Outcome<ReplacedStrategy>> => {
    const replacement = readReplacement(body, ifMatch, await placeSources());
    if (!replacement.ok) return replacement;
    const { warnings, ...wanted } = replacement.body;
    const result = await strategies.replace(caller, {
      ...wanted,
      updatedAt: now().toISOString(),
      author: authorOf(caller),
    });
    if (result.outcome !== 'changed-meanwhile') {
      const answer = answerStrategy(result.strategy);
      return { ...answer, body: { ...answer.body, warnings } };
    }
    const { currentVersion } = result;
    return reject({
      kind: 'conflict',
      message: `The pricing strategy has changed. The current version is ${currentVersion}. Read it, then try again.`,
      code: 'STRATEGY_CHANGED',
      details: { current_version: currentVersion },
    });
  };
}
