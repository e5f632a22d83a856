import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { BatchWriteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openExportFolder } from '../../../../bin/freight/tenants/export-folder.ts';
import { readImportFolder } from '../../../../bin/freight/tenants/import-folder.ts';
import { createDynamoDbAuditWriter } from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { toOrganizationItem } from '../../../../shared/accounts/organizations/dynamodb-organization-items.ts';
import { createDynamoDbOrganizationStore } from '../../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import { createDynamoDbRecordExport } from '../../../../shared/operations/organization-data/dynamodb-exported-records.ts';
import { createDynamoDbOrganizationDataStore } from '../../../../shared/operations/organization-data/dynamodb-organization-data-store.ts';
import {
  EXPORT_FILES,
  exportOrganization,
} from '../../../../shared/operations/organization-data/export-organization.ts';
import {
  type ImportResult,
  importOrganization,
} from '../../../../shared/operations/organization-data/import-organization.ts';
import type { OrganizationDataStore } from '../../../../shared/operations/organization-data/organization-data-store.ts';
import {
  isOwnRow,
  ORGANIZATION_TABLES,
  type OrganizationTable,
} from '../../../../shared/operations/organization-data/organization-record.ts';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';
import { chunk } from '../../../../shared/platform/collections/chunk.ts';
import { describeRfp } from '../../../../shared/rfps/documents/rfp-document.ts';
import { IMPORTED_ATTRIBUTE, readHead } from '../../../../shared/rfps/store/dynamodb-rfp-items.ts';
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
import { provisioningUnderTest } from '../../../support/provisioning-under-test.ts';
import { anyRfp, type RfpUnderTest, rfpItems } from '../../../support/rfp-items.ts';
import { contractRate } from '../../../unit/contracts/contract-rates.ts';
import { standardOrganization } from '../../accounts/organizations/ports-under-test.ts';

type Item = Readonly<Record<string, unknown>>;
type Items = Readonly<Record<OrganizationTable, readonly Item[]>>;

const packed = (value: unknown) => new Uint8Array(brotliCompressSync(Buffer.from(JSON.stringify(value))));

const mode = fc.constantFrom('live', 'test');
const count = fc.integer({ min: 0, max: 1_000_000 });
const name = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const moment = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((array) => new Uint8Array(array));
/** With the line separators of Unicode, which JSON does not escape. */
const freeText = fc.oneof(fc.string(), fc.constantFrom('a\u2028b', 'a\u2029b'));
/** The AWS client reads an object with this key as an instance of a class. No item of the service has it. */
const key = name.filter((text) => text !== 'constructor');
const data = fc.dictionary(key, fc.oneof(freeText, count, fc.boolean(), fc.array(count)));

const several = <T>(arbitrary: fc.Arbitrary<T>, key: (one: T) => unknown) =>
  fc.uniqueArray(arbitrary, { maxLength: 4, selector: (one) => JSON.stringify(key(one)) });

