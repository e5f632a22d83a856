import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbAuditWriter } from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { readContributionUseCase } from '../../../../shared/market/contribution/read-contribution.ts';
import { createDynamoDbMarketStore } from '../../../../shared/market/store/dynamodb-market-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { ConvertedQuote } from '../../../../shared/quotes/loads/converted-quote.ts';
import { importConvertedQuote } from '../../../../shared/quotes/loads/import-converted-quote.ts';
import { createDynamoDbStrategies } from '../../../../shared/quotes/strategy/dynamodb-strategies.ts';
import { createDynamoDbStrategyReplacements } from '../../../../shared/quotes/strategy/dynamodb-strategy-replacements.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { terminalId } from '../../../../shared/terminals/catalogue/terminal.ts';
import {
  createAuditTable,
  createMarketTable,
  createQuotesTable,
  createStrategiesTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { createInMemoryObjects } from '../../../support/in-memory-objects.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { quotingUnderTest } from '../../../unit/quotes/quoting-under-test.ts';
import { storeOn } from '../quotes-under-test.ts';

const CONVERTED_AT = new Date('2026-10-07T18:00:00Z');

let engine: TestDynamoDb;
let client: DynamoDBDocumentClient;
let tables: { readonly quotes: string; readonly strategies: string };
beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
  tables = {
    quotes: await createQuotesTable(engine.endpoint),
    strategies: await createStrategiesTable(engine.endpoint),
  };
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const quotes = () => storeOn({ client, TableName: tables.quotes }, { now: CONVERTED_AT });
const strategies = async () =>
  createDynamoDbStrategyReplacements({
    client,
    TableName: tables.strategies,
    audit: createDynamoDbAuditWriter(await createAuditTable(engine.endpoint)),
  });

async function setSetting({ orgId, mode }: Account, updatedAt = '2026-10-01T00:00:00.000Z'): Promise<void> {
  const { version: _, updatedAt: __, ...terms } = UNSET_STRATEGY;
  await (await strategies()).replace(
    { orgId, mode },
    {
      terms: { ...terms, convertedQuotesAsLoads: true },
      updatedAt,
      author: { actor: 'operator' } as never,
    },
  );
}

async function convertedQuote(account: Account): Promise<ConvertedQuote> {
  const { quote, kept } = quotingUnderTest();
  await quote();
  const [created] = kept;
  if (created === undefined) throw new Error('no quote was created');
  await quotes().create(account, created);
  await quotes().convert(account, created.quoteId);
  return { ...account, quoteId: created.quoteId };
}

/** @param killAt number of the market request that is not sent, as if the function had ended before it; 0 for none. */
async function importOn(table: string, converted: ConvertedQuote, killAt = 0) {
  let requests = 0;
  const market = localDocumentClient(engine.endpoint);
  market.middlewareStack.add(
    (next) => async (args) => {
      requests += 1;
      if (requests === killAt) throw new Error('killed');
      return next(args);
    },
    { step: 'initialize' },
  );
  try {
    const done = await importConvertedQuote(
      {
        objects: createInMemoryObjects(),
        findOrganization: async () => ({ status: 'active' }),
        now: () => CONVERTED_AT,
        store: createDynamoDbMarketStore(market, table),
        quotes: quotes(),
        strategies: createDynamoDbStrategies(client, tables.strategies),
        terminalId: async (name) => terminalId(name),
      },
      converted,
    );
    return { done, requests };
  } finally {
    market.destroy();
  }
}

const observations = async (table: string, account: Account) =>
  (await readContributionUseCase(createDynamoDbMarketStore(client, table), () => CONVERTED_AT)(account)).data
    .observations;

describe('the import of a converted quote on DynamoDB Local', () => {
  it('that ends at any request to the market is completed by the next run, with one load', async () => {
    const account = { orgId: 'org_killed', mode: 'live' } as const;
    await setSetting(account);
    const converted = await convertedQuote(account);
    const { requests } = await importOn(await createMarketTable(engine.endpoint), converted);
    expect(requests).toBeGreaterThan(8);
    for (let killAt = 1; killAt <= requests; killAt++) {
      const table = await createMarketTable(engine.endpoint);
      await expect(importOn(table, converted, killAt)).rejects.toThrow('killed');
      const { done } = await importOn(table, converted);
      expect(done).toMatchObject({ outcome: 'load' });
      expect(await observations(table, account)).toBe(1);
      const summary = await createDynamoDbMarketStore(client, table).summary();
      expect(summary?.owners).toEqual(['org_killed#live']);
    }
  });

  it('counts once in concurrent runs, and belongs to its organization and mode', async () => {
    const table = await createMarketTable(engine.endpoint);
    const account = { orgId: 'org_many', mode: 'test' } as const;
    await setSetting(account);
    const all = await Promise.all(Array.from({ length: 3 }, () => convertedQuote(account)));
    const runs = await Promise.all([...all, ...all].map((converted) => importOn(table, converted)));

    expect(runs.map(({ done }) => done.outcome)).toEqual(Array(6).fill('load'));
    expect(await observations(table, account)).toBe(3);
    expect(await observations(table, { ...account, mode: 'live' })).toBe(0);
    expect(await observations(table, { ...account, orgId: 'org_other' })).toBe(0);
  });

  it('does nothing without the setting, also if it is set after the conversion', async () => {
    const table = await createMarketTable(engine.endpoint);
    const account = { orgId: 'org_unset', mode: 'live' } as const;
    const converted = await convertedQuote(account);
    expect((await importOn(table, converted)).done).toEqual({ outcome: 'off' });
    await setSetting(account, new Date(CONVERTED_AT.getTime() + 1).toISOString());
    const again = await importOn(table, converted);
    expect([again.done, again.requests]).toEqual([{ outcome: 'off' }, 0]);
    expect(await observations(table, account)).toBe(0);
  });
});
