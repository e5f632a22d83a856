import { ENDPOINTS } from './endpoints.ts';
import type { Endpoint } from './function-definition.ts';

/** Operations with the same latency threshold. */
export interface LatencyTier {
  readonly name: 'pricing' | 'rates' | 'quotes' | 'webhooks';
  /** Names the operations in the alarm text. */
  readonly title: string;
  /** At most 10: the limit of CloudWatch for metrics in one alarm. */
  readonly endpoints: readonly Endpoint[];
  /** Threshold of the p99 in milliseconds; cold starts stay below it. */
  readonly slowMs: number;
}

/** Their latency depends on the receiver or on the amount of work, so it shows no fault of the service. */
const WITHOUT_LATENCY_ALARM = ['test-webhook', 'recover-deliveries'];

const prices = ({ roadDistances }: Endpoint) => roadDistances === true;

const notPriced = (errorFormat: Endpoint['errorFormat']) =>
  ENDPOINTS.filter(
    (endpoint) =>
      endpoint.errorFormat === errorFormat &&
      !prices(endpoint) &&
      !WITHOUT_LATENCY_ALARM.includes(endpoint.function),
  );

/** All operations except those without a latency alarm. */
export const LATENCY_TIERS: readonly LatencyTier[] = [
  {
    name: 'pricing',
    title: 'Rates and new quotes',
    endpoints: ENDPOINTS.filter(prices),
    slowMs: 6_000,
  },
  { name: 'rates', title: 'Terminal search and usage', endpoints: notPriced('rates'), slowMs: 3_000 },
  { name: 'quotes', title: 'Quotes and strategies', endpoints: notPriced('quotes'), slowMs: 3_000 },
  {
    name: 'webhooks',
    title: 'Webhooks and deliveries',
    endpoints: notPriced('general'),
    slowMs: 3_000,
  },
];
