/** Something of a deployment that the emulator of AWS cannot show, or is not given. */
export interface NotShown {
  readonly what: string;
  /** The test file that covers it, or `A_REAL_DEPLOYMENT`. */
  readonly coveredBy: string;
}

/** Nothing on one machine shows it. */
export const A_REAL_DEPLOYMENT = 'only a real deployment: npm run smoke';

/** All that a deploy test leaves open; printed with it. */
export const NOT_SHOWN: readonly NotShown[] = [
  {
    what: "gateway keys that the authorizer names, and callers' keys in x-api-key",
    coveredBy: 'test/api/suites/authentication-suite.ts',
  },
  {
    what: "a refused call's body in its family's shape, where the gateway writes it",
    coveredBy: 'test/api/suites/error-family-suite.ts',
  },
  { what: "one bucket for all of an organization's keys", coveredBy: 'test/api/suites/throttle-suite.ts' },
  { what: 'fifty calls at once', coveredBy: 'test/api/suites/quotes-idempotency-suite.ts' },
  {
    what: 'bodies over 6 and 10 MB, escaped slashes',
    coveredBy: 'test/api/suites/error-family-suite.ts',
  },
  { what: 'what each function may do, by IAM', coveredBy: 'test/rights/rights.test.ts' },
  {
    what: 'what the function of uploads may do, by IAM',
    coveredBy: 'test/contract/uploads/import-market.test.ts',
  },
  {
    what: 'files that expire, encrypted, in a bucket that outlives its stack',
    coveredBy: 'test/infra/properties/upload-properties.ts',
  },
  { what: 'transactions that meet', coveredBy: 'test/contract/quotes/random-steps.test.ts' },
  {
    what: 'items past their time to live',
    coveredBy: 'test/contract/idempotency/dynamodb-answer-memory.test.ts',
  },
  { what: 'DynamoDB deleting such items', coveredBy: A_REAL_DEPLOYMENT },
  {
    what: 'a stream whose records fail: retried in part, and given up in the end',
    coveredBy: 'test/unit/local/events/stream-consumer.test.ts',
  },
  { what: 'queues that are fair to message groups', coveredBy: 'test/unit/local/engines/fair-queue.test.ts' },
  { what: 'retries hours apart, and schedules', coveredBy: 'test/api/delivery-roads.test.ts' },
  { what: 'alarms that fire, and those over several metrics', coveredBy: 'test/infra/alarms.test.ts' },
  { what: 'saved queries of Logs Insights', coveredBy: 'test/infra/runbook.test.ts' },
  {
    what: 'tables and keys that are retained, protected and recoverable',
    coveredBy: 'test/infra/properties/data-properties.ts',
  },
  { what: 'web ACL, X-Ray, reserved concurrency of prod', coveredBy: 'test/infra/properties.test.ts' },
  {
    what: 'terminals on OpenSearch (npm run test:deploy -- --opensearch)',
    coveredBy: 'test/deploy/search.test.ts',
  },
  { what: "the account's limits: functions at once, gateway keys", coveredBy: A_REAL_DEPLOYMENT },
  { what: 'TLS, public receivers, the time that a new gateway key takes', coveredBy: A_REAL_DEPLOYMENT },
];

/** A line each. */
export const describeNotShown = (): string[] => [
  'What the emulator cannot show, and what covers it:',
  ...NOT_SHOWN.map(({ what, coveredBy }) => `  ${what}: ${coveredBy}`),
];
