import { randomBytes } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  admitted,
  anEvent,
  type DeliveriesUnderTest,
  faultsInTurn,
  newAccount,
  newName,
  startDeliveries,
} from './deliveries-under-test.ts';

const AT = new Date('2026-03-02T10:00:00.000Z');
const LATER = new Date('2026-03-02T11:00:00.000Z');

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

const textOf = async (account: ReturnType<typeof newAccount>, eventId: string) => {
  const bytes = await table.attempts.payload({ ...account, eventId });
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
};

describe('storing an event', () => {
  it('changes nothing on a replay, and returns the deliveries without an attempt', async () => {
    const account = newAccount();
    const event = anEvent({ a: 1 });
    const webhooks = [newName('wh'), newName('wh'), newName('wh')];
    const first = await table.intake.admit(account, event, webhooks, AT);
    const [tried, ended, left] = first.pending;
    if (tried === undefined || ended === undefined) throw new Error('three were made');
    await table.attempts.claim(tried, 'https://a.example', AT, () => LATER);
    await table.attempts.fail(ended, 'over', AT);

    const again = await table.intake.admit(account, { ...event, object: { a: 2 } }, [newName('wh')], LATER);

    expect(again.known).toBe(true);
    expect(again.pending).toEqual([expect.objectContaining({ deliveryId: left?.deliveryId })]);
    expect(JSON.parse((await textOf(account, event.id)) ?? '')).toEqual({ ...event, object: { a: 1 } });
  });

  it.each([[1], [3]])(
    'stores the deliveries that a crash left missing on the next replay (%i webhooks)',
    async (count) => {
      const account = newAccount();
      const event = anEvent();
      const webhooks = Array.from({ length: count }, () => newName('wh'));
      // The event is stored, the deliveries are not.
      let writes = 0;
      table.disturb(({ operation }) =>
        /PutItem|BatchExecuteStatement/.test(operation) && writes++ > 0 ? 'lost' : undefined,
      );
      await expect(table.intake.admit(account, event, webhooks, AT)).rejects.toThrow();
      table.disturb(() => undefined);

      // Another webhook that is registered meanwhile gets no delivery of it.
      const { known, pending } = await table.intake.admit(account, event, [newName('wh')], LATER);

      expect(known).toBe(true);
      expect(pending.map(({ webhookId }) => webhookId)).toEqual(webhooks);
      for (const { deliveryId } of pending) {
        expect(await table.records.get(deliveryId)).toMatchObject({
          ...account,
          status: 'pending',
          attempts: 0,
          createdAt: AT.toISOString(),
          dueAt: AT.toISOString(),
        });
      }
      const again = await table.intake.admit(account, event, webhooks, LATER);
      const idsOf = (one: typeof again) => one.pending.map(({ deliveryId }) => deliveryId).toSorted();
      expect(idsOf(again)).toEqual(idsOf({ known, pending }));
    },
  );

  it('does not store expired deliveries again on a replay', async () => {
    const account = newAccount();
    const event = anEvent();
    const { pending } = await table.intake.admit(account, event, [newName('wh')], AT);
    const Key = { pk: `D#${pending[0]?.deliveryId}`, sk: 'state' };
    await table.client.send(new DeleteCommand({ TableName: table.TableName, Key }));

    const after30Days = new Date(AT.getTime() + 30 * 86_400_000);
    expect(await table.intake.admit(account, event, [newName('wh')], after30Days)).toEqual({
      known: true,
      pending: [],
    });

    expect(await table.item(Key)).toBeUndefined();
  });

  it('allows the same event id for another organization and another mode', async () => {
    const [live, test] = [newAccount(), newAccount('test')];
    const event = anEvent();

    const made = await Promise.all(
      [live, test, { ...live, mode: 'test' as const }].map((account) =>
        table.intake.admit(account, event, [newName('wh')], AT),
      ),
    );

    expect(made.map(({ known, pending }) => [known, pending.length])).toEqual(Array(3).fill([false, 1]));
  });

  it('stores an event once among many concurrent calls, which all return the same deliveries', async () => {
    const account = newAccount();
    const event = anEvent();
    const webhooks = Array.from({ length: 5 }, () => newName('wh'));
    table.disturb(faultsInTurn([undefined, 'conflict', undefined, 'applied-then-broken', 'lost']));

    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        table.intake.admit(account, { ...event, object: { n } }, webhooks, AT),
      ),
    );

    expect(results.filter(({ known }) => !known)).toHaveLength(1);
    const idsOf = (one: (typeof results)[number] | undefined) =>
      one?.pending.map(({ deliveryId }) => deliveryId).sort();
    const winner = results.findIndex(({ known }) => !known);
    for (const one of results) expect(idsOf(one)).toEqual(idsOf(results[winner]));
    expect(JSON.parse((await textOf(account, event.id)) ?? '').object).toEqual({ n: winner });
  });

  it.each([
    ['plain', 'quote'],
    ['of other scripts', '🚚 Größe 東京 \u2028 \u0000 "quoted"'],
    ['of 1 MiB that is incompressible', randomBytes(750_000).toString('base64')],
    ['of 1 MiB that compresses well', 'a'.repeat(1_000_000)],
  ])('stores a payload %s, byte for byte', async (_, text) => {
    const account = newAccount();
    const event = anEvent({ text, nested: [1, null, { '': '' }], price: 0.1 });

    await table.intake.admit(account, event, [newName('wh')], AT);

    const { id, event: name, created, object, livemode } = event;
    expect(await textOf(account, id)).toBe(JSON.stringify({ id, event: name, created, object, livemode }));
  });

  it('returns no payload if a part of it has expired', async () => {
    const account = newAccount();
    const event = anEvent({ text: randomBytes(600_000).toString('base64') });
    await table.intake.admit(account, event, [newName('wh')], AT);
    const parts = (await table.items(`E#${account.orgId}#${account.mode}#${event.id}`)).filter(({ sk }) =>
      String(sk).startsWith('part#'),
    );
    expect(parts.length).toBeGreaterThan(1);
    const { pk, sk } = parts[1] ?? {};
    await table.client.send(new DeleteCommand({ TableName: table.TableName, Key: { pk, sk } }));

    expect(await textOf(account, event.id)).toBeUndefined();
  });

  it('expires records after 30 days, and the payload not earlier', async () => {
    const delivery = await admitted(table, AT);

    const state = await table.item({ pk: `D#${delivery.deliveryId}`, sk: 'state' });
    const event = await table.item({
      pk: `E#${delivery.orgId}#${delivery.mode}#${delivery.eventId}`,
      sk: 'event',
    });
    expect(Number(state?.ttl) - AT.getTime() / 1000).toBe(30 * 86_400);
    expect(Number(event?.ttl)).toBeGreaterThan(Number(state?.ttl));
  });
});
