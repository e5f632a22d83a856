import { invalidParameters } from '../../shared/platform/http/invalid-parameters.ts';
import { type Outcome, refuse, succeed } from '../../shared/platform/http/outcome.ts';
import { readStrategy } from '../../shared/quotes/strategy/read-strategy.ts';
import type { StrategyTerms } from '../../shared/quotes/strategy/strategy-store.ts';

/** What a caller asks for. */
export interface RequestedReplacement {
  readonly terms: StrategyTerms;
  readonly expectedVersion?: number;
}

/** A version as the ETag of a strategy writes it; weakened or without its quotes it says the same. */
const VERSION_TAG = /^(?:W\/)?"?(\d{1,15})"?$/;

const IF_MATCH = {
  field: 'If-Match',
  message: 'must be "*" or one version of the strategy in quotes, as its ETag has it',
};

/** Reads body and If-Match; refuses with every fault of both at once. */
export function readReplacement(body: unknown, ifMatch: string | undefined): Outcome<RequestedReplacement> {
  const reading = readStrategy(body);
  const anyVersion = ifMatch === undefined || ifMatch.trim() === '*';
  const expected = anyVersion ? undefined : VERSION_TAG.exec(ifMatch.trim())?.[1];
  const headerErrors = anyVersion || expected !== undefined ? [] : [IF_MATCH];
  if (!reading.ok) return refuse(invalidParameters([...headerErrors, ...reading.errors]));
  if (headerErrors.length > 0) return refuse(invalidParameters(headerErrors));
  const { terms } = reading;
  return succeed(expected === undefined ? { terms } : { terms, expectedVersion: Number(expected) });
}

/** The 200 body. */
export { strategyDocument as replacePricingStrategyResponse } from '../../shared/quotes/strategy/strategy-document.ts';
