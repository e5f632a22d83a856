import { ENDPOINTS, FUNCTIONS } from '../../lib/functions/endpoints.ts';
import { IMPORT_MARKET } from '../../lib/functions/market-functions.ts';

/** Limits of the start of a function. */
export interface BundleLimit {
  /** Minified code read at the start, without data, in bytes. Absent: no caller waits for the start. */
  readonly bytes?: number;
  /** CPU time until the handler is ready, relative to the baseline: the DynamoDB client with its credential chain. */
  readonly timesYardstick?: number;
}

/** Limits of functions whose start callers wait for. */
const OF_CALLERS: BundleLimit = { bytes: 380_000, timesYardstick: 1.05 };
const OF_SEARCH: BundleLimit = { bytes: 300_000, timesYardstick: 1.05 };
/** Includes the OpenSearch client, which a function loads only if its environment has a search domain. */
export const SEARCH_WITH_DOMAIN: BundleLimit = { bytes: 700_000 };
const OF_UPLOADS: BundleLimit = { bytes: 600_000 };

const SEARCH = new Set(
  FUNCTIONS.filter(({ searchDomain }) => searchDomain).map(({ function: name }) => name),
);
const CALLED = new Set(['authorizer', ...ENDPOINTS.map(({ function: name }) => name)]);

/** @param name of a function's folder. */
export function bundleLimit(name: string): BundleLimit {
  if (SEARCH.has(name)) return OF_SEARCH;
  if (name === IMPORT_MARKET.function) return OF_UPLOADS;
  return CALLED.has(name) ? OF_CALLERS : {};
}
