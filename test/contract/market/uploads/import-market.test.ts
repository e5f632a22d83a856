import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { createDynamoDbAuditWriter } from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import {
  createDynamoDbOrganizationStore,
  type OrganizationStore,
} from '../../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import { logOutput } from '../../../../shared/platform/logging/log.ts';
import { createS3Client } from '../../../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore } from '../../../../shared/platform/s3/s3-object-store.ts';
import type { MessageQueue, OutgoingMessage } from '../../../../shared/platform/sqs/sqs-message-queue.ts';
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
import { startTestQueues, type TestQueue, type TestQueues } from '../../../support/queues-under-test.ts';
import { type S3StandIn, startS3StandIn } from '../../../support/s3-stand-in.ts';
import { goodRow, LOADS_HEADER } from '../../../support/uploads-under-test.ts';
import { at, BOTH_SCOPES, standardOrganization } from '../../accounts/organizations/ports-under-test.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
const REGION = 'us-east-1';
const BUCKET = 'uploads';
const KEY = 'operator/loads.csv';

type Handler = (event: SQSEvent, context: object) => Promise<SQSBatchResponse>;

let dynamodb: TestDynamoDb;
let queues: TestQueues;
let queue: TestQueue;
let s3: S3StandIn;
let handler: Handler;

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
  for (const level of ['info', 'warn'] as const)
    jest.spyOn(logOutput, level).mockImplementation(() => undefined);
  ({ handler } = (await import('../../../../functions/import-market/handler.ts')) as unknown as {
    handler: Handler;
  });
});

afterAll(async () => {
  await Promise.all([dynamodb.stop(), queues.stop(), s3.stop()]);
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

/** Does what an operator does. */
async function asOperator(task: (organizations: OrganizationStore) => Promise<unknown>): Promise<void> {
  const client = localDocumentClient(dynamodb.endpoint);
  try {
    await task(
      createDynamoDbOrganizationStore({
        client,
        table: process.env.ORGANIZATIONS_TABLE ?? '',
        audit: createDynamoDbAuditWriter(await createAuditTable(dynamodb.endpoint)),
        now: () => new Date(),
      }),
    );
  } finally {
    client.destroy();
  }
}

const textOf = async (key: string) => Buffer.from((await objects().read(key))?.bytes ?? []).toString();
const importOf = async (key: string) => JSON.parse(await textOf(`${key}.upload.json`)).import;

const LOADS = [LOADS_HEADER, goodRow(1), goodRow(1), goodRow(2), goodRow(3, 'a', '0'), ''].join('\n');

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

  it('makes its message visible again if the bucket rejects a request', async () => {
    const error = jest.spyOn(logOutput, 'error').mockImplementation(() => undefined);
    const body = await uploaded('operator/more.csv', LOADS);
    s3.faults.push('rejects');
    expect(await run(body)).toEqual({ batchItemFailures: [{ itemIdentifier: 'one' }] });
    expect(String(error.mock.calls[0])).toContain('ObjectStoreError');
  });
});