/** The items of an organization, of every kind that the service stores. */
const itemsOf = (orgId: string): fc.Arbitrary<Items> =>
  fc.record({
    organizations: fc
      .record({
        name: fc.stringMatching(/^[A-Za-z ]{1,20}$/).map((text) => `A${text}`),
        billing: fc.boolean(),
        usageLimit: count,
        suspendedAt: moment,
        deliveriesStopped: fc.boolean(),
        rate: fc.option(fc.integer({ min: 1, max: 6_000 }), { nil: undefined }),
        keys: fc.integer({ min: 0, max: 3 }),
      })
      .map(({ rate, keys, ...fields }): readonly Item[] => [
        toOrganizationItem({
          ...standardOrganization(),
          ...fields,
          orgId,
          status: 'suspended',
          retiring: [{ id: 'old-key', until: '2026-03-01T12:00:00.000Z' }],
          ...(rate === undefined ? {} : { plan: { name: 'enterprise', requestsPerMinute: rate } }),
        }),
        ...Array.from({ length: keys }, (_, index) => [
          { pk: `KEY#${orgId}${index}`, keyId: `key_${orgId}${index}`, orgId, createdAt: String(index) },
          { pk: `KEYID#key_${orgId}${index}`, hash: `${orgId}${index}` },
        ]).flat(),
      ]),
    usage: several(
      fc.record({ mode, period: fc.constantFrom('2026-01', '2026-02', 'quotes#2026-02#f'), used: count }),
      (one) => [one.mode, one.period],
    ).map((all) => all.map(({ mode: of, ...fields }) => ({ account: `${orgId}#${of}`, ...fields }))),
    strategies: several(
      fc.record({ mode, version: fc.integer({ min: 1, max: 9 }), strategy: data }),
      (one) => [one.mode, one.version],
    ).map((all) => [
      ...all.map(({ mode: of, ...fields }) => ({ account: `${orgId}#${of}`, ...fields })),
      ...[...new Set(all.map(({ mode: of }) => of))].map((of) => ({
        account: `${orgId}#${of}#tariff`,
        version: 0,
        tariff: { version: 1 },
      })),
    ]),
    contracts: several(fc.record({ mode, id: name, amount: count }), (one) => [one.mode, one.id]).map((all) =>
      all.flatMap(({ mode: of, id, amount }) => {
        const rate = JSON.stringify(contractRate({ amount, externalId: id }));
        return [
          { pk: `${orgId}#${of}#rates`, sk: `C-${id}`, version: 1, rate, identity: id },
          { pk: `${orgId}#${of}#versions#C-${id}`, sk: 'version#000001', rate },
          {
            pk: `${orgId}#${of}#lane#dryvan#any:*#any:*#${id}`,
            sk: 'lane',
            ids: new Set([`C-${id}`]),
            [`C-${id}`]: rate,
          },
          { pk: `${orgId}#${of}#identity#${id}`, sk: 'identity', rateId: `C-${id}` },
        ];
      }),
    ),
    audit: several(fc.record({ mode, id: name, details: data }), (one) => [one.mode, one.id]).map((all) =>
      all.map(({ mode: of, ...fields }) => ({ account: `${orgId}#${of}`, ...fields, ttl: 1 })),
    ),
    idempotency: several(fc.record({ mode, key: name, answer: data, bodyHash: name }), (one) => [
      one.mode,
      one.key,
    ]).map((all) =>
      all.map(({ mode: of, key, answer, bodyHash }) => ({
        pk: `${orgId}#${of}#rates#${key}#`,
        bodyHash,
        answer: packed(answer),
        writtenBy: key,
        expiresAt: '2026-03-01T12:00:00.000Z',
        ttl: 1_772_366_400,
      })),
    ),
    webhooks: several(
      fc.record({ mode, id: name, enabled: fc.boolean(), rotated: fc.boolean(), exhaustedCount: count }),
      (one) => [one.mode, one.id],
    ).map((all) => [
      ...all.map(({ mode: of, id, rotated, ...fields }) => ({
        pk: `${orgId}#${of}`,
        sk: `wh_${id}`,
        url: 'https://receiver.example',
        events: ['quote.created'],
        createdAt: '2026-01-01T00:00:00.000Z',
        ...fields,
        secret: { ciphertext: `SECRET-${id}`, createdAt: '2026-01-01T00:00:00.000Z' },
        ...(rotated
          ? {
              previousSecret: { ciphertext: `SECRET-old-${id}`, createdAt: '2026-01-01T00:00:00.000Z' },
              previousUntil: '2026-01-02T00:00:00.000Z',
            }
          : {}),
      })),
      ...[...new Set(all.map((one) => one.mode))].map((of) => ({
        pk: `${orgId}#${of}`,
        sk: 'count',
        count: all.filter((one) => one.mode === of).length,
      })),
    ]),
    rfps: fc
      .array(fc.tuple(mode, anyRfp), { maxLength: 2 })
      .map((all) => all.flatMap(([of, rfp]) => rfpItems({ orgId, mode: of }, rfp))),
    quotes: several(
      fc.record({ mode, id: name, event: data, detail: data, totalCents: count, converted: fc.boolean() }),
      (one) => [one.mode, one.id],
    ).map((all) =>
      all.flatMap(({ mode: of, id, event, detail, totalCents, converted }): readonly Item[] => [
        {
          ...{ pk: `${orgId}#${of}#Q-${id}`, sk: 'quote', orgId, mode: of, quoteId: `Q-${id}`, totalCents },
          ...{ event: JSON.stringify(event), writtenBy: id },
          ...(converted ? { convertedAt: '2026-02-01T00:00:00.000Z' } : { expiry: 'expires#2026-03-01#01' }),
        },
        { pk: `${orgId}#${of}#Q-${id}`, sk: 'detail', detail: JSON.stringify(detail) },
        { pk: `${orgId}#${of}#rows#7`, sk: `Q-${id}`, totalCents },
        { pk: `${orgId}#${of}#months`, sk: `2026-02#${id}`, counts: { a: totalCents } },
      ]),
    ),
    deliveries: several(
      fc.record({ mode, id: name, payload: data, body: bytes, apart: fc.boolean(), deferred: fc.boolean() }),
      (one) => one.id,
    ).map((all) => [
      ...all.flatMap(({ mode: of, id, payload, body, apart, deferred }): readonly Item[] => [
        {
          pk: `E#${orgId}#${of}#evt_${id}`,
          sk: 'event',
          ...{ orgId, mode: of, eventId: `evt_${id}` },
          payload: packed(payload),
          ttl: 1,
        },
        { pk: `E#${orgId}#${of}#evt_${id}`, sk: 'part#abc#0', part: body, ttl: 1 },
        {
          ...{
            pk: `D#${orgId}-${id}`,
            sk: 'state',
            orgId,
            mode: of,
            deliveryId: `${orgId}-${id}`,
            attempts: 1,
            ttl: 2,
          },
          ...{ webhookId: 'wh_1', lookShard: 'look#1', lookAt: '2026-03-01T00:00:00.000Z', looks: 2 },
          ...(deferred ? { parkedIn: `${orgId}#0`, parkedAt: '2026-03-01T00:00:00.000Z' } : {}),
          log: [
            {
              number: 1,
              url: 'https://a.example',
              ...(apart ? { bodyApart: true } : { body: packed('ok') }),
            },
          ],
        },
        ...(apart ? [{ pk: `D#${orgId}-${id}`, sk: 'attempt#1', body: packed('long'), ttl: 3 }] : []),
      ]),
      { pk: `SLOTS#${orgId}`, sk: '0', used: 1 },
      { pk: `RATES#${orgId}`, sk: 'live', fullAt: 1 },
      ...(all.some(({ deferred }) => deferred)
        ? [{ pk: 'PARKED', sk: orgId, since: '2026-03-01T00:00:00.000Z' }]
        : []),
    ]),
    market: fc.constant([]),
  });

