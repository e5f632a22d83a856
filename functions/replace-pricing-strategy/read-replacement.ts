import { invalidParameters } from '../../shared/platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import { readExpectedVersion } from '../../shared/quotes/strategy/expected-version.ts';
import { readReplacementBody } from '../../shared/quotes/strategy/read-strategy.ts';
import type { StrategyTerms } from '../../shared/quotes/strategy/strategy-store.ts';
import type { PlaceSources } from '../../shared/terminals/resolution/resolve-place.ts';

/** The replacement that a caller requests. */
export interface RequestedReplacement {
  readonly terms: StrategyTerms;
  readonly note?: string;
  readonly warnings: string[];
  readonly expectedVersion?: number;
}

/** Reads body and If-Match. A rejection reports all errors of both. */
export function readReplacement(
  body: unknown,
  ifMatch: string | undefined,
  sources: PlaceSources,
): Outcome<RequestedReplacement> {
  const reading = readReplacementBody(body, sources);
  const { errors, ...expected } = readExpectedVersion(ifMatch, 'strategy');
  if (!reading.ok) return reject(invalidParameters([...errors, ...reading.errors]));
  if (errors.length > 0) return reject(invalidParameters(errors));
  const { ok, warnings, ...replacement } = reading;
  return succeed({ ...replacement, warnings: [...warnings], ...expected });
}
