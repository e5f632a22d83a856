import { ENDPOINTS } from './endpoints.ts';
import type { Endpoint } from './function-definition.ts';

/** Operations that may take the same time. */
export interface LatencyTier {
  readonly name: 'pricing' | 'rates' | 'quotes' | 'webhooks';
  /** What callers wait for. */
  readonly what: string;
  /** At most 10: CloudWatch's limit for one alarm. */
  readonly endpoints: readonly Endpoint[];
  /** p99 above this is slow, in milliseconds; a first call in a new process stays below. */
  readonly slowMs: number;
}

/** By design as slow as a receiver, or as long as there is time: no latency of theirs says that something is wrong. */
const AS_SLOW_AS_OTHERS = ['test-webhook', 'recover-deliveries'];

const prices = ({ roadDistances }: Endpoint) => roadDistances === true;

const others = (errorFormat: Endpoint['errorFormat']) =>
  ENDPOINTS.filter(
    (endpoint) =>
      endpoint.errorFormat === errorFormat &&
      !prices(endpoint) &&
      !AS_SLOW_AS_OTHERS.includes(endpoint.function),
  );

/** All operations, but for those whose time is not ours. */
export const LATENCY_TIERS: readonly LatencyTier[] = [
  {
    name: 'pricing',
    what: 'Rates and new quotes',
    endpoints: ENDPOINTS.filter(prices),
    slowMs: 6_000,
  },
  { name: 'rates', what: 'Terminal search and usage', endpoints: others('rates'), slowMs: 3_000 },
  { name: 'quotes', what: 'Quotes and strategies', endpoints: others('quotes'), slowMs: 3_000 },
  {
    name: 'webhooks',
    what: 'Webhooks and records of deliveries',
    endpoints: others('general'),
    slowMs: 3_000,
  },
];