let client: DynamoDBDocumentClient;
let tables: Record<OrganizationTable, string>;
let stop: () => Promise<void>;
let folder: string;

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
  folder = await mkdtemp(join(tmpdir(), 'freight-import-'));
  stop = async () => {
    client.destroy();
    await engine.stop();
    await rm(folder, { recursive: true });
  };
});
afterAll(() => stop());

let made = 0;
const newFolder = () => join(folder, String(++made));
const newOrg = () => `org_import${++made}x`;
const organizationStore = () =>
  createDynamoDbOrganizationStore({
    client,
    table: tables.organizations,
    audit: createDynamoDbAuditWriter(tables.audit),
    now: () => new Date(),
  });

const dataStore = () => createDynamoDbOrganizationDataStore({ client, tables });

async function store(items: Items): Promise<void> {
  for (const table of ORGANIZATION_TABLES) {
    for (const group of chunk(items[table], 25)) {
      const Put = group.map((Item) => ({ PutRequest: { Item } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [tables[table]]: Put } }));
    }
  }
}

async function remove(orgId: string): Promise<void> {
  for (const table of ORGANIZATION_TABLES) {
    for await (const page of dataStore().read(table, orgId)) {
      await dataStore().delete(page.filter(({ kind }) => isOwnRow(kind)));
    }
  }
}

async function exported(orgId: string): Promise<string> {
  const to = newFolder();
  const sink = await openExportFolder(to);
  await exportOrganization(
    {
      dataStore: dataStore(),
      toExported: createDynamoDbRecordExport({ client, tables }),
      sink,
      now: () => new Date('2026-03-01T12:00:00.000Z'),
      environment: 'local',
      notify: () => {},
    },
    orgId,
  );
  await sink.close();
  return to;
}

