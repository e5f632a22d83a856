import type { RightUnproven } from '../support/evaluate-rights.ts';

/** Rights that Lambda itself uses in the name of a function's role, so that no function's own calls show them. */
const WRITES_LOGS: RightUnproven = {
  action: /^logs:(CreateLogStream|PutLogEvents)$/,
  reason: "Lambda writes a function's log.",
};
const KEEPS_FAILURES: RightUnproven = {
  action: /^sqs:SendMessage$/,
  resource: /FailedEvents\w+$/,
  reason: 'Lambda sends failed runs and stream records to this queue.',
};
const READS_QUEUES: RightUnproven = {
  action: /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/,
  reason: 'Lambda reads the queue that a function works off.',
};
const readsStream = (reader: string): RightUnproven => ({
  function: reader,
  action: /^dynamodb:(DescribeStream|GetRecords|GetShardIterator)$/,
  resource: /\/stream\/local$/,
  reason: `Lambda reads the stream that ${reader} is called for.`,
});

/** Permissions that a function uses only after failures or conflicts, so that not every test run uses them. */
const OF_RARE_CASES: readonly RightUnproven[] = [
  {
    function: 'create-quote',
    action: /^dynamodb:GetItem$/,
    resource: /table\/freight-local-data-quotestable\w+$/,
    reason:
      'A creation that met another one under its Idempotency-Key reads whether the quote that is there is its own.',
  },
  {
    function: 'sweep-due-deliveries',
    action: /^sqs:SendMessage$/,
    resource: /:freight-local-webhooks-deliveriesQueue\w+$/,
    reason: 'The sweep enqueues first attempts only after a crash or a lost message.',
  },
];

export const UNPROVEN_RIGHTS: readonly RightUnproven[] = [
  WRITES_LOGS,
  KEEPS_FAILURES,
  READS_QUEUES,
  readsStream('publish-quote-events'),
  ...OF_RARE_CASES,
];

/** The same, of the functions that ask the search domain. */
export const UNPROVEN_SEARCH_RIGHTS: readonly RightUnproven[] = [
  WRITES_LOGS,
  KEEPS_FAILURES,
  readsStream('index-terminals'),
];
