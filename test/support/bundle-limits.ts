import { ENDPOINTS, FUNCTIONS } from '../../lib/functions/endpoints.ts';
import { IMPORT_MARKET } from '../../lib/functions/market-functions.ts';

/** What a function's start may cost. */
export interface BundleLimit {
  /** Code that is read at the start, minified, data apart; bytes. Absent: no caller waits for the start. */
  readonly bytes?: number;
  /** CPU until the handler is ready, as a multiple of the yardstick's: a bundle of the DynamoDB client with its chain. */
  readonly timesYardstick?: number;
}

/** Callers wait for the starts of these. */
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