/** An import over the real tables; `put` can fail. */
async function imported(
  from: string,
  put: OrganizationDataStore['put'] = dataStore().put,
): Promise<ImportResult> {
  const { provisioning } = provisioningUnderTest();
  return importOrganization(
    {
      provisioning: {
        ...provisioning,
        organizations: organizationStore(),
      },
      dataStore: { read: dataStore().read, put },
      sealing: { seal: async (_secret, { webhookId }) => `new ${webhookId}` },
      notify: () => {},
    },
    await readImportFolder(from),
  );
}

/** Fields that differ after an import. */
const DIFFERENT = new Set(['gatewayKeyId', 'usagePlanId', 'retiring', 'secrets', 'previousUntil']);

/** Kinds of records that an import leaves out. */
const NOT_IMPORTED = new Set(['key', 'key-id', 'places-in-flight', 'request-limit']);

/** The audit events of imports, one in the log of each mode. */
const IMPORTS = KEY_MODES.length;
const isImport = (line: string): boolean => line.includes('"organization.imported"');

/** The exports of an organization before and after its import: equal, apart from the events of the import. */
async function contents(from: string, imports = 0): Promise<Record<string, readonly string[]>> {
  const files = Object.values(EXPORT_FILES).filter((file) => !/^(keys|market-)/.test(file));
  const entries = await Promise.all(
    files.map(async (file) => {
      const all = (await readFile(join(from, file), 'utf8')).split('\n').filter((line) => line !== '');
      const lines = all.filter((line) => !isImport(line));
      if (file === EXPORT_FILES['audit-event']) expect(all.length - lines.length).toBe(imports);
      const compared = lines.map((line) =>
        JSON.stringify(
          Object.entries(JSON.parse(line) as Item)
            .filter(([field]) => !DIFFERENT.has(field))
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([field, value]) => [field, typeof value === 'object' ? sorted(value) : value]),
        ),
      );
      return [file, compared.toSorted()] as const;
    }),
  );
  const { counts } = JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8')) as {
    readonly counts: Readonly<Record<string, number>>;
  };
  const records = Object.entries(counts)
    .filter(([kind]) => !NOT_IMPORTED.has(kind))
    .map(([kind, number]) => [kind, kind === 'audit-event' ? number - imports : number] as const)
    .filter(([, number]) => number > 0)
    .map(([kind, number]) => `${number} ${kind}`);
  return { ...Object.fromEntries(entries), counts: records.toSorted() };
}

