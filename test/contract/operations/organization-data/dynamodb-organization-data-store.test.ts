import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbOrganizationDataStore } from '../../../../shared/operations/organization-data/dynamodb-organization-data-store.ts';
import {
  isOwnRow,
  ORGANIZATION_TABLES,
  type OrganizationRecord,
  type OrganizationTable,
} from '../../../../shared/operations/organization-data/organization-record.ts';
import { chunk } from '../../../../shared/platform/collections/chunk.ts';
import {
  createAuditTable,
  createContractsTable,
  createDeliveriesTable,
  createIdempotencyTable,
  createMarketTable,
  createOrganizationsTable,
  createQuotesTable,
  createRfpsTable,
  createStrategiesTable,
  createUsageTable,
  createWebhooksTable,
  startTestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

type Item = Readonly<Record<string, unknown>>;

const RFP = `R-${'0'.repeat(27)}`;
const ANSWER = new Uint8Array(16_000);

/** What the service writes of an organization, a record or more of each kind. */
const itemsOf = (orgId: string): Readonly<Record<OrganizationTable, readonly Item[]>> => ({
  organizations: [
    { pk: `ORG#${orgId}`, name: 'Acme' },
    ...['1', '2'].flatMap((each) => [
      { pk: `KEY#${orgId}${each}`, keyId: `key_${orgId}${each}`, orgId, createdAt: each },
      { pk: `KEYID#key_${orgId}${each}`, hash: `${orgId}${each}` },
    ]),
    ...['live', 'test'].map((mode) => ({ pk: `KEYS#${orgId}#${mode}`, keys: [] })),
  ],
  usage: ['live', 'test'].flatMap((mode) =>
    ['2026-03', 'quotes#2026-03#0', 'quotes#2026-03#f'].map((period) => ({
      account: `${orgId}#${mode}`,
      period,
      used: 1,
    })),
  ),
  strategies: ['live', 'test'].flatMap((mode) => [
    { account: `${orgId}#${mode}`, version: 1 },
    { account: `${orgId}#${mode}#tariff`, version: 0 },
  ]),
  idempotency: [{ pk: `${orgId}#live#rates#a#b` }, { pk: `${orgId}#test#rates#${orgId}` }],
  webhooks: ['live', 'test'].flatMap((mode) => [
    { pk: `${orgId}#${mode}`, sk: 'count', count: 1 },
    { pk: `${orgId}#${mode}`, sk: `wh_${mode}` },
  ]),
  quotes: [
    { pk: `${orgId}#live#Q-1`, sk: 'quote', expiry: 'expires#2026-03-01#01', orgId },
    { pk: `${orgId}#live#Q-1`, sk: 'detail' },
    { pk: `${orgId}#live#rows#7`, sk: 'Q-1' },
    { pk: `${orgId}#live#months`, sk: '2026-03#a' },
    { pk: `${orgId}#live#days`, sk: '2026-03-01#a' },
    { pk: `${orgId}#live#spans`, sk: '2026-03-01#107#a' },
  ],
  contracts: [
    { pk: `${orgId}#live#rates`, sk: `C-${'0'.repeat(27)}`, version: 2 },
    { pk: `${orgId}#live#versions#C-${'0'.repeat(27)}`, sk: 'version#000001' },
    { pk: `${orgId}#live#lane#dryvan#any:*#state:GA#a#b`, sk: 'lane', ids: new Set(['C-1']) },
    { pk: `${orgId}#live#identity#abc`, sk: 'identity' },
    { pk: `${orgId}#test#shapes`, sk: 'shapes', shapes: new Set(['all any any']) },
  ],
  rfps: [
    { pk: `${orgId}#live`, sk: RFP, orgId, mode: 'live' },
    { pk: `${orgId}#live#chats`, sk: `C-${'0'.repeat(27)}`, orgId, mode: 'live' },
    { pk: `${orgId}#live#mail`, sk: 'settings', name: `q-${orgId}`, senders: [] },
    { pk: `${orgId}#live#mail`, sk: 'id#0', chatId: `C-${'0'.repeat(27)}` },
    { pk: `mail#q-${orgId}`, sk: 'address', orgId, mode: 'live' },
    ...['input#00000', 'result#00001#00000', 'summary#00001#00000', 'terms#00001', 'version#00001'].map(
      (sk) => ({
        pk: `${orgId}#live#${RFP}`,
        sk,
        data: ANSWER,
      }),
    ),
    // Of an RFP that was deleted.
    { pk: `${orgId}#test#${RFP}`, sk: 'input#00000', data: ANSWER },
  ],
  deliveries: [
    { pk: `E#${orgId}#live#evt_1`, sk: 'event' },
    { pk: `HEALTH#wh_${orgId}`, sk: '2026-03-01T10', orgId, mode: 'live', attempts: 1 },
    { pk: `LIMITS#${orgId}`, sk: 'deliveries', used: 0 },
    { pk: `LIMITS#${orgId}`, sk: 'test', used: 0 },
    ...Array.from({ length: 60 }, (_, each) => each).flatMap((each) => [
      { pk: `D#${orgId}-${each}`, sk: 'state', orgId, log: [{ body: ANSWER }] },
    ]),
  ],
  audit: ['live', 'test'].map((mode) => ({ account: `${orgId}#${mode}`, id: 'aud_1' })),
  market: ['live', 'test'].flatMap((mode) => [
    { pk: 'loads#oakland', sk: `02960#${orgId}#${mode}`, version: 1, loads: new Uint8Array([2, 0, 0, 0]) },
    {
      ...{ pk: 'loads#unlearned-oakland', sk: `02960#${orgId}#${mode}` },
      ...{ version: 1, loads: new Uint8Array([2, 0, 0, 0]) },
    },
    { pk: `cell#${orgId}#${mode}#lane#trm_1#850`, sk: 'cell', cell: new Uint8Array([1, 0]), stamp: 4 },
  ]),
});

/** Lists that all organizations have entries in, and that no deletion of one takes. */
const LISTS = (orgIds: readonly string[]): readonly Item[] => {
  const owners = orgIds.flatMap((orgId) => [`${orgId}#live`, `${orgId}#test`]);
  return [
    {
      pk: 'market',
      sk: 'sharing',
      simulated: true,
      ...Object.fromEntries(owners.map((owner) => [owner, true])),
    },
    { pk: 'market', sk: 'summary', version: 3, owners: [...owners, 'simulated'] },
  ];
};

/** Records without an organization: they stay. */
const NOBODYS: Partial<Record<OrganizationTable, readonly Item[]>> = {
  organizations: [
    { pk: 'KEY#none', keyId: 'key_none' },
    { pk: 'KEYID#key_none', hash: 'none' },
  ],
  quotes: [{ pk: 'expiry-sweep', sk: 'cursor', doneThrough: '2026-03-01' }],
  market: [
    { pk: 'diesel', sk: 'book', version: 1 },
    { pk: 'loads#oakland', sk: '02960#operator', version: 1, loads: new Uint8Array([2, 0, 0, 0]) },
    { pk: 'loads#oakland', sk: '02960#simulated', version: 1, loads: new Uint8Array([2, 0, 0, 0]) },
    { pk: 'pending#oakland', sk: 'weeks', stamp: 4 },
    { pk: 'cell#market#lane#trm_1#850', sk: 'cell', cell: new Uint8Array([1, 0]), stamp: 4 },
  ],
};

let client: DynamoDBDocumentClient;
let tables: Record<OrganizationTable, string>;
let stop: () => Promise<void>;

beforeAll(async () => {
  const engine = await startTestDynamoDb();
  const { endpoint } = engine;
  tables = {
    organizations: await createOrganizationsTable(endpoint),
    usage: await createUsageTable(endpoint),
    idempotency: await createIdempotencyTable(endpoint),
    strategies: await createStrategiesTable(endpoint),
    quotes: await createQuotesTable(endpoint),
    contracts: await createContractsTable(endpoint),
    rfps: await createRfpsTable(endpoint),
    webhooks: await createWebhooksTable(endpoint),
    deliveries: await createDeliveriesTable(endpoint),
    market: await createMarketTable(endpoint),
    audit: await createAuditTable(endpoint),
  };
  client = localDocumentClient(endpoint);
  stop = async () => {
    client.destroy();
    await engine.stop();
  };
});
afterAll(() => stop());

async function store(items: Partial<Record<OrganizationTable, readonly Item[]>>): Promise<void> {
  for (const table of ORGANIZATION_TABLES) {
    for (const group of chunk(items[table] ?? [], 25)) {
      const Put = group.map((Item) => ({ PutRequest: { Item } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [tables[table]]: Put } }));
    }
  }
}

