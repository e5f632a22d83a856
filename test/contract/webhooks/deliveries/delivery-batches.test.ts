import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import type { Claim, Claimed } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { countedIn, hoursOf } from './counted-attempts.ts';
import {
  admitted,
  anEvent,
  type DeliveriesUnderTest,
  faultsInTurn,
  newAccount,
  newName,
  startDeliveries,
} from './deliveries-under-test.ts';
import { anAttempt } from './delivery-model.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const URL = 'https://receiver.example/hooks';

let table: DeliveriesUnderTest;
let operations: string[];

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

/** Remembers the operations from now on. */
const watch = () => {
  operations = [];
  table.disturb(({ operation }) => {
    operations.push(operation);
    return undefined;
  });
};

const someAdmitted = (count: number, account = newAccount(), webhookId = newName('wh')) =>
  Promise.all(Array.from({ length: count }, () => admitted(table, START, { account, webhookId })));

const claimAll = (deliveries: readonly Delivery[], at = START): Promise<Claimed[]> =>
  Promise.all(deliveries.map((delivery) => table.attempts.claim(delivery, URL, at, () => later(310))));

const claimsOf = (claimed: readonly Claimed[]): Claim[] =>
  claimed.map((one) => {
    if (one.outcome !== 'claimed') throw new Error(`not claimed: ${one.outcome}`);
    return one.claim;
  });

const outcomesOf = (claimed: readonly Claimed[]) => claimed.map(({ outcome }) => outcome);

const stateOf = ({ deliveryId }: Delivery) => table.records.get(deliveryId);

describe('the claims of a batch', () => {
  it('share a request, also of two organizations, and return each its own delivery', async () => {
    const [mine, theirs] = [await someAdmitted(4), await someAdmitted(3, newAccount('test'))];
    watch();

    const claims = claimsOf(await claimAll([...mine, ...theirs]));

    expect(operations).toEqual(['BatchExecuteStatement']);
    expect(claims.map(({ delivery }) => delivery)).toEqual(
      [...mine, ...theirs].map((delivery) => ({
        ...delivery,
        attempts: 1,
        dueAt: later(310).toISOString(),
      })),
    );
    expect(await stateOf(mine[0] as Delivery)).toMatchObject({ attempts: 1, status: 'pending' });
  });

  it('succeed although the conditions of others are not met', async () => {
    const [free, ended, taken, interrupted] = (await someAdmitted(4)) as [
      Delivery,
      Delivery,
      Delivery,
      Delivery,
    ];
    await table.attempts.fail(ended, 'Test.', START);
    await table.attempts.claim(interrupted, URL, START, () => later(100));
    await claimAll([taken]);

    const claimed = await claimAll([free, ended, taken, interrupted], later(100));

    expect(outcomesOf(claimed)).toEqual(['claimed', 'over', 'not-due', 'claimed']);
    expect(claimed[3]).toMatchObject({ claim: { number: 2 } });
    expect((await table.records.read(interrupted.deliveryId))?.log).toEqual([
      expect.objectContaining({ number: 1, error: 'interrupted' }),
    ]);
    expect(await stateOf(ended)).toMatchObject({ status: 'failed', attempts: 0 });
  });

  it('give one of several duplicates of a delivery the attempt', async () => {
    const [one, other] = (await someAdmitted(2)) as [Delivery, Delivery];

    const claimed = await claimAll([one, one, other, one]);

    expect(outcomesOf(claimed).toSorted()).toEqual(['claimed', 'claimed', 'not-due', 'not-due']);
    expect((await Promise.all([one, other].map(stateOf))).map((state) => state?.attempts)).toEqual([1, 1]);
  });

  it.each([['applied-then-broken'], ['lost']] as const)(
    'count once if the request or its response is lost: %s',
    async (fault) => {
      const deliveries = await someAdmitted(5);
      table.disturb(faultsInTurn([fault, ...Array(20).fill(undefined)]));

      claimsOf(await claimAll(deliveries));

      const states = await Promise.all(deliveries.map(stateOf));
      expect(states.map((state) => state?.attempts)).toEqual([1, 1, 1, 1, 1]);
    },
  );
});

