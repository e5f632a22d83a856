import { ENDPOINTS, FUNCTIONS } from '../../lib/functions/endpoints.ts';
import { IMPORT_MARKET } from '../../lib/functions/market-functions.ts';
import { MCP } from '../../lib/functions/mcp-endpoint.ts';

/** Limits of the start of a function. */
export interface BundleLimit {
  /** Minified code read at the start, without data, in bytes. Absent: no caller waits for the start. */
  readonly bytes?: number;
  /** CPU time until the handler is ready, relative to the baseline: the DynamoDB client with its credential chain. */
  readonly timesYardstick?: number;
}

/** Limits of functions whose start callers wait for. */
const OF_CALLERS: BundleLimit = { bytes: 380_000, timesYardstick: 1 };
const OF_SEARCH: BundleLimit = { bytes: 300_000, timesYardstick: 1 };
/** Includes the OpenSearch client, which a function loads only if its environment has a search domain. */
export const SEARCH_WITH_DOMAIN: BundleLimit = { bytes: 700_000 };
/** They create quotes, and price lanes by the terms of the organization. */
const OF_QUOTING: BundleLimit = { bytes: 400_000, timesYardstick: 1 };
/** They render quote sheets. */
const OF_SHEETS: BundleLimit = { bytes: 380_000, timesYardstick: 1.05 };
/** The MCP SDK takes 300 kB, 105 kB of them for zod; every call needs it. The tools create and read quotes and RFPs. */
const OF_MCP: BundleLimit = { bytes: 820_000, timesYardstick: 1.5 };
/** The S3 client takes 230 kB. */
const OF_UPLOAD_OPERATIONS: BundleLimit = { bytes: 440_000 };
/** And 25 kB for the rules of lanes. */
const OF_RFP_CREATION: BundleLimit = { bytes: 470_000 };
/** And 23 kB for the prices and columns of lanes. */
const OF_RFP_RESULTS: BundleLimit = { bytes: 450_000 };
/** It reads files of loads and of contract rates. The bench adds 4 kB for tracing. */
const OF_UPLOADS: BundleLimit = { bytes: 642_000 };

const SEARCH = new Set(
  FUNCTIONS.filter(({ searchDomain }) => searchDomain).map(({ function: name }) => name),
);
const UPLOADING = new Set(ENDPOINTS.filter(({ uploads }) => uploads).map(({ function: name }) => name));
const CALLED = new Set([
  'authorizer',
  'read-api-description',
  'read-shared-quote',
  ...ENDPOINTS.map(({ function: name }) => name),
]);

/** @param name of a function's folder. */
export function bundleLimit(name: string): BundleLimit {
  if (SEARCH.has(name)) return OF_SEARCH;
  if (name === 'read-quote-sheet' || name === 'read-shared-quote') return OF_SHEETS;
  if (name === MCP.function) return OF_MCP;
  if (name === IMPORT_MARKET.function) return OF_UPLOADS;
  if (name === 'create-rfp') return OF_RFP_CREATION;
  if (name === 'read-rfp-results') return OF_RFP_RESULTS;
  if (UPLOADING.has(name)) return OF_UPLOAD_OPERATIONS;
  if (name === 'create-quote' || name === 'revise-quote') return OF_QUOTING;
  return CALLED.has(name) ? OF_CALLERS : {};
}
