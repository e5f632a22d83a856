import { randomBytes } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  admitted,
  anEvent,
  type DeliveriesUnderTest,
  faultsInTurn,
  startDeliveries,
} from './deliveries-under-test.ts';

const AT = new Date('2026-03-02T10:00:00.000Z');
const DAY_MS = 86_400_000;
const LATER = new Date(AT.getTime() + 29 * DAY_MS);

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

describe('a redelivery', () => {
  it('extends the retention of the payload to its own, with every part of a long one', async () => {
    const event = anEvent({ text: randomBytes(600_000).toString('base64') });
    const old = await admitted(table, AT, { event });

    await table.redeliveries.redeliver(old, LATER, false);

    const items = await table.items(`E#${old.orgId}#${old.mode}#${old.eventId}`);
    expect(items.length).toBeGreaterThan(2);
    for (const { ttl } of items) {
      expect(Number(ttl) * 1000).toBeGreaterThanOrEqual(LATER.getTime() + 31 * DAY_MS);
    }
  });

  it('writes nothing if the retention of the payload is sufficient', async () => {
    const old = await admitted(table, AT);
    const writes: string[] = [];
    table.disturb(({ operation }) => {
      if (operation !== 'GetItem') writes.push(operation);
      return undefined;
    });

    const hour = (hours: number) => new Date(AT.getTime() + hours * 3_600_000);
    await table.redeliveries.redeliver(old, hour(1), false);
    await table.redeliveries.redeliver(old, hour(24), false);
    expect(writes).toEqual(['TransactWriteItems', 'TransactWriteItems']);
    await table.redeliveries.redeliver(old, hour(25), false);
    expect(writes.slice(2)).toEqual(['UpdateItem', 'TransactWriteItems']);
  });

  it.each(['event', 'part'])(
    'is rejected if an %s of the payload has expired, and makes nothing',
    async (gone) => {
      const event = anEvent({ text: randomBytes(600_000).toString('base64') });
      const old = await admitted(table, AT, { event });
      const pk = `E#${old.orgId}#${old.mode}#${old.eventId}`;
      const { sk } = (await table.items(pk)).find((item) => String(item.sk).startsWith(gone)) ?? {};
      await table.client.send(new DeleteCommand({ TableName: table.TableName, Key: { pk, sk } }));

      expect(await table.redeliveries.redeliver(old, LATER, false)).toEqual({ outcome: 'payload-gone' });

      expect(await table.records.get(old.deliveryId)).not.toHaveProperty('redeliveredBy');
      expect((await table.records.list(old.webhookId, { limit: 5 })).deliveries).toHaveLength(1);
      // The expired item was not created again.
      expect((await table.items(pk)).map((item) => item.sk)).not.toContain(sk);
    },
  );

  it('is made once by many concurrent calls with onlyOnce, on a wire that loses responses', async () => {
    const old = await admitted(table, AT);
    table.disturb(faultsInTurn([undefined, 'applied-then-broken', 'conflict', 'lost']));

    const results = await Promise.all(
      Array.from({ length: 10 }, () => table.redeliveries.redeliver(old, LATER, true)),
    );

    const outcomes = results.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['made', ...Array(9).fill('made-before')].sort());
    expect((await table.records.list(old.webhookId, { limit: 20 })).deliveries).toHaveLength(2);
  });

  it('stays a test if the original was one', async () => {
    const { pending } = await table.intake.admit(
      { orgId: 'org_of_tests', mode: 'test' },
      anEvent(),
      ['wh_of_tests'],
      AT,
      'test',
    );
    const old = await table.records.get(pending[0]?.deliveryId ?? '');
    if (old === undefined) throw new Error('not made');

    const result = await table.redeliveries.redeliver(old, LATER, false);

    expect(result).toMatchObject({ outcome: 'made', delivery: { test: true, maxAttempts: 1 } });
  });

  it('is not made if the record has expired', async () => {
    const old = await admitted(table, AT);
    const Key = { pk: `D#${old.deliveryId}`, sk: 'state' };
    await table.client.send(new DeleteCommand({ TableName: table.TableName, Key }));

    expect(await table.redeliveries.redeliver(old, LATER, true)).toEqual({ outcome: 'gone' });
    expect(await table.item(Key)).toBeUndefined();
  });
});
