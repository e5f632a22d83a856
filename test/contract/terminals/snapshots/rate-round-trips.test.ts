import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbIdempotencyStore } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../../../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { createDynamoDbCurrentTariff } from '../../../../shared/costs/accessorials/dynamodb-current-tariff.ts';
import { composeDieselSource } from '../../../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { batchingReader } from '../../../../shared/platform/dynamodb/batch-get.ts';
import { createDynamoDbTerminalStore } from '../../../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import {
  composeTerminalSource,
  createDynamoDbSnapshotStore,
  publishSnapshot,
} from '../../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import {
  createIdempotencyTable,
  createMarketTable,
  createOrganizationsTable,
  createStrategiesTable,
  createTerminalsTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { CALLER, lane, ratingUnderTest } from '../../../unit/rates/rating-under-test.ts';
import { terminalRecord } from '../terminals-under-test.ts';

describe('a rate call to DynamoDB', () => {
  let engine: TestDynamoDb;
  beforeAll(async () => {
    engine = await startTestDynamoDb();
  });
  afterAll(() => engine.stop());

  it('takes two round trips while terminals and diesel prices are fresh, and two more at the first call of a process', async () => {
    const { endpoint } = engine;
    const client = localDocumentClient(endpoint);
    const table = await createTerminalsTable(endpoint);
    const organizationsTable = await createOrganizationsTable(endpoint);
    const store = createDynamoDbTerminalStore(client, table);
    await store.add(terminalRecord('West Harbor'));
    const snapshots = createDynamoDbSnapshotStore(client, table);
    await publishSnapshot({ store, snapshots, now: () => new Date() });
    const Item = { pk: `ORG#${CALLER.orgId}`, billing: true, usageLimit: 10 };
    await client.send(new PutCommand({ TableName: organizationsTable, Item }));
    const read = batchingReader(client);
    const { priceLanes } = ratingUnderTest({
      terminals: composeTerminalSource({
        client,
        table,
        refreshSeconds: 20,
        build: buildEmbeddedDirectory,
      }),
      diesel: composeDieselSource(client, {
        MARKET_TABLE: await createMarketTable(endpoint),
        MARKET_REFRESH_SECONDS: 60,
      }),
      tariffs: createDynamoDbCurrentTariff(read, await createStrategiesTable(endpoint)),
      ledger: createDynamoDbAccountLedger({
        client,
        read,
        organizationsTable,
        usageTable: await createUsageTable(endpoint),
        idempotencyStore: createDynamoDbIdempotencyStore(client, await createIdempotencyTable(endpoint)),
      }),
    });
    const commands: (string | undefined)[] = [];
    client.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          commands.push(commandName);
          return next(args);
        },
      { step: 'initialize', name: 'count-commands' },
    );
    const call = async () => {
      commands.length = 0;
      expect(await priceLanes([lane(), lane()], CALLER)).toMatchObject({ ok: true });
      return [...commands];
    };

    try {
      expect(await call()).toEqual([
        'GetItemCommand',
        'GetItemCommand',
        'BatchGetItemCommand',
        'UpdateItemCommand',
      ]);
      expect(await call()).toEqual(['BatchGetItemCommand', 'UpdateItemCommand']);
    } finally {
      client.destroy();
    }
  });
});
