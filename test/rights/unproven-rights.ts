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
    function: 'retry-webhook',
    action: /^dynamodb:UpdateItem$/,
    resource: /table\/freight-local-data-webhookstable\w+$/,
    reason:
      'A retry marks slow receivers and disables those that fail for a day, as deliver-webhook does; the faults of webhooks cause it.',
  },
  {
    function: 'mcp',
    action: /^dynamodb:GetItem$/,
    resource: /table\/freight-local-data-quotestable\w+$/,
    reason: 'A tool that creates a quote does so as create-quote does.',
  },
  {
    function: 'mcp',
    action: /^dynamodb:GetItem$/,
    resource: /table\/freight-local-data-strategiestable\w+$/,
    reason: 'A tool that reads lanes of an RFP does so as list-rfp-lanes does.',
  },
  ...['mcp', 'revise-quote', 'preview-quote', 'quote-chat'].map((name) => ({
    function: name,
    action: /^dynamodb:BatchGetItem$/,
    resource: /table\/freight-local-data-markettable\w+$/,
    reason: `${name} reads a market with loads as create-quote does; few organizations of the tests have some.`,
  })),
  ...['mcp', 'revise-quote', 'preview-quote', 'quote-chat'].map((name) => ({
    function: name,
    action: /^dynamodb:Query$/,
    resource: /table\/freight-local-data-contractstable\w+$/,
    reason: `${name} looks a customer's name up as create-quote does; few requests of the tests name one.`,
  })),
  {
    function: 'change-rfp',
    action: /^dynamodb:GetItem$/,
    resource: /table\/freight-local-data-strategiestable\w+$/,
    reason: 'A total that a person sets is compared with the charges of the strategy that priced the RFP.',
  },
  {
    function: 'quote-chat',
    action: /^dynamodb:GetItem$/,
    resource: /table\/freight-local-data-(?:quotes|idempotency)table\w+$/,
    reason: 'A lane that another call quotes at the same moment reads what that call stored.',
  },
  {
    function: 'quote-chat',
    action: /^dynamodb:Query$/,
    resource: /table\/freight-local-data-usagetable\w+$/,
    reason: 'The quotes of the month are read for an organization with a quote limit, as create-quote does.',
  },
  ...['cancel-market-upload', 'cancel-contract-rate-upload', 'cancel-quote-upload'].map((name) => ({
    function: name,
    action: /^s3:GetObject$/,
    resource: /\.rejected\.csv$/,
    reason: `${name} reads rejected rows as reading an upload does; few uploads are cancelled while they have some.`,
  })),
  ...['create-market-upload', 'create-contract-rate-upload', 'create-quote-upload'].map((name) => ({
    function: name,
    action: /^s3:PutObject$/,
    resource: /\.csv$/,
    reason: 'S3 checks this right when a caller sends a file to an address that the function signed.',
  })),
  ...['create-market-upload', 'create-contract-rate-upload', 'create-quote-upload'].map((name) => ({
    function: name,
    action: /^s3:GetObject$/,
    resource: /\.upload\.json$/,
    reason: `${name} reads records of all kinds of uploads, but only if five are unfinished.`,
  })),
  {
    function: 'import-market',
    action: /^s3:(AbortMultipartUpload|DeleteObject)$/,
    reason:
      'An import removes what is left of a failed multipart upload, and rejected rows of an earlier file.',
  },
  {
    function: 'import-market',
    action: /^s3:ListBucket$/,
    reason: 'With this right, S3 answers a request for a missing object with 404 instead of 403.',
  },
  {
    function: 'import-market',
    action: /^sqs:(SendMessage|ChangeMessageVisibility)$/,
    reason: 'An import of a large file continues by a message, and a failed one sets the delay of its retry.',
  },
  {
    function: 'create-rfp',
    action: /^dynamodb:GetItem$/,
    resource: /table\/freight-local-data-rfpstable\w+$/,
    reason: 'If a transaction is rejected after a lost response, the RFP shows whether it was stored.',
  },
  {
    function: 'create-rfp',
    action: /^s3:PutObject$/,
    reason: 'The caller sends the file, with the right of the function that signed its address.',
  },
  {
    function: 'price-rfp-lanes',
    action: /^s3:AbortMultipartUpload$/,
    reason: 'A file of results that fails removes what is left of its multipart upload.',
  },
  ...[
    ...['read-rfp-workbook', 'read-rfp-results', 'create-chat-rfp', 'receive-mail'],
    ...['cancel-market-upload', 'cancel-contract-rate-upload', 'cancel-quote-upload'],
    ...['create-market-upload', 'create-contract-rate-upload', 'create-quote-upload'],
  ].map((name) => ({
    function: name,
    action: /^s3:ListBucket$/,
    reason: 'With this right, S3 answers a request for a missing object with 404 instead of 403.',
  })),
  {
    function: 'price-rfp-lanes',
    action: /^dynamodb:BatchGetItem$/,
    resource: /table\/freight-local-data-markettable\w+$/,
    reason: 'Lanes of RFPs read a market with loads as price-lanes does.',
  },
  {
    function: 'price-rfp-lanes',
    action: /^dynamodb:UpdateItem$/,
    resource: /table\/freight-local-data-usagetable\w+$/,
    reason: 'Calls of lanes that fail definitively for reasons of the service are given back.',
  },
  {
    function: 'price-rfp-lanes',
    action: /^sqs:ChangeMessageVisibility$/,
    reason: 'A failed chunk sets the delay of its retry.',
  },
  {
    function: 'deliver-webhook',
    action: /^dynamodb:Query$/,
    resource: /\/index\/due$/,
    reason: 'First attempts for a webhook that was disabled or deleted fail its pending deliveries.',
  },
  {
    function: 'deliver-webhook',
    action: /^dynamodb:UpdateItem$/,
    resource: /table\/freight-local-data-webhookstable\w+$/,
    reason: 'A receiver whose first attempt takes more than a second is marked as slow.',
  },
];

export const UNPROVEN_RIGHTS: readonly RightUnproven[] = [
  WRITES_LOGS,
  KEEPS_FAILURES,
  READS_QUEUES,
  readsStream('publish-quote-events'),
  readsStream('publish-rfp-changes'),
  ...OF_RARE_CASES,
];

/** The same, of the functions that ask the search domain. */
export const UNPROVEN_SEARCH_RIGHTS: readonly RightUnproven[] = [
  WRITES_LOGS,
  KEEPS_FAILURES,
  readsStream('index-terminals'),
];
