import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { EnvironmentName } from '../../../../lib/settings/environments.ts';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { createDynamoDbAuditWriter } from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import {
  createDynamoDbOrganizationStore,
  type OrganizationStore,
} from '../../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import { readContributionUseCase } from '../../../../shared/market/contribution/read-contribution.ts';
import { createDynamoDbMarketStore } from '../../../../shared/market/store/dynamodb-market-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { logOutput } from '../../../../shared/platform/logging/log.ts';
import { createS3Client } from '../../../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore } from '../../../../shared/platform/s3/s3-object-store.ts';
import type { MessageQueue, OutgoingMessage } from '../../../../shared/platform/sqs/sqs-message-queue.ts';
import { convertedQuoteMessage } from '../../../../shared/quotes/loads/converted-quote.ts';
import { createDynamoDbStrategyReplacements } from '../../../../shared/quotes/strategy/dynamodb-strategy-replacements.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { createDynamoDbTerminalStore } from '../../../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { terminalId } from '../../../../shared/terminals/catalogue/terminal.ts';
import { uploadMessage } from '../../../../shared/uploads/upload-message.ts';
import { resumeImports } from '../../../../shared/uploads/waiting-imports.ts';
import {
  createAuditTable,
  createContractsTable,
  createMarketTable,
  createOrganizationsTable,
  createQuotesTable,
  createStrategiesTable,
  createTerminalsTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { policiesOf } from '../../../support/policies-of-roles.ts';
import { startTestQueues, type TestQueue, type TestQueues } from '../../../support/queues-under-test.ts';
import { recordCalls } from '../../../support/record-calls.ts';
import { type S3StandIn, startS3StandIn } from '../../../support/s3-stand-in.ts';
import { synthesizedTemplates } from '../../../support/synthesized-templates.ts';
import { goodRow, LOADS_HEADER } from '../../../support/uploads-under-test.ts';
import { quotingUnderTest } from '../../../unit/quotes/quoting-under-test.ts';
import { at, BOTH_SCOPES, standardOrganization } from '../../accounts/organizations/ports-under-test.ts';
import { storeOn } from '../../quotes/quotes-under-test.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
const REGION = 'us-east-1';
const BUCKET = 'uploads';
const KEY = 'operator/loads.csv';

type Handler = (event: SQSEvent, context: object) => Promise<SQSBatchResponse>;

const folder = mkdtempSync(join(tmpdir(), 'import-market-'));
let dynamodb: TestDynamoDb;
let queues: TestQueues;
let queue: TestQueue;
let s3: S3StandIn;
let handler: Handler;
let endRecording = () => {};
/** What the function logged. */
const lines: string[] = [];

const objects = () =>
  createS3ObjectStore({
    client: createS3Client({ region: REGION, credentials: CREDENTIALS, endpoint: s3.endpoint }),
    bucket: BUCKET,
  });

/** Terminals that the rows name, as an operator's table has them. */
async function fillTerminals(table: string): Promise<void> {
  const client = localDocumentClient(dynamodb.endpoint);
  const [terminal] = loadTerminals().filter(({ name }) => name === 'APM Terminals Pier 400');
  if (terminal === undefined) throw new Error('the catalogue has no such terminal');
  await createDynamoDbTerminalStore(client, table).add({
    ...terminal,
    id: terminalId(terminal.name),
    status: 'open',
    formerNames: [],
    origin: 'catalogue',
    revision: 1,
    updatedAt: '2026-10-01T00:00:00.000Z',
  });
  client.destroy();
}

beforeAll(async () => {
  [dynamodb, queues, s3] = await Promise.all([startTestDynamoDb(), startTestQueues(), startS3StandIn()]);
  queue = await queues.createQueue();
  const terminals = await createTerminalsTable(dynamodb.endpoint);
  await fillTerminals(terminals);
  Object.assign(process.env, {
    ORGANIZATIONS_TABLE: await createOrganizationsTable(dynamodb.endpoint),
    TERMINALS_TABLE: terminals,
    MARKET_TABLE: await createMarketTable(dynamodb.endpoint),
    CONTRACTS_TABLE: await createContractsTable(dynamodb.endpoint),
    QUOTES_TABLE: await createQuotesTable(dynamodb.endpoint),
    STRATEGIES_TABLE: await createStrategiesTable(dynamodb.endpoint),
    UPLOADS_BUCKET: BUCKET,
    UPLOADS_URL: queue.url,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
  });
  endRecording = recordCalls(folder, () => 'import-market');
  for (const level of ['info', 'warn'] as const)
    jest.spyOn(logOutput, level).mockImplementation((line) => void lines.push(String(line)));
  ({ handler } = (await import('../../../../functions/import-market/handler.ts')) as unknown as {
    handler: Handler;
  });
});

afterAll(async () => {
  // Its worker runs other tests after it.
  endRecording();
  await Promise.all([dynamodb.stop(), queues.stop(), s3.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const HANDED_OUT = {
  messageId: 'one',
  receiptHandle: 'handle',
  attributes: { ApproximateReceiveCount: '1' },
};

let written = 0;
/** The message that the event of an uploaded file becomes. */
async function uploaded(key: string, content: string): Promise<string> {
  written += 1;
  const tag = (await objects().write(key, Buffer.from(content))) ?? '';
  return uploadMessage({ key, tag, length: Buffer.byteLength(content), sequencer: String(written) });
}

const run = (body: string, remainingMs = 600_000) =>
  handler({ Records: [{ ...HANDED_OUT, body }] } as unknown as SQSEvent, {
    awsRequestId: 'request',
    getRemainingTimeInMillis: () => remainingMs,
  });

/** Does what an operator does: none of it counts as what the function may do. */
async function asOperator(
  task: (organizations: OrganizationStore, client: DynamoDBDocumentClient) => Promise<unknown>,
): Promise<void> {
  endRecording();
  const calls = s3.calls.length;
  const client = localDocumentClient(dynamodb.endpoint);
  try {
    await task(
      createDynamoDbOrganizationStore({
        client,
        table: process.env.ORGANIZATIONS_TABLE ?? '',
        audit: createDynamoDbAuditWriter(await createAuditTable(dynamodb.endpoint)),
        now: () => new Date(),
      }),
      client,
    );
  } finally {
    client.destroy();
    s3.calls.splice(calls);
    endRecording = recordCalls(folder, () => 'import-market');
  }
}

/** Sets a strategy with the setting, before any quote. */
async function takeConvertedQuotes(client: DynamoDBDocumentClient, { orgId, mode }: Account): Promise<void> {
  const { version: _, updatedAt: __, ...terms } = UNSET_STRATEGY;
  await createDynamoDbStrategyReplacements({
    client,
    TableName: process.env.STRATEGIES_TABLE ?? '',
    audit: createDynamoDbAuditWriter(await createAuditTable(dynamodb.endpoint)),
  }).replace(
    { orgId, mode },
    {
      terms: { ...terms, convertedQuotesAsLoads: true },
      updatedAt: '2026-10-01T00:00:00.000Z',
      author: { actor: 'operator' } as never,
    },
  );
}

/** Creates and converts a quote. @returns the message that the stream of quotes causes. */
async function convertedQuote(client: DynamoDBDocumentClient, account: Account): Promise<string> {
  const { quote, kept } = quotingUnderTest();
  await quote({ origin: 'APM Terminals Pier 400', destination: 'Ontario, CA 91761' });
  const [created] = kept;
  if (created === undefined) throw new Error('no quote was created');
  const store = storeOn(
    { client, TableName: process.env.QUOTES_TABLE ?? '' },
    { now: new Date('2026-10-07T18:00:00Z') },
  );
  await store.create(account, created);
  await store.convert(account, created.quoteId);
  return convertedQuoteMessage({ ...account, quoteId: created.quoteId });
}

const textOf = async (key: string) => Buffer.from((await objects().read(key))?.bytes ?? []).toString();
const importOf = async (key: string) => JSON.parse(await textOf(`${key}.upload.json`)).import;

const LOADS = [LOADS_HEADER, goodRow(1), goodRow(1), goodRow(2), goodRow(3, 'a', '0'), ''].join('\n');

/** Before the last test, which judges what these have done. */
describe('the function of uploads', () => {
  it('imports a file, and continues by its own message until it is done', async () => {
    const body = await uploaded(KEY, LOADS);
    let runs = 1;
    expect(await run(body, 1)).toEqual({ batchItemFailures: [] });
    for (let sent = await queue.messages(); sent.length === runs; sent = await queue.messages()) {
      expect(sent.at(-1)?.body).toBe(body);
      runs += 1;
      await run(body, 1);
    }

    expect(runs).toBe(5);
    expect(await importOf(KEY)).toMatchObject({
      phase: 'imported',
      rows: 4,
      added: 3,
      known: 0,
      rejected: 1,
    });
    expect(await textOf(`${KEY}.rejected.csv`)).toContain('5,"rate ""0"" is not above 0",');
  });

  it('counts duplicates, and removes the rejected rows of the file before', async () => {
    await run(await uploaded(KEY, [LOADS_HEADER, goodRow(1), goodRow(4), ''].join('\n')));
    expect(await importOf(KEY)).toMatchObject({
      added: 1,
      known: 1,
      listed: 0,
    });
    expect(await objects().tagOf(`${KEY}.rejected.csv`)).toBeUndefined();
  });

  it('stores the import of a suspended organization, and continues it with each row counted once', async () => {
    const orgId = 'org_held';
    const key = `organizations/${orgId}/live/loads.csv`;
    const { record } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(1));
    await asOperator(({ create }) => create(standardOrganization({ orgId }), record));
    const body = await uploaded(key, LOADS);
    const sentBefore = (await queue.messages()).length;
    // The file is read and its first group is found, but the group is not imported yet.
    for (let runs = 0; runs < 2; runs++) await run(body, 1);
    await asOperator(({ setStatus }) => setStatus(orgId, 'suspended', '2026-10-21T09:00:00.000Z'));

    const handedOn = (await queue.messages()).length;
    expect(handedOn).toBe(sentBefore + 2);
    expect(await run(body)).toEqual({ batchItemFailures: [] });
    // No message waits for weeks: the bucket keeps it.
    expect(await queue.messages()).toHaveLength(handedOn);
    expect(await importOf(key)).toMatchObject({
      phase: 'importing',
      waiting: 'org_held is suspended.',
    });

    const sent: OutgoingMessage[] = [];
    const resumed: MessageQueue = {
      send: async (messages) => {
        sent.push(...messages);
        return [];
      },
    };
    await asOperator(async ({ setStatus }) => {
      await setStatus(orgId, 'active', '2026-11-21T09:00:00.000Z');
      expect(await resumeImports(objects(), resumed, orgId)).toBe(1);
      expect(await resumeImports(objects(), resumed, orgId)).toBe(0);
    });
    expect(sent).toEqual([{ body, group: `${orgId}#live` }]);
    expect(await run(body)).toEqual({ batchItemFailures: [] });

    expect(await importOf(key)).toMatchObject({
      ...{ phase: 'imported', rows: 4, added: 3, known: 0, rejected: 1 },
    });
    await run(await uploaded(key, LOADS));
    expect(await importOf(key)).toMatchObject({ added: 0, known: 3 });
  });

  it('imports a file of past quotes', async () => {
    const orgId = 'org_quotes';
    const { record } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(1));
    await asOperator(({ create }) => create(standardOrganization({ orgId }), record));
    const key = `organizations/${orgId}/test/quotes/past.csv`;
    const content = 'date,origin,destination,equipment,total,outcome\n2026-01-02,10001,30303,van,900,won\n';
    await run(await uploaded(key, content));
    expect(await importOf(key)).toMatchObject({
      ...{ phase: 'imported', rows: 1, rejected: 0, written: { created: 1, warnings: [] } },
    });
    expect(lines.at(-1)).toContain('"QuotesCreated":1');
  });

  it('imports a file of contract rates by as many runs as it needs, and finds its rates again', async () => {
    const orgId = 'org_rates';
    const { record } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(1));
    await asOperator(({ create }) => create(standardOrganization({ orgId }), record));
    const header = 'origin,destination,equipment_type,rate_type,amount,fuel,effective_from';
    const rows = Array.from({ length: 1_100 }, (_, number) => {
      const origin = number % 10 === 9 ? 'Nowhere' : String(10_001 + (number % 90));
      return `${origin},GA,40HC,flat,${number + 1},included,2030-01-01`;
    });
    const content = [header, ...rows, ''].join('\n');
    const importOnce = async (name: string) => {
      const key = `organizations/${orgId}/test/contract-rates/${name}.csv`;
      const body = await uploaded(key, content);
      for (let sent = -1; sent !== (await queue.messages()).length; ) {
        sent = (await queue.messages()).length;
        await run(body, 1);
      }
      return await importOf(key);
    };
    const first = await importOnce('first');
    const { created, unchanged } = first.written;
    expect([first.phase, first.rows, created + first.rejected, unchanged]).toEqual([
      'imported',
      1_100,
      1_100,
      0,
    ]);
    expect(first.rejected).toBeGreaterThanOrEqual(110);
    expect((await importOnce('second')).written).toMatchObject({
      created: 0,
      replaced: 0,
      unchanged: created,
    });
  });

  it('imports the load of a converted quote once, in its mode and for its organization, if the setting is on', async () => {
    const [on, off] = ['org_wins', 'org_off'] as const;
    const accounts = [on, off].flatMap((orgId) =>
      (['test', 'live'] as const).map((mode) => ({ orgId, mode })),
    );
    const bodies: string[] = [];
    await asOperator(async ({ create }, client) => {
      for (const orgId of [on, off]) {
        await create(standardOrganization({ orgId }), issueApiKey({ ...BOTH_SCOPES, orgId }, at(1)).record);
      }
      await takeConvertedQuotes(client, { orgId: on, mode: 'live' });
      for (const account of accounts) bodies.push(await convertedQuote(client, account));
    });
    for (const body of [...bodies, ...bodies]) expect(await run(body)).toEqual({ batchItemFailures: [] });

    let counts: number[] = [];
    await asOperator(async (_, client) => {
      const store = createDynamoDbMarketStore(client, process.env.MARKET_TABLE ?? '');
      const read = readContributionUseCase(store, () => new Date());
      counts = await Promise.all(accounts.map(async (account) => (await read(account)).data.observations));
    });
    expect(counts).toEqual([0, 1, 0, 0]);
    const logged = lines.map((line) => JSON.parse(line)).filter(({ code }) => code.startsWith('CONVERTED'));
    expect(logged).toMatchObject([
      { code: 'CONVERTED_QUOTE_IMPORTED', LoadsAdded: 1, LoadsKnown: 0 },
      { code: 'CONVERTED_QUOTE_IMPORTED', LoadsAdded: 0, LoadsKnown: 1 },
    ]);
  });

  it('makes its message visible again if the bucket rejects a request', async () => {
    const error = jest.spyOn(logOutput, 'error').mockImplementation(() => undefined);
    const body = await uploaded('operator/more.csv', LOADS);
    s3.faults.push('rejects');
    expect(await run(body)).toEqual({ batchItemFailures: [{ itemIdentifier: 'one' }] });
    expect(String(error.mock.calls[0])).toContain('ObjectStoreError');
  });

  it.each(['dev', 'staging', 'prod'] as const)(
    'has exactly the permissions in %s that this needed',
    async (environment) => {
      expect(await rightsGranted(environment)).toEqual(rightsUsed());
    },
  );
});

/** Patterns of keys that the template knows. */
const PATTERNS = [/^work\//, /\.upload\.json$/, /\.rejected\.csv$/];
const NAMES = ['/work/*', '/*.upload.json', '/*.rejected.csv'];
const METHODS: Readonly<Record<string, string>> = { PUT: 's3:PutObject', DELETE: 's3:DeleteObject' };

function rightsUsed(): string[] {
  const lines = globSync(`${folder}/*.jsonl`).flatMap((file) =>
    readFileSync(file, 'utf8').trim().split('\n'),
  );
  const ofTables = lines
    .map((line) => JSON.parse(line) as { action: string; resource: string; leadingKey?: string })
    // This file's own requests to the bucket are also recorded; those of the function are separated below.
    .filter(({ action }) => !action.startsWith('s3:'))
    .map(({ action, resource, leadingKey }) => {
      const kind =
        /(organizations|terminals|market|contracts|quotes|strategies|queue)-[-\w]+$/.exec(resource)?.[1] ??
        resource;
      return `${action} ${kind}${kind === 'organizations' ? ` ${leadingKey}*` : ''}`;
    });
  const ofObjects = s3.calls
    // What this file itself uploads.
    .filter(({ method, path }) => method !== 'PUT' || PATTERNS.some((pattern) => pattern.test(keyIn(path))))
    .map(({ method, path }) =>
      METHODS[method] === undefined
        ? 's3:GetObject /*'
        : `${METHODS[method]} ${NAMES[PATTERNS.findIndex((pattern) => pattern.test(keyIn(path)))]}`,
    );
  // It asked for what was not there; and the SDK ends an upload in parts that fails.
  // A rate names a customer, and a past quote is sent again with another lane: tests of these rooms show them.
  const ofRooms = ['dynamodb:Query contracts', 'dynamodb:DeleteItem quotes'];
  const others = ['s3:ListBucket bucket', `s3:AbortMultipartUpload ${NAMES.at(-1)}`, ...ofRooms];
  return [...new Set([...ofTables, ...ofObjects, ...others])].sort();
}

const keyIn = (path: string): string => path.replace(`/${BUCKET}/`, '');

async function rightsGranted(environment: EnvironmentName): Promise<string[]> {
  const { workers } = await synthesizedTemplates(environment);
  const statements = policiesOf(workers)
    .filter(([policy]) => policy.startsWith('importmarket'))
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
  return statements
    .flatMap(({ Action, Resource, Condition }) =>
      [Action].flat().flatMap((action) =>
        [Resource].flat().map((resource) => {
          const text = JSON.stringify(resource);
          const table =
            /freight[a-z]+tables(organizations|terminals|market|contracts|quotes|strategies)C96584/.exec(
              text,
            )?.[1];
          const keys = /"(\/[^"]*\*[^"]*)"\]/.exec(text)?.[1];
          const leading = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']?.join();
          const kind = table ?? keys ?? (action.startsWith('sqs:') ? 'queue' : 'bucket');
          return `${action} ${kind}${leading === undefined ? '' : ` ${leading}`}`;
        }),
      ),
    )
    .filter((right) => !OF_LAMBDA.test(right))
    .sort();
}

/** What Lambda itself does in the function's name: writes its log and traces, and reads its queue. */
const OF_LAMBDA = /^(logs:|xray:|sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes))/;

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}
