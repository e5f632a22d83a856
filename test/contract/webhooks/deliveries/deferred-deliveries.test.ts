import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { Delivery, DeliveryMessage } from '../../../../shared/webhooks/deliveries/delivery.ts';
import type { DueDelivery } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { admitted, type DeliveriesUnderTest, newAccount, startDeliveries } from './deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

const NONE: ReadonlySet<string> = new Set();

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

async function someDeferred(count: number, account = newAccount()): Promise<readonly Delivery[]> {
  const deferredDeliveries = table.newDeferredDeliveries();
  const made = await Promise.all(Array.from({ length: count }, () => admitted(table, START, { account })));
  for (const delivery of made) expect(await deferredDeliveries.defer(delivery, START)).toBe(true);
  return made;
}

/** Whether the sweep looks for deferred deliveries of an organization. */
const isMarked = async (orgId: string): Promise<boolean> =>
  (await table.due.organizationsWithDeferred()).some((mark) => mark.orgId === orgId);

/** All deferred deliveries of an organization, as a run reads them. */
async function allDeferred(orgId: string, worked = NONE): Promise<readonly DeliveryMessage[]> {
  const deferredDeliveries = table.newDeferredDeliveries();
  const all: DeliveryMessage[] = [];
  const seen = new Set(worked);
  for (const shard of deferredDeliveries.shards()) {
    for (let some = await deferredDeliveries.list(orgId, shard, 100, seen); some.length > 0; ) {
      all.push(...some);
      for (const { deliveryId } of some) seen.add(deliveryId);
      some = await deferredDeliveries.list(orgId, shard, 100, seen);
    }
  }
  return all;
}

/** The deliveries of all shards that the sweep would check. */
async function dueForCheck(at: Date): Promise<readonly DueDelivery[]> {
  const all: DueDelivery[] = [];
  for (let shard = 0; shard < table.due.shards; shard++) {
    for await (const page of table.due.dueForCheck(shard, at)) all.push(...page);
  }
  return all;
}

/** Those of one organization by the time of their check: shards of the index are read in any order. */
async function dueOf({ orgId }: Account, at: Date): Promise<readonly DueDelivery[]> {
  return (await dueForCheck(at))
    .filter((delivery) => delivery.orgId === orgId)
    .toSorted((a, b) => a.nextCheckAt.localeCompare(b.nextCheckAt));
}