/** DynamoDB does not keep the order of attributes. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([field, inner]) => [field, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)));
}

async function everything(): Promise<string> {
  const pages = await Promise.all(
    ORGANIZATION_TABLES.map((table) => client.send(new ScanCommand({ TableName: tables[table] }))),
  );
  return JSON.stringify(pages.map(({ Items }) => Items));
}

describe('an exported organization', () => {
  it('is the same after erasure and import, apart from keys, secrets and loads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constant(0)
          .map(newOrg)
          .chain((orgId) => fc.tuple(fc.constant(orgId), itemsOf(orgId))),
        async ([orgId, items]) => {
          await store(items);
          const before = await exported(orgId);
          await remove(orgId);
          expect(await everything()).not.toContain(`${orgId}#`);

          const result = await imported(before);

          expect(result.outcome).toBe('imported');
          const text = await everything();
          expect(text).not.toContain('SECRET-');
          expect(text).not.toContain('importing');
          expect(await contents(await exported(orgId), IMPORTS)).toEqual(await contents(before));
          await remove(orgId);
        },
      ),
      // A smaller example would take minutes to find.
      { numRuns: 5, endOnFailure: true },
    );
  });

  const [sample] = fc
    .sample(itemsOf('org_sample1'), { numRuns: 40, seed: 7 })
    .filter(
      ({ webhooks, quotes, rfps, deliveries, usage }) =>
        rfps.length > 4 &&
        webhooks.length > 2 &&
        quotes.length > 6 &&
        deliveries.length > 6 &&
        usage.length > 1,
    );
  const SAMPLE = 'org_sample1';
  const exportedSample = async () => {
    if (sample === undefined) throw new Error('no sample');
    await store(sample);
    const from = await exported(SAMPLE);
    await remove(SAMPLE);
    return from;
  };

  it('continues where an import crashed at any write, before or after its effect', async () => {
    const from = await exportedSample();
    let writes = 0;
    await imported(from, async (records) => {
      writes += 1;
      await dataStore().put(records);
    });
    const whole = await contents(await exported(SAMPLE), IMPORTS);
    await remove(SAMPLE);
    expect(writes).toBeGreaterThan(3);

    for (let nth = 1; nth <= writes; nth++) {
      for (const afterEffect of [false, true]) {
        let call = 0;
        const crashed = imported(from, async (records) => {
          call += 1;
          if (call === nth && !afterEffect) throw new Error('killed');
          await dataStore().put(records);
          if (call === nth) throw new Error('killed');
        });
        await expect(crashed).rejects.toThrow('killed');
        const organizations = organizationStore();
        expect(await organizations.setStatus(SAMPLE, 'active', '2026-03-01T12:00:00.000Z')).toBe(
          'being-imported',
        );

        expect((await imported(from)).outcome).toBe('imported');
        expect(await contents(await exported(SAMPLE), IMPORTS)).toEqual(whole);
        expect(await organizations.setStatus(SAMPLE, 'active', '2026-03-01T12:00:00.000Z')).toBe('set');
        await organizations.setStatus(SAMPLE, 'suspended', '2026-03-01T12:00:00.000Z');
        await remove(SAMPLE);
      }
    }
  });

  it('does not overwrite an organization, an import of another export, or data without an organization', async () => {
    const from = await exportedSample();
    await imported(from);
    expect((await imported(from)).outcome).toBe('exists');

    await remove(SAMPLE);
    await imported(from, () => Promise.reject(new Error('killed'))).catch(() => {});
    const { provisioning } = provisioningUnderTest();
    const other = { ...(await readImportFolder(from)), fingerprint: 'other' };
    const organizations = organizationStore();
    await expect(
      importOrganization(
        {
          provisioning: { ...provisioning, organizations },
          dataStore: dataStore(),
          sealing: { seal: async () => '' },
          notify: () => {},
        },
        other,
      ),
    ).resolves.toEqual({ outcome: 'exists' });

    await remove(SAMPLE);
    await store({ ...emptyItems(), usage: [{ account: `${SAMPLE}#live`, period: '2026-01', used: 1 }] });
    expect(await imported(from)).toEqual({ outcome: 'has-data', kind: 'usage' });
    await remove(SAMPLE);
  });

  it('does not import an enterprise organization that the environment cannot carry', async () => {
    const { provisioning } = provisioningUnderTest();
    const enterprise = toOrganizationItem({
      ...standardOrganization(),
      orgId: SAMPLE,
      plan: { name: 'enterprise', requestsPerMinute: 6_000 },
    });
    const capacity = { environment: 'prod', standardOrganizations: 100, enterpriseRequestsPerMinute: 2_000 };
    const result = await importOrganization(
      {
        provisioning: { ...provisioning, capacity },
        dataStore: dataStore(),
        sealing: { seal: async () => '' },
        notify: () => {},
      },
      { orgId: SAMPLE, fingerprint: 'one', organization: enterprise, pages: async function* () {} },
    );
    expect(result).toEqual({
      outcome: 'over-capacity',
      fault: expect.stringContaining('choose at most 2000'),
    });
    await expect(provisioning.organizations.list()).resolves.toEqual([]);
  });
});

describe('the RFPs of an export', () => {
  const account = (orgId: string) => ({ orgId, mode: 'live' }) as const;
  const twoVersions: RfpUnderTest = {
    ...{ lanes: 120, versions: 2, state: 'open', name: 'Drayage 2027', withTerms: true },
  };
  const organization = (orgId: string) => toOrganizationItem({ ...standardOrganization(), orgId });
  const isHead = ({ sk }: Item) => String(sk).startsWith('R-');
  const isPart = (prefix: string) => (item: Item) => String(item.sk).startsWith(prefix);

  /** Exports and imports an organization with these items of one RFP. */
  async function moved(change: (items: readonly Item[]) => readonly Item[]) {
    const orgId = newOrg();
    const items = change(rfpItems(account(orgId), twoVersions));
    await store({ ...emptyItems(), organizations: [organization(orgId)], rfps: items });
    const from = await exported(orgId);
    await remove(orgId);
    const result = await imported(from);
    const { Items = [] } = await client.send(
      new ScanCommand({ TableName: tables.rfps, ConsistentRead: true }),
    );
    const left = Items.filter(({ pk }) => String(pk).startsWith(`${orgId}#`));
    return { from, items, result, left, head: left.find(isHead) };
  }

  it('are imported as they were, and their heads have the mark that starts no run and sends no event', async () => {
    const { items, result, left, head } = await moved((all) => all);

    expect(result).toMatchObject({ outcome: 'imported', failedRfps: [] });
    expect(head).toMatchObject({
      [IMPORTED_ATTRIBUTE]: true,
      state: 'open',
      remaining: 0,
      run: 2,
      version: 2,
    });
    expect(left).toHaveLength(items.length);
    if (head === undefined) throw new Error('no head');
    expect(describeRfp(readHead(head).rfp)).toMatchObject({ status: 'priced', error: null });
  });

  it('state their lanes, results with spend, terms and versions in plain JSON', async () => {
    const { from, head } = await moved((all) => all);
    const lines = async (file: string) =>
      (await readFile(join(from, file), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Item);
    const of = { mode: 'live', rfpId: head?.sk };

    expect(await lines('rfps.jsonl')).toMatchObject([
      { ...of, name: 'Drayage 2027', lanes: 120, version: 2 },
    ]);
    const lanes = (await lines('rfp-lanes.jsonl')).toSorted(
      (a, b) => Number(a.firstLane) - Number(b.firstLane),
    );
    expect(lanes).toMatchObject([0, 50, 100].map((firstLane) => ({ ...of, firstLane })));
    expect(lanes[2]?.lanes).toHaveLength(20);
    const results = (await lines('rfp-results.jsonl')).filter(
      ({ version, firstLane }) => version === 2 && firstLane === 50,
    );
    expect(results).toMatchObject([of]);
    expect(Object(results[0]?.results)[1]).toMatchObject({ weeklyCents: 2_051, excluded: false });
    expect(await lines('rfp-terms.jsonl')).toEqual([
      { ...of, revision: 1, lanes: [{ lane: 0, excluded: true }] },
    ]);
    expect(await lines('rfp-versions.jsonl')).toMatchObject([{ ...of, version: 1 }]);
  });

  it.each<[string, (items: readonly Item[]) => readonly Item[]]>([
    ['is being priced', (all) => all.map((item) => (isHead(item) ? { ...item, remaining: 1 } : item))],
    ['lacks a result', (all) => all.filter((item) => item.sk !== 'result#00002#00001')],
    ['lacks a summary', (all) => all.filter((item) => item.sk !== 'summary#00002#00001')],
    ['lacks lanes', (all) => all.filter((item) => item.sk !== 'input#00000')],
    ['lacks its terms', (all) => all.filter((item) => !isPart('terms#')(item))],
    [
      'has other sums than its lanes',
      (all) => all.map((item) => (isHead(item) ? { ...item, n_priced: 1 } : item)),
    ],
    ['has results of a later run', (all) => all.map((item) => (isHead(item) ? { ...item, run: 1 } : item))],
    [
      'has results of a later version',
      (all) => {
        const [head] = rfpItems(account(''), { ...twoVersions, versions: 1 });
        return all.map((item) =>
          isHead(item) ? { ...head, pk: item.pk, sk: item.sk, orgId: item.orgId, run: 2 } : item,
        );
      },
    ],
  ])('fail if an RFP %s, so that no action waits for a result that never comes', async (_case, change) => {
    const { result, left, items, head } = await moved(change);

    expect(result).toMatchObject({ outcome: 'imported', failedRfps: [head?.sk] });
    expect(left).toHaveLength(items.length);
    if (head === undefined) throw new Error('no head');
    expect(describeRfp(readHead(head).rfp)).toMatchObject({
      status: 'failed',
      error: { code: 'IMPORT_INCOMPLETE', message: expect.stringContaining('Create the RFP again') },
    });
  });

  it('are not imported if they were deleted, while their other items were not yet', async () => {
    const { result, left, items } = await moved((all) => all.filter((item) => !isHead(item)));

    expect(items.length).toBeGreaterThan(10);
    expect(left).toEqual([]);
    expect(result).toMatchObject({ outcome: 'imported', counts: { organization: 1 }, failedRfps: [] });
    expect(Object.keys(Object(result).counts).filter((kind) => kind.startsWith('rfp'))).toEqual([]);
  });
});

