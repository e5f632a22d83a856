/**
 * AWS list prices in us-east-1, in USD, first tier, without free tiers and discounts: to be checked before they are
 * relied on, at https://aws.amazon.com/pricing/.
 */
export const PRICES = {
  /** REST API of API Gateway, a million calls. */
  gatewayCalls: 3.5,
  /** Lambda on arm64: a million runs. */
  functionRuns: 0.2,
  /** Lambda on arm64: a gigabyte of memory for a second. */
  functionGigabyteSecond: 0.0000133334,
  /** DynamoDB on demand: a million read units. */
  readUnits: 0.125,
  /** DynamoDB on demand: a million write units. */
  writeUnits: 0.625,
  /** SQS standard queues: a million requests of up to 64 KB. */
  queueRequests: 0.4,
  /** KMS: a million requests (0.03 for 10,000). */
  keyRequests: 3,
  /** CloudWatch Logs: a gigabyte taken in. */
  logGigabyte: 0.5,
  /** To the internet: a gigabyte. */
  outGigabyte: 0.09,
} as const;

/** Bytes in addition to the measured ones. */
export const ESTIMATES = {
  /** Lambda's own two lines a run, platform.start and platform.report, by its documentation's examples. */
  platformLogBytes: 700,
  /** Status line and headers of an answer or a webhook. */
  headerBytes: 700,
  /** Requests of Lambda's poller a run that a queue feeds: it receives, and deletes. */
  pollerRequests: 2,
} as const;