describe('deferred deliveries', () => {
  it('are not checked by the sweep, and are listed only for their organization', async () => {
    const account = newAccount();
    const made = await someDeferred(30, account);
    const ids = made.map(({ deliveryId }) => deliveryId).sort();

    const deferred = await allDeferred(account.orgId);

    expect(deferred.map(({ deliveryId }) => deliveryId).sort()).toEqual(ids);
    expect(deferred[0]).toEqual({
      ...account,
      deliveryId: expect.any(String),
      webhookId: expect.any(String),
      eventId: expect.any(String),
      attempts: 0,
      deferred: true,
    });
    const deferredDeliveries = table.newDeferredDeliveries();
    const shards = deferredDeliveries.shards();
    const some = await Promise.all(
      shards.map((shard) => deferredDeliveries.list(account.orgId, shard, 2, NONE)),
    );
    for (const { length } of some) expect(length).toBeLessThanOrEqual(2);
    expect(shards.toSorted()).toEqual([0, 1, 2, 3]);
    expect(await allDeferred(newAccount().orgId)).toEqual([]);
    const checked = (await dueForCheck(later(3_600))).map(({ deliveryId }) => deliveryId);
    expect(ids.filter((id) => checked.includes(id))).toEqual([]);
  });

  it('are deferred after their organization is marked, and the mark is renewed at intervals', async () => {
    const account = newAccount();
    const deferredDeliveries = table.newDeferredDeliveries();
    expect(await isMarked(account.orgId)).toBe(false);
    const [one, other] = [
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
    ];
    const operations: string[] = [];
    table.disturb(({ operation }) => {
      operations.push(operation);
      return undefined;
    });

    await deferredDeliveries.defer(one, START);
    await deferredDeliveries.defer(other, later(10));
    expect(operations).toEqual(['PutItem', 'UpdateItem', 'UpdateItem']);
    await deferredDeliveries.defer(one, later(40));

    expect(operations.slice(3)).toEqual(['PutItem', 'UpdateItem']);
    // The second one: the first was deferred again.
    expect(await table.due.oldestDeferred(account.orgId)).toBe(later(10).toISOString());
    expect(await isMarked(account.orgId)).toBe(true);
    expect(await table.due.organizationsWithDeferred()).toContainEqual({
      orgId: account.orgId,
      since: later(40).toISOString(),
    });
  });

  it('are not deferred if their organization cannot be marked', async () => {
    const account = newAccount();
    const [one, other] = [
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
    ];
    const deferredDeliveries = table.newDeferredDeliveries();
    table.disturb(({ operation }) => (operation === 'PutItem' ? 'lost' : undefined));

    const deferred = await Promise.allSettled([
      deferredDeliveries.defer(one, START),
      deferredDeliveries.defer(other, START),
    ]);

    table.disturb(() => undefined);
    expect(deferred.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await isMarked(account.orgId)).toBe(false);
    expect(await allDeferred(account.orgId)).toEqual([]);
    const checked = (await dueForCheck(later(3_600))).map(({ deliveryId }) => deliveryId);
    expect(checked).toEqual(expect.arrayContaining([one.deliveryId, other.deliveryId]));
    // The failure is not cached: the next call writes the mark.
    expect(await deferredDeliveries.defer(one, later(1))).toBe(true);
    expect(await isMarked(account.orgId)).toBe(true);
  });

  it('that are postponed are checked by the sweep when due, with their reserved tokens', async () => {
    const account = newAccount();
    const [deferred] = await someDeferred(1, account);
    const fresh = await admitted(table, START, { account });
    if (deferred === undefined) throw new Error('one was deferred');
    const tokens = { hostTokenAt: later(120).toISOString() };
    const postponement = { dueAt: later(120), nextCheckAt: later(180), ...tokens };

    for (const delivery of [deferred, fresh]) {
      expect(await table.attempts.postpone(delivery, postponement, START)).toBe(true);
      // No longer due.
      expect(await table.attempts.postpone(delivery, postponement, later(60))).toBe(false);
    }

    expect(await allDeferred(account.orgId)).toEqual([]);
    const ids = [deferred.deliveryId, fresh.deliveryId].sort();
    const seen = (at: Date) => dueOf(account, at);
    expect(await seen(later(179))).toEqual([]);
    const found = await seen(later(180));
    expect(found.map(({ deliveryId }) => deliveryId).sort()).toEqual(ids);
    for (const row of found) {
      expect(row).toMatchObject({ dueAt: later(120).toISOString(), checks: 0, attempts: 0, ...tokens });
      expect(row).not.toHaveProperty('tokenAt');
    }
    const claim = (at: Date) => table.attempts.claim(fresh, 'https://a.example', at, () => later(999));
    expect(await claim(later(119))).toMatchObject({ outcome: 'not-due' });
    expect(await claim(later(120))).toMatchObject({ outcome: 'claimed', claim: { number: 1 } });
    const claimed = await table.item({ pk: `D#${fresh.deliveryId}`, sk: 'state' });
    expect(claimed).not.toHaveProperty('hostTokenAt');
    expect(await table.attempts.fail(deferred, 'Test.', later(120))).toBe(true);
    const failed = await table.item({ pk: `D#${deferred.deliveryId}`, sk: 'state' });
    expect(failed).not.toHaveProperty('hostTokenAt');
    expect(await table.attempts.postpone(deferred, postponement, later(500))).toBe(false);
  });

  it('are no longer deferred after a claim or their end', async () => {
    const account = newAccount();
    const [claimed, failed] = await someDeferred(2, account);
    if (claimed === undefined || failed === undefined) throw new Error('two were deferred');

    await table.attempts.claim(claimed, 'https://a.example', START, () => later(310));
    await table.attempts.fail(failed, 'Test.', START);

    expect(await allDeferred(account.orgId)).toEqual([]);
    expect(await table.due.oldestDeferred(account.orgId)).toBeUndefined();
    const deferredDeliveries = table.newDeferredDeliveries();
    expect(await deferredDeliveries.defer(claimed, later(1))).toBe(false);
    expect(await deferredDeliveries.defer(failed, later(1))).toBe(false);
  });

  it('keep a mark that was renewed, and lose an old one', async () => {
    const account = newAccount();
    const [delivery] = await someDeferred(1, account);
    if (delivery === undefined) throw new Error('one was deferred');
    const noted = { orgId: account.orgId, since: START.toISOString() };
    await table.newDeferredDeliveries().defer(delivery, later(60));

    await table.due.removeDeferredMark(noted.orgId, noted.since);
    expect(await isMarked(noted.orgId)).toBe(true);
    await table.due.removeDeferredMark(noted.orgId, later(60).toISOString());
    expect(await isMarked(noted.orgId)).toBe(false);
  });

  it('are found after any number of excluded deliveries and invalid rows', async () => {
    jest.spyOn(logOutput, 'error').mockImplementation(() => undefined);
    const account = newAccount();
    const put = async (deliveryId: string, parkedAt: string, more: object) => {
      const Item = { pk: `D#${deliveryId}`, sk: 'state', deliveryId, parkedAt, ...more };
      await table.client.send(new PutCommand({ TableName: table.TableName, Item }));
    };
    const row = { ...account, webhookId: 'wh_1', eventId: 'evt_1', attempts: 0 };
    const seen = new Set<string>();
    // First in one partition: 110 excluded deliveries, 110 invalid rows, and one delivery after them.
    const parkedIn = `${account.orgId}#0`;
    for (let one = 0; one < 110; one++) {
      const [stuck, broken] = [`dlv_stuck${account.orgId}${one}`, `dlv_broken${account.orgId}${one}`];
      await put(stuck, '2026-01-01', { ...row, parkedIn });
      await put(broken, '2026-01-02', { parkedIn });
      seen.add(stuck);
    }
    const [wanted] = await someDeferred(1, account);
    await put(`dlv_last${account.orgId}`, '2026-12-31', { ...row, parkedIn });

    const deferred = await allDeferred(account.orgId, seen);

    expect(new Set(deferred.map(({ deliveryId }) => deliveryId))).toEqual(
      new Set([wanted?.deliveryId, `dlv_last${account.orgId}`]),
    );
  });

  it('are announced to runs of other processes, until a search that began afterwards has ended', async () => {
    const { orgId } = newAccount();
    const [one, other] = [table.newDeferredDeliveries(), table.newDeferredDeliveries()];
    expect(await other.announcements(orgId)).toEqual({ count: 0, isNew: false });

    await one.announce(orgId);
    expect(await other.announcements(orgId)).toEqual({ count: 1, isNew: true });
    await one.announce(orgId);
    // The search began before the second announcement.
    await other.searched(orgId, 1);
    expect(await one.announcements(orgId)).toEqual({ count: 2, isNew: true });
    await other.searched(orgId, 2);
    expect(await one.announcements(orgId)).toEqual({ count: 2, isNew: false });
    await Promise.all([one.announce(orgId), other.announce(orgId)]);
    expect(await one.announcements(orgId)).toEqual({ count: 4, isNew: true });
  });
});