const emptyItems = (): Items =>
  Object.fromEntries(ORGANIZATION_TABLES.map((table) => [table, []])) as unknown as Items;

const ONE_LANE: RfpUnderTest = { lanes: 1, versions: 1, state: 'open', name: 'One', withTerms: false };

describe('a folder that is not an export', () => {
  const good = async () => {
    const orgId = newOrg();
    const [items] = fc.sample(itemsOf(orgId), { numRuns: 1, seed: 3 });
    if (items === undefined) throw new Error('no sample');
    await store(items);
    const from = await exported(orgId);
    await remove(orgId);
    return { from, orgId };
  };
  const edit = async (from: string, file: string, change: (text: string) => string) =>
    writeFile(join(from, file), change(await readFile(join(from, file), 'utf8')));
  const addLine = (line: object) => (text: string) => `${text}${JSON.stringify(line)}\n`;

  it.each<[string, string, (text: string, orgId: string) => string, RegExp]>([
    ['no JSON', 'items.jsonl', (text) => `${text}{\n`, /items\.jsonl:\d+: .*JSON/],
    [
      'an unknown kind',
      'items.jsonl',
      addLine({ kind: 'key', item: { pk: 'KEY#1' } }),
      /items\.jsonl:\d+: .*"key"/,
    ],
    [
      'an item of another organization',
      'items.jsonl',
      addLine({ kind: 'usage', item: { account: 'org_other#live', period: '2026-01' } }),
      /items\.jsonl:\d+: the item does not belong to org_/,
    ],
    [
      'an item that names another organization',
      'items.jsonl',
      (text, orgId) =>
        addLine({ kind: 'usage', item: { account: `${orgId}#live`, period: '2026-01', orgId: 'org_other' } })(
          text,
        ),
      /items\.jsonl:\d+: the item names another organization/,
    ],
    [
      'an item of another kind than stated',
      'items.jsonl',
      addLine({ kind: 'quote', item: { pk: 'org_other#live#Q-1', sk: 'detail' } }),
      /items\.jsonl:\d+: the item is not of the kind quote/,
    ],
    [
      'a response without its delivery',
      'items.jsonl',
      addLine({ kind: 'receiver-answer', item: { pk: 'D#1', sk: 'attempt#1' } }),
      /items\.jsonl:\d+: the response has no delivery/,
    ],
    [
      'an item without a sort key',
      'items.jsonl',
      (text, orgId) => addLine({ kind: 'usage', item: { account: `${orgId}#live` } })(text),
      /items\.jsonl:\d+: the item has no period/,
    ],
    [
      'two organizations',
      'items.jsonl',
      (text) => `${text.split('\n')[0]}\n${text}`,
      /:2: a second organization/,
    ],
    [
      'an RFP without a name',
      'items.jsonl',
      (text, orgId) => {
        const [head] = rfpItems({ orgId, mode: 'live' }, { ...ONE_LANE, name: 'Drayage' });
        return addLine({ kind: 'rfp', item: { ...head, name: undefined } })(text);
      },
      /items\.jsonl:\d+: the item is not a valid rfp: .*name/,
    ],
    ['no organization', 'items.jsonl', () => '', /items\.jsonl: the file has no organization/],
    [
      'a changed file',
      'usage.jsonl',
      addLine({ mode: 'live' }),
      /usage\.jsonl is not the file that was exported/,
    ],
    [
      'another format',
      'manifest.json',
      (text) => text.replace('export/1', 'export/9'),
      /manifest\.json: format /,
    ],
  ])('is rejected with the file and line, and nothing is written: %s', async (_case, file, change, words) => {
    const { from, orgId } = await good();
    await edit(from, file, (text) => change(text, orgId));
    const before = await everything();

    await expect(imported(from)).rejects.toThrow(words);

    expect(await everything()).toBe(before);
  });

  it.each([
    ['manifest.json', /manifest\.json cannot be read/],
    ['items.jsonl', /items\.jsonl does not exist/],
  ])('is rejected without %s', async (file, words) => {
    const { from } = await good();
    await rm(join(from, file));
    await expect(imported(from)).rejects.toThrow(words);
  });
});