async function stored(table: OrganizationTable): Promise<readonly Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: tables[table], ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}

const idOf = ({ pk, sk, account, period, version }: Item) =>
  [pk ?? account, sk ?? period ?? version].join(' ');

describe('the records of an organization', () => {
  // The second one's id begins with the first one's, which no real one does.
  const [ACME, OTHER] = ['org_acme', 'org_acme2'];
  const dataStore = () => createDynamoDbOrganizationDataStore({ client, tables });
  const read = async (table: OrganizationTable, orgId: string): Promise<OrganizationRecord[]> => {
    const records: OrganizationRecord[] = [];
    for await (const page of dataStore().read(table, orgId)) records.push(...page);
    return records;
  };

  beforeAll(async () => {
    await store(itemsOf(ACME));
    await store(itemsOf(OTHER));
    await store(NOBODYS);
    await store({ market: LISTS([ACME, OTHER]) });
  });

  it.each(ORGANIZATION_TABLES)('is found whole in the table of %s, and nothing else', async (table) => {
    for (const orgId of [ACME, OTHER]) {
      const found = (await read(table, orgId)).map(({ key }) => idOf(key)).toSorted();
      const lists = table === 'market' ? LISTS([]) : [];
      expect(found).toEqual([...itemsOf(orgId)[table], ...lists].map(idOf).toSorted());
    }
  });

  it('comes with what leads to something after that, page by page', async () => {
    const pages: (readonly OrganizationRecord[])[] = [];
    for await (const page of dataStore().read('organizations', ACME)) pages.push(page);
    const pageOf = (id: string) => pages.findIndex((page) => page.some(({ key }) => idOf(key) === id));
    const leading = pages.flat().filter(({ kind }) => kind === 'key');

    expect(leading.length).toBeGreaterThan(1);
    for (const { key, item } of leading) {
      const led = idOf({ pk: `KEYID#${item.keyId}` });
      expect(pageOf(led)).toBeGreaterThanOrEqual(0);
      expect(pageOf(led)).toBeLessThan(pageOf(idOf(key)));
    }
  });

  it('comes with the heads of RFPs first, since their deletion ends the pricing of lanes', async () => {
    const kinds = (await read('rfps', ACME)).map(({ kind }) => kind);
    expect(kinds[0]).toBe('rfp');
    expect(kinds.filter((kind) => kind === 'rfp')).toHaveLength(1);
  });

  it('does not contain the data of other organizations in shared rows, nor rows of other organizations', async () => {
    const entries = (await read('market', ACME)).filter(({ kind }) => !isOwnRow(kind));

    expect(entries.map(({ kind, item: { pk, sk, ...item } }) => [kind, item]).toSorted()).toEqual([
      ['market-owner', {}],
      ['market-sharing', { [`${ACME}#live`]: true, [`${ACME}#test`]: true }],
    ]);
    expect(await read('market', 'org_none')).toEqual([]);
  });

  it('is not deleted if a row is shared with other organizations', async () => {
    await expect(dataStore().delete(await read('market', ACME))).rejects.toThrow(
      'A row that other organizations share',
    );
    expect((await read('market', ACME)).length).toBe(itemsOf(ACME).market.length + 2);
  });

  it.each([
    ['market', { pk: 'NEW#org_unknown', sk: 'new' }],
    ['market', { pk: 'new', sk: 'NEW#org_unknown' }],
    ['organizations', { pk: 'NEW#org_unknown' }],
    ['quotes', { pk: 'org_unknown', sk: 'new' }],
    ['rfps', { pk: 'org_unknown#live', sk: 'new' }],
    ['rfps', { pk: `org_unknown#live#${RFP}`, sk: 'new#1' }],
    ['rfps', { pk: 'org_unknown#live#R-1', sk: 'input#00000' }],
    ['deliveries', { pk: 'NEW#org_unknown', sk: 'new' }],
    ['deliveries', { pk: 'NEW', sk: 'org_unknown' }],
    ['deliveries', { pk: 'NEW', sk: 'new', orgId: 'org_unknown' }],
  ] as const)('causes an error if its kind is unknown: %s %j', async (table, item) => {
    await store({ [table]: [item] });

    await expect(read(table, 'org_unknown')).rejects.toThrow('of an unknown kind');

    const Key = Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'orgId'));
    await client.send(new DeleteCommand({ TableName: tables[table], Key }));
  });

  it('is deleted without other data, in several requests if DynamoDB returns unprocessed items', async () => {
    let putOff = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const answer = await next(args);
        const { RequestItems } = Object(args.input);
        if (context.commandName !== 'BatchWriteItemCommand' || putOff >= 3) return answer;
        putOff += 1;
        return { ...answer, output: { ...Object(answer.output), UnprocessedItems: RequestItems } };
      },
      { step: 'initialize', name: 'puts-off' },
    );
    for (const table of ORGANIZATION_TABLES) {
      for await (const page of dataStore().read(table, ACME)) {
        await dataStore().delete(page.filter(({ kind }) => isOwnRow(kind)));
      }
    }
    client.middlewareStack.remove('puts-off');

    for (const table of ORGANIZATION_TABLES) {
      const left = (await stored(table)).map(idOf).toSorted();
      const lists = table === 'market' ? LISTS([]) : [];
      const others = [...itemsOf(OTHER)[table], ...(NOBODYS[table] ?? []), ...lists];
      expect(left).toEqual(others.map(idOf).toSorted());
    }
    expect(putOff).toBe(3);
  });

  it('is not reported as deleted if DynamoDB never processes the deletion', async () => {
    const never = {
      send: async (command: BatchWriteCommand) => ({ UnprocessedItems: command.input.RequestItems }),
    };
    const { delete: remove } = createDynamoDbOrganizationDataStore({
      client: never as unknown as DynamoDBDocumentClient,
      tables,
    });
    const record = { table: 'usage', kind: 'usage', key: { account: 'a', period: 'b' }, item: {} } as const;

    await expect(remove([record])).rejects.toThrow('Try again');
  });
});
