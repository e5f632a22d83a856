import { invalidParameters } from '../../shared/platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import { readReplacementBody } from '../../shared/quotes/strategy/read-strategy.ts';
import type { StrategyTerms } from '../../shared/quotes/strategy/strategy-store.ts';

/** The replacement that a caller requests. */
export interface RequestedReplacement {
  readonly terms: StrategyTerms;
  readonly note?: string;
  readonly expectedVersion?: number;
}

/** An ETag of a strategy version; weak ETags and missing quotation marks are accepted. */
const VERSION_TAG = /^(?:W\/)?"?(\d{1,15})"?$/;

const IF_MATCH = {
  field: 'If-Match',
  message: 'must be "*" or the ETag of one version of the strategy',
};

/** Reads body and If-Match. A rejection reports all errors of both. */
export function readReplacement(body: unknown, ifMatch: string | undefined): Outcome<RequestedReplacement> {
  const reading = readReplacementBody(body);
  const anyVersion = ifMatch === undefined || ifMatch.trim() === '*';
  const expected = anyVersion ? undefined : VERSION_TAG.exec(ifMatch.trim())?.[1];
  const headerErrors = anyVersion || expected !== undefined ? [] : [IF_MATCH];
  if (!reading.ok) return reject(invalidParameters([...headerErrors, ...reading.errors]));
  if (headerErrors.length > 0) return reject(invalidParameters(headerErrors));
  const { ok, ...replacement } = reading;
  return succeed(
    expected === undefined ? replacement : { ...replacement, expectedVersion: Number(expected) },
  );
}

/** The 200 body. */
export { strategyDocument as replacePricingStrategyResponse } from '../../shared/quotes/strategy/strategy-document.ts';
