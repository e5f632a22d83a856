import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import { createDynamoDbCurrentTariff } from '../../../../shared/costs/accessorials/dynamodb-current-tariff.ts';
import { UNSET_TARIFF } from '../../../../shared/costs/accessorials/own-tariff.ts';
import { batchingReader } from '../../../../shared/platform/dynamodb/batch-get.ts';
import { ownEntry } from '../../../support/own-tariffs.ts';
import { type DynamoDbUnderTest, dynamoDb, replacement } from '../../quotes/strategies-under-test.ts';

describe('the current tariff', () => {
  let test: DynamoDbUnderTest;
  beforeAll(async () => {
    test = await dynamoDb();
  });
  afterAll(() => test.stop());

  const account = () => ({ orgId: `org_${randomUUID()}`, mode: 'test' }) as const;
  const read = (of: ReturnType<typeof account>) =>
    createDynamoDbCurrentTariff(batchingReader(test.client), test.table).read(of);
  const setTariff = (of: ReturnType<typeof account>, cents: number, more: object = {}) =>
    test.store.replaceTariff(of, {
      updatedAt: '2026-03-02T12:00:00.000Z',
      author: OPERATOR,
      accessorials: [ownEntry({ charge: { cents }, places: { ports: ['USLAX'], terminals: [] } })],
      ...more,
    });

  it('is that of the newest version of the strategy, after each change of either', async () => {
    const own = account();
    expect(await read(own)).toEqual(UNSET_TARIFF);
    await test.store.replace(own, replacement(1));
    expect(await read(own)).toEqual(UNSET_TARIFF);
    for (const cents of [1, 2]) {
      await setTariff(own, cents);
      const { tariff } = await test.store.current(own.orgId, own.mode);
      expect(tariff?.version).toBe(cents);
      expect(await read(own)).toEqual(tariff);
    }
    const before = await read(own);
    await test.store.replace(own, replacement(2));
    await setTariff(own, 3, { expectedVersion: 1 });
    expect(await read(own)).toEqual(before);
    await setTariff(own, 0, { accessorials: [] });
    expect(await read(own)).toMatchObject({ version: 3, accessorials: [] });
  });

  it('is of one organization and one mode, and is none of the versions of the strategy', async () => {
    const own = account();
    await setTariff(own, 5);
    expect(await read({ ...own, orgId: `${own.orgId}x` })).toEqual(UNSET_TARIFF);
    expect(await read({ ...own, mode: 'live' } as never)).toEqual(UNSET_TARIFF);
    const versions = await test.store.page(own.orgId, own.mode, 10);
    expect(versions.map(({ version }) => version)).toEqual([1]);
  });

  it('is that of the last version after concurrent replacements', async () => {
    const own = account();
    await Promise.all([1, 2, 3, 4, 5, 6].map((cents) => setTariff(own, cents)));
    const { version, tariff } = await test.store.current(own.orgId, own.mode);
    expect([version, tariff?.version]).toEqual([6, 6]);
    expect(await read(own)).toEqual(tariff);
  });
});
