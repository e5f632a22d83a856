/** Tests that hold something, by their titles in the source. */
export interface Cover {
  readonly file: string;
  readonly tests: readonly string[];
}

/** Something of a deployment that the emulator of AWS cannot show, or is not given. */
export interface NotShown {
  readonly what: string;
  readonly coveredBy: Cover | typeof A_REAL_DEPLOYMENT;
}

/** Nothing on one machine shows it. */
export const A_REAL_DEPLOYMENT = 'only a real deployment: npm run smoke';

/** All that a deploy test leaves open; printed with it. */
export const NOT_SHOWN: readonly NotShown[] = [
  {
    what: "gateway keys that the authorizer names, and callers' keys in x-api-key",
    coveredBy: {
      file: 'test/api/suites/authentication-suite.ts',
      tests: ['accepts the key in x-api-key, in any case of the header name'],
    },
  },
  {
    what: 'error bodies of the gateway in the error format of the path',
    coveredBy: {
      file: 'test/api/suites/authentication-suite.ts',
      tests: ['writes 401 in the error format of the path'],
    },
  },
  {
    what: "one bucket for all of an organization's keys",
    coveredBy: {
      file: 'test/api/suites/throttle-suite.ts',
      tests: [
        'is limited by the plan of the organization: further calls get 429 in the format of the path, with Retry-After',
      ],
    },
  },
  {
    what: 'fifty calls at once',
    coveredBy: {
      file: 'test/api/suites/quotes-idempotency-suite.ts',
      tests: ['creates one quote for many concurrent calls'],
    },
  },
  {
    what: 'bodies over 6 and 10 MB, escaped slashes',
    coveredBy: {
      file: 'test/api/suites/error-format-suite.ts',
      tests: [
        'answers a body over 6 MB with 400 in the general format',
        'answers a body of 11 MB with 400 in the general format',
        'answers a path with escaped slashes with 404 in the general format',
      ],
    },
  },
  {
    what: 'what each function may do, by IAM',
    coveredBy: {
      file: 'test/rights/rights.test.ts',
      tests: ['the rights of functions, against all that they did in the tests before'],
    },
  },
  {
    what: 'what the function of uploads may do, by IAM',
    coveredBy: {
      file: 'test/contract/market/uploads/import-market.test.ts',
      tests: ['has exactly the permissions in %s that this needed'],
    },
  },
  {
    what: 'files that expire, encrypted, in a bucket that outlives its stack',
    coveredBy: {
      file: 'test/infra/properties/upload-properties.ts',
      tests: [
        'the bucket is encrypted, and takes nothing that is not, nor by an old TLS',
        'a file that waits survives the removal of its stack, and none is kept for ever',
      ],
    },
  },
  {
    what: 'transactions that meet',
    coveredBy: {
      file: 'test/contract/quotes/random-steps.test.ts',
      tests: [
        'give the same lists, totals and reports on DynamoDB Local if the SDK repeats unanswered requests',
      ],
    },
  },
  {
    what: 'items past their time to live',
    coveredBy: {
      file: 'test/contract/accounts/idempotency/dynamodb-idempotency-store.test.ts',
      tests: ['expire after 24 hours, deleted or not'],
    },
  },
  { what: 'DynamoDB deleting such items', coveredBy: A_REAL_DEPLOYMENT },
  {
    what: 'failed stream records: bisected, retried, and sent to the failure destination',
    coveredBy: {
      file: 'test/unit/local/events/stream-consumer.test.ts',
      tests: [
        'continues from the first failed record',
        'halves a batch until it contains only the invalid record, with %d retries, and discards only that record',
      ],
    },
  },
  {
    what: 'queues that are fair to message groups',
    coveredBy: {
      file: 'test/unit/local/engines/fair-queue.test.ts',
      tests: ['returns the message of a quiet group before those of a group with messages in flight'],
    },
  },
  {
    what: 'retries hours apart, and schedules',
    coveredBy: {
      file: 'test/api/delivery-paths.test.ts',
      tests: ['is retried when it is due, and its webhook is disabled if the receiver then answers 410'],
    },
  },
  {
    what: 'alarms that fire, and those over several metrics',
    coveredBy: { file: 'test/infra/alarms/alarms.test.ts', tests: ['is active: %s', 'is silent: %s'] },
  },
  {
    what: 'saved queries of Logs Insights',
    coveredBy: {
      file: 'test/infra/documents/runbook.test.ts',
      tests: ['prints the saved queries as they are saved', 'and its queries name codes that are logged'],
    },
  },
  {
    what: 'tables and keys that are retained, protected and recoverable',
    coveredBy: {
      file: 'test/infra/properties/data-properties.ts',
      tests: [
        'a table survives the removal of its stack',
        'a table has deletion protection',
        'a table can be restored to any second',
      ],
    },
  },
  {
    what: 'the key of signing secrets that is retained',
    coveredBy: {
      file: 'test/infra/properties/stack-properties.ts',
      tests: ['the key that signing secrets are under survives its stack, and is renewed each year'],
    },
  },
  {
    what: 'web ACL, X-Ray, reserved concurrency of prod',
    coveredBy: {
      file: 'test/infra/properties/gateway-properties.ts',
      tests: [
        'key guessing from one address is cut off',
        'the authorizer has executions of its own, and calls are traced',
      ],
    },
  },
  {
    what: 'terminals on OpenSearch (npm run test:deploy -- --opensearch)',
    coveredBy: { file: 'test/deploy/search.test.ts', tests: ['asks the domain, and not only its memory'] },
  },
  { what: "the account's limits: functions at once, gateway keys", coveredBy: A_REAL_DEPLOYMENT },
  { what: 'TLS, public receivers, the time that a new gateway key takes', coveredBy: A_REAL_DEPLOYMENT },
];

/** A line each. */
export const describeNotShown = (): string[] => [
  'What the emulator cannot show, and what covers it:',
  ...NOT_SHOWN.map(
    ({ what, coveredBy }) => `  ${what}: ${typeof coveredBy === 'string' ? coveredBy : coveredBy.file}`,
  ),
];
