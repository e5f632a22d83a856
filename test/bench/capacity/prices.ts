/**
 * AWS list prices in us-east-1, in USD, first tier, without free tiers and discounts. Check them before use at
 * https://aws.amazon.com/pricing/.
 */
export const PRICES = {
  /** REST API of API Gateway, per million calls. */
  gatewayCalls: 3.5,
  /** Lambda on arm64, per million runs. */
  functionRuns: 0.2,
  /** Lambda on arm64, per gigabyte-second of memory. */
  functionGigabyteSecond: 0.0000133334,
  /** DynamoDB on demand, per million read units. */
  readUnits: 0.125,
  /** DynamoDB on demand, per million write units. */
  writeUnits: 0.625,
  /** SQS standard queues, per million requests of up to 64 KB. */
  queueRequests: 0.4,
  /** KMS, per million requests (0.03 per 10,000). */
  keyRequests: 3,
  /** CloudWatch Logs, per gigabyte ingested. */
  logGigabyte: 0.5,
  /** Transfer to the internet, per gigabyte. */
  outGigabyte: 0.09,
} as const;

/** Bytes in addition to the measured ones. */
export const ESTIMATES = {
  /** The lines platform.start and platform.report of each run, from the examples in the documentation of Lambda. */
  platformLogBytes: 700,
  /** Status line and headers of a response or a webhook. */
  headerBytes: 700,
  /** Requests of Lambda's poller per run from a queue: one receives, one deletes. */
  pollerRequests: 2,
} as const;