describe('the records of a batch', () => {
  it('share a transaction, and count each attempt once', async () => {
    const webhookId = newName('wh');
    const claims = claimsOf(await claimAll(await someAdmitted(6, newAccount(), webhookId)));
    watch();

    const recorded = await Promise.all(
      claims.map((claim) => table.attempts.record(claim, anAttempt(1, START, URL), { status: 'delivered' })),
    );

    expect(recorded).toEqual(Array(6).fill(true));
    expect(operations).toEqual(['TransactWriteItems']);
    const log = claims.map(() => anAttempt(1, START, URL));
    expect(await countedIn(table, { webhookId })).toEqual(hoursOf(log));
  });

  it('are stored without those whose delivery has another claim, which are not counted', async () => {
    const webhookId = newName('wh');
    const deliveries = await someAdmitted(4, newAccount(), webhookId);
    const claims = claimsOf(await claimAll(deliveries));
    const [lost] = deliveries as [Delivery];
    const [second] = claimsOf(await claimAll([lost], later(310)));
    watch();

    const recorded = await Promise.all(
      claims.map((claim) => table.attempts.record(claim, anAttempt(1, START, URL), { status: 'delivered' })),
    );

    expect(recorded).toEqual([false, true, true, true]);
    expect(operations).toEqual(['TransactWriteItems', 'TransactWriteItems']);
    const states = await Promise.all(deliveries.map(stateOf));
    expect(states.map((state) => state?.status)).toEqual(['pending', 'delivered', 'delivered', 'delivered']);
    // Three, and the interrupted attempt that the second claim logged.
    expect(await countedIn(table, { webhookId })).toMatchObject({
      [START.toISOString()]: { attempts: 4, answered: 3 },
    });
    expect(second?.number).toBe(2);
  });

  it('are stored although one of them is rejected', async () => {
    const webhookId = newName('wh');
    const claims = claimsOf(await claimAll(await someAdmitted(3, newAccount(), webhookId)));
    const [big] = claims;

    const recorded = await Promise.allSettled(
      claims.map((claim) => {
        // An item holds at most 400 KB.
        const detail = claim === big ? 'x'.repeat(500_000) : 'short';
        return table.attempts.record(claim, { ...anAttempt(1, START, URL), detail }, { status: 'delivered' });
      }),
    );

    expect(recorded.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await countedIn(table, { webhookId })).toMatchObject({ [START.toISOString()]: { attempts: 2 } });
  });
});

describe('the payloads of a batch', () => {
  it('are read in one request, once for each event, and are missing only where they have expired', async () => {
    const account = newAccount();
    const events = [anEvent({ a: 1 }), anEvent({ a: 2 })] as const;
    for (const event of events) await table.intake.admit(account, event, [newName('wh')], START);
    const ids = [events[0].id, events[1].id, events[0].id, newName('evt')];
    watch();

    const read = await Promise.all(ids.map((eventId) => table.attempts.payload({ ...account, eventId })));

    expect(operations).toEqual(['BatchGetItem']);
    const texts = read.map((bytes) => bytes && JSON.parse(Buffer.from(bytes).toString()).object.a);
    expect(texts).toEqual([1, 2, 1, undefined]);
  });
});

describe('the events of a batch', () => {
  it('share a request, as do their deliveries, also of two organizations', async () => {
    const accounts = [newAccount(), newAccount('test'), newAccount()];
    watch();

    const made = await Promise.all(
      accounts.map((account) =>
        table.intake.admit(account, anEvent(), [newName('wh'), newName('wh')], START),
      ),
    );

    expect(operations).toEqual(['BatchExecuteStatement', 'BatchExecuteStatement']);
    expect(made.map(({ known, pending }) => [known, pending.length])).toEqual(Array(3).fill([false, 2]));
  });

  it('are stored although one is known, and a duplicate in the batch makes no delivery', async () => {
    const account = newAccount();
    const [known, doubled, fresh] = [anEvent(), anEvent(), anEvent()];
    const admit = (event: typeof known) => table.intake.admit(account, event, [newName('wh')], START);
    const before = await admit(known);

    const made = await Promise.all([known, doubled, fresh, doubled].map(admit));

    expect(made.map((one) => one.known).toSorted()).toEqual([false, false, true, true]);
    expect([made[0]?.known, made[2]?.known]).toEqual([true, false]);
    // All that are known return the deliveries of the first call.
    expect(made[0]?.pending.map(({ deliveryId }) => deliveryId)).toEqual(
      before.pending.map(({ deliveryId }) => deliveryId),
    );
    expect(made[1]?.pending.map(({ deliveryId }) => deliveryId)).toEqual(
      made[3]?.pending.map(({ deliveryId }) => deliveryId),
    );
    const deliveries = await Promise.all(
      [known, doubled, fresh].map(({ id }) =>
        table.item({ pk: `E#${account.orgId}#live#${id}`, sk: 'event' }),
      ),
    );
    expect(deliveries.map((item) => (item?.deliveries as string[] | undefined)?.length)).toEqual([1, 1, 1]);
  });

  it('are stored with 50 webhooks each, and with long payloads', async () => {
    const account = newAccount();
    const webhooks = Array.from({ length: 50 }, () => newName('wh'));
    const text = randomBytes(150_000).toString('base64');

    const made = await Promise.all(
      [anEvent(), anEvent({ text }), anEvent({ text })].map((event) =>
        table.intake.admit(account, event, webhooks, START),
      ),
    );

    expect(made.map(({ pending }) => pending.length)).toEqual([50, 50, 50]);
    for (const delivery of made.flatMap(({ pending }) => pending)) {
      expect(await table.records.get(delivery.deliveryId)).toMatchObject({ status: 'pending', attempts: 0 });
    }
  });
});

describe('deliveries that a batch defers', () => {
  it('share a request, without those that have ended', async () => {
    const deliveries = await someAdmitted(4);
    const [ended] = deliveries as [Delivery];
    await table.attempts.fail(ended, 'Test.', START);
    const deferred = table.newDeferredDeliveries();
    watch();

    const results = await Promise.all(deliveries.map((delivery) => deferred.defer(delivery, START)));

    expect(results).toEqual([false, true, true, true]);
    expect(operations).toEqual(['PutItem', 'BatchExecuteStatement', 'UpdateItem']);
    expect(await stateOf(ended)).toMatchObject({ status: 'failed' });
  });
});
