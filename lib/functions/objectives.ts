import { ENDPOINTS } from './endpoints.ts';
import type { Endpoint } from './function-definition.ts';

/** Service level objectives of operations, each over 30 days. */
export interface OperationObjective {
  /** Names the operations in the alarm text. */
  readonly title: string;
  /** Percent of calls that are not answered with 5xx. */
  readonly availablePercent: number;
  /** Percent of calls that are answered within `fastMs`. */
  readonly fastPercent: number;
  /** Milliseconds at the gateway, with cold starts. */
  readonly fastMs: number;
}

export type ObjectiveName = 'pricing' | 'other';

/**
 * API Gateway and Lambda commit to 99.95% each, and DynamoDB to 99.99% (aws.amazon.com/legal/service-level-agreements,
 * November 2026), 99.89% together: an objective above 99.9% would page for AWS. A caller cannot continue without a price.
 * Other calls can be repeated later: 99.5% pages only if an outage lasts. Cold starts stay below the limits of latency.
 */
export const OPERATION_OBJECTIVES: Readonly<Record<ObjectiveName, OperationObjective>> = {
  pricing: { title: 'Rates and new quotes', availablePercent: 99.9, fastPercent: 99, fastMs: 6_000 },
  other: {
    title: 'Operations except rates and new quotes',
    availablePercent: 99.5,
    fastPercent: 99,
    fastMs: 3_000,
  },
};

/**
 * The objective of an operation. Most calls of the MCP server list tools or read, and agents retry others. Revisions are rare,
 * and an alarm has at most ten metrics.
 */
export const objectiveOf = ({ function: name, roadDistances, isUndescribed }: Endpoint): ObjectiveName =>
  roadDistances === true && isUndescribed !== true && name !== 'revise-quote' ? 'pricing' : 'other';

/** Operations whose objective is `pricing`. */
export const PRICING_ENDPOINTS = ENDPOINTS.filter((endpoint) => objectiveOf(endpoint) === 'pricing');

/** Their latency depends on the receiver or on the amount of work, so it shows no fault of the service. */
export const WITHOUT_LATENCY_OBJECTIVE = ENDPOINTS.filter((endpoint) =>
  ['test-webhook', 'recover-deliveries'].includes(endpoint.function),
);

/**
 * Deliveries that their receiver accepts at the first attempt: 99% of them within 10 minutes of the event. The time of
 * failed attempts, and of limits of the organization or receiver, belongs to the receiver and does not count.
 */
export const DELIVERY_OBJECTIVE = { inTimePercent: 99, inTimeSeconds: 600 } as const;