describe('the deliveries that the sweep checks', () => {
  it('are all pending deliveries whose check time has come, over many pages', async () => {
    const account = newAccount();
    const made = await Promise.all(Array.from({ length: 60 }, () => admitted(table, START, { account })));
    const ids = made.map(({ deliveryId }) => deliveryId);
    const mine = async (at: Date) =>
      (await dueForCheck(at)).map(({ deliveryId }) => deliveryId).filter((id) => ids.includes(id));

    expect(await mine(later(19))).toEqual([]);
    expect((await mine(later(20))).sort()).toEqual(ids.sort());
  });

  it('come again at their next check time, unless they were claimed, postponed or ended meanwhile', async () => {
    const account = newAccount();
    const [left, claimed, postponed, ended] = [
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
    ];
    const rows = (at: Date) => dueOf(account, at);
    const seen = await rows(later(60));
    expect(seen).toHaveLength(4);
    await table.attempts.claim(claimed, 'https://a.example', later(60), () => later(375));
    await table.attempts.postpone(postponed, { dueAt: later(340), nextCheckAt: later(370) }, later(60));
    await table.attempts.fail(ended, 'Test.', later(60));

    for (const delivery of seen) await table.due.setNextCheck(delivery, later(180), 1);

    // The claimed one is still checked at the time of its first check, before its attempt counts as lost.
    const first = { deliveryId: claimed.deliveryId, checks: 0, nextCheckAt: later(20).toISOString() };
    expect(await rows(later(179))).toEqual([expect.objectContaining(first)]);
    expect(await rows(later(180))).toEqual([
      expect.objectContaining(first),
      expect.objectContaining({
        deliveryId: left.deliveryId,
        checks: 1,
        nextCheckAt: later(180).toISOString(),
      }),
    ]);
    expect((await rows(later(370))).length).toBe(3);
  });

  it('include each claimed delivery by the time at which its attempt counts as lost', async () => {
    const account = newAccount();
    const deferredDeliveries = table.newDeferredDeliveries();
    const [usual, checked, deferred, soon] = [
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
      await admitted(table, START, { account }),
    ];
    const rows = (at: Date) => dueOf(account, at);
    const [row] = (await rows(later(30))).filter(({ deliveryId }) => deliveryId === checked.deliveryId);
    if (row === undefined) throw new Error('it is checked');
    await table.due.setNextCheck(row, later(3_600), 4);
    await deferredDeliveries.defer(deferred, START);

    const claim = (delivery: Delivery, lostAt: number) =>
      table.attempts.claim(delivery, 'https://a.example', later(30), () => later(lostAt));
    const claims = [claim(usual, 345), claim(checked, 345), claim(deferred, 345), claim(soon, 45)];

    expect((await Promise.all(claims)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('claimed'));
    const found = new Map((await rows(later(345))).map((one) => [one.deliveryId, one]));
    expect([usual, checked, deferred, soon].map(({ deliveryId }) => found.get(deliveryId)?.attempts)).toEqual(
      [1, 1, 1, 1],
    );
    expect(found.get(soon.deliveryId)?.nextCheckAt).toBe(later(45).toISOString());
    expect(await allDeferred(account.orgId)).toEqual([]);
  });
});
