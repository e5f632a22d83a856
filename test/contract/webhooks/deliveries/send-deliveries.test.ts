import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { OutgoingMessage } from '../../../../shared/platform/sqs/sqs-message-queue.ts';
import { type Delivery, MAX_ATTEMPTS } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { claimAttempt } from '../../../../shared/webhooks/deliveries/delivery-attempts.ts';
import { messageOf } from '../../../../shared/webhooks/deliveries/delivery-queue.ts';
import { readAttemptCounts } from '../../../../shared/webhooks/deliveries/dynamodb-attempt-counts.ts';
import {
  eventKey,
  listDeliveries,
  readWholeDelivery,
} from '../../../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { createDeliverySender } from '../../../../shared/webhooks/deliveries/send-deliveries.ts';
import { requestsKey } from '../../../../shared/webhooks/limits/minute-limit.ts';
import { limitsOf, takePlaces } from '../../../../shared/webhooks/limits/places.ts';
import type { SendResult, WebhookRequest } from '../../../../shared/webhooks/sending/http-send-webhook.ts';
import { createReceiverGate } from '../../../../shared/webhooks/sending/receiver-gate.ts';
import { newWebhookSecret } from '../../../../shared/webhooks/sending/sign-payload.ts';
import type { Webhook } from '../../../../shared/webhooks/store/webhook.ts';
import { localTables, newWebhook, type WebhooksUnderTest, webhooksOn } from '../webhooks-under-test.ts';
import { anEvent, type DeliveriesUnderTest, newAccount, startDeliveries } from './deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const GAP_S = 300;
const SECRET = newWebhookSecret();

let table: DeliveriesUnderTest;
let now: Date;
let account: Account;
let sent: WebhookRequest[];
/** Messages to the queue of retries. */
let woken: OutgoingMessage[];
let secretsFail: boolean;
let lookUp: () => Promise<void>;
let answer: (request: WebhookRequest) => Partial<SendResult> | Promise<Partial<SendResult>>;
let webhooks: WebhooksUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
  webhooks = webhooksOn({ client: table.client, ...(await localTables(table.endpoint)) });
});
afterAll(() => table.stop());
afterEach(() => table.disturb(() => undefined));
beforeEach(() => {
  now = START;
  account = newAccount();
  sent = [];
  woken = [];
  secretsFail = false;
  lookUp = async () => undefined;
  answer = () => ({ ok: true, status: 200 });
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

/** The handler of a queue, with a receiver that answers as the test says, and an engine that is real. */
function sender(queue: 'deliveries' | 'retries', perMinute = 6_000) {
  const gate = createReceiverGate({
    table,
    receivers: 'public',
    perMinute: 1_000_000,
    now: () => now,
    resolver: async () => {
      await lookUp();
      return ['93.184.216.34'];
    },
  });
  return createDeliverySender(queue, {
    table,
    send: async (request) => {
      sent.push(request);
      const { ok = false, ...rest } = await answer(request);
      const failure = ok ? {} : { error: 'status' as const, detail: 'The receiver failed.' };
      const body = new Uint8Array();
      return {
        ok,
        ...failure,
        body,
        bodyTruncated: false,
        durationMs: 40,
        address: '93.184.216.34',
        ...rest,
      };
    },
    gate,
    schedule: [GAP_S, 900, 3_600, 14_400, 43_200],
    webhooks: webhooks.health,
    secrets: { open: async () => (secretsFail ? Promise.reject(new Error('no key')) : SECRET) },
    isStopped: async () => false,
    retries: {
      send: async (messages) => {
        woken.push(...messages);
        return [];
      },
    },
    perMinute,
    now: () => now,
  });
}

async function run(
  queue: 'deliveries' | 'retries',
  messages: readonly (OutgoingMessage | string)[],
  { perMinute = 6_000 } = {},
) {
  const Records = messages.map((message, index) => ({
    messageId: `message-${index}`,
    body: typeof message === 'string' ? message : message.body,
  }));
  const handler = sender(queue, perMinute);
  return handler({ Records } as unknown as SQSEvent, {});
}

async function register(change: Partial<Webhook> = {}): Promise<Webhook> {
  const webhook = { ...newWebhook(account, START), ...change };
  await webhooks.store.create(webhook, { ...account, keyId: 'key_1', requestId: 'request-1' });
  return webhook;
}

const admit = (webhook: Webhook, count: number): Promise<Delivery[]> =>
  Promise.all(Array.from({ length: count }, () => table.admit(START, { account, webhookId: webhook.id })));
const wake = (webhook: Webhook) => messageOf({ ...account, webhookId: webhook.id });
const statusesOf = async ({ id }: Webhook) =>
  (await listDeliveries(table, id, { limit: 100 })).deliveries.map(({ status }) => status);
const inFlight = async () => (await table.item({ pk: limitsOf(account.orgId), sk: 'deliveries' }))?.used;
const requests = async () => (await table.item(requestsKey(account, now)))?.used;
/** Runs what the runs before have woken up for at once. */
async function runWoken(): Promise<void> {
  for (let next = woken.splice(0); next.length > 0; next = woken.splice(0)) {
    await run(
      'retries',
      next.filter(({ delaySeconds = 0 }) => delaySeconds <= 1),
    );
  }
}
const delays = () => woken.map(({ delaySeconds }) => delaySeconds);

describe('first attempts', () => {
  it('are made at once, signed, counted by hour, and give their places back', async () => {
    const webhook = await register();
    const made = await admit(webhook, 5);
    expect(await run('deliveries', made.map(messageOf))).toEqual({ batchItemFailures: [] });
    expect(await statusesOf(webhook)).toEqual(Array(5).fill('delivered'));
    expect(new Set(sent.map(({ headers }) => headers['x-delivery-id'])).size).toBe(5);
    expect(sent[0]?.headers).toMatchObject({ 'x-delivery-attempt': '1', 'webhook-signature': /^v1,/ });
    expect(await inFlight()).toBe(0);
    const [counts] = (await readAttemptCounts(table, webhook.id, START, START)).values();
    expect(counts).toMatchObject({ attempts: 5, succeeded: 5 });
    expect(woken).toEqual([]);
  });

  it('that are asked for twice, or too late, are made once', async () => {
    const webhook = await register();
    const messages = (await admit(webhook, 3)).map(messageOf);
    await Promise.all([run('deliveries', [...messages, ...messages]), run('deliveries', messages)]);
    expect(sent).toHaveLength(3);
    const counted = await requests();
    await run('deliveries', messages);
    await run('retries', [wake(webhook)]);
    expect(sent).toHaveLength(3);
    expect(await requests()).toBe(counted);
  });

  it('of a test are its only ones, and count for nothing', async () => {
    answer = () => ({ status: 503 });
    const webhook = await register();
    const test = await table.admit(START, { account, webhookId: webhook.id, test: true });
    await run('deliveries', [messageOf(test)]);
    const found = await readWholeDelivery(table, test.deliveryId);
    expect(found?.delivery).toMatchObject({ status: 'failed', reason: 'Its only attempt failed.' });
    expect(await readAttemptCounts(table, webhook.id, START, START)).toEqual(new Map());
    expect(await webhooks.health.get(account, webhook.id)).not.toHaveProperty('exhausted');
  });

  it('that fail are due again after the interval, and end after six failures, with all of them in the log', async () => {
    answer = () => ({ status: 503 });
    const webhook = await register();
    const [made] = await admit(webhook, 1);
    await run('deliveries', [messageOf(made as Delivery)]);
    expect(delays()).toHaveLength(1);
    expect(delays()[0]).toBeGreaterThanOrEqual(GAP_S);
    expect(delays()[0]).toBeLessThanOrEqual(GAP_S * 1.1 + 1);
    pass(GAP_S - 1);
    await run('retries', [wake(webhook)]);
    expect(sent).toHaveLength(1);
    for (let round = 0; round < 10; round++) {
      pass(50_000);
      await run('retries', [wake(webhook)]);
    }
    const found = await readWholeDelivery(table, made?.deliveryId ?? '');
    expect(found?.delivery).toMatchObject({ status: 'failed', reason: 'All of its 6 attempts failed.' });
    expect(found?.log.map(({ number, responseStatus }) => [number, responseStatus])).toEqual(
      Array.from({ length: MAX_ATTEMPTS }, (_, index) => [index + 1, 503]),
    );
    expect(sent.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2', '3', '4', '5', '6']);
  });
});

it('a receiver that asks to wait gets the event then, at the URL that its webhook has by then', async () => {
  answer = () => ({ status: 429, retryAfter: '600' });
  const webhook = await register();
  const [made] = await admit(webhook, 1);
  await run('deliveries', [messageOf(made as Delivery)]);
  const url = 'https://elsewhere.example/hook';
  const caller = { ...account, keyId: 'key_1', requestId: 'request-1' };
  await webhooks.store.change(caller, webhook.id, { events: webhook.events, url, isOtherUrl: true }, now);
  answer = () => ({ ok: true, status: 200 });
  for (const [seconds, arrived] of [
    [599, 1],
    [61, 2],
  ] as const) {
    pass(seconds);
    await run('retries', [wake(webhook)]);
    expect(sent).toHaveLength(arrived);
  }
  expect(sent.map((request) => request.url)).toEqual([webhook.url, url]);
  const [first, second] = sent.map(({ body, headers }) => [body, headers['webhook-id']]);
  expect(second).toEqual(first);
});

it('a replaced secret signs until it expires', async () => {
  const webhook = await register();
  const caller = { ...account, keyId: 'key_1', requestId: 'request-1' };
  const sealed = { ciphertext: 'newer', createdAt: START.toISOString() };
  await webhooks.store.rotateSecret(caller, webhook.id, sealed, new Date(START.getTime() + 60_000));
  for (const seconds of [0, 61]) {
    pass(seconds);
    await run('deliveries', (await admit(webhook, 1)).map(messageOf));
  }
  const signatures = sent.map(({ headers }) => headers['webhook-signature']?.split(' ').length);
  expect(signatures).toEqual([2, 1]);
});

it('a receiver whose name is found slowly is waited for by four runs, and counts as slow', async () => {
  let [open, most] = [0, 0];
  lookUp = async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    open -= 1;
  };
  const webhook = await register();
  await Promise.all((await admit(webhook, 12)).map((made) => run('deliveries', [messageOf(made)])));
  expect(most).toBeLessThanOrEqual(4);
  expect((await webhooks.health.get(account, webhook.id))?.slowUntil).toBe('2026-03-02T10:10:00.000Z');
  const { deliveries } = await listDeliveries(table, webhook.id, { status: 'delivered', limit: 1 });
  const found = await readWholeDelivery(table, deliveries[0]?.deliveryId ?? '');
  expect(found?.log[0]?.durationMs).toBeGreaterThanOrEqual(1_200);
});

describe('an organization at its limit', () => {
  const fill = (count: number) =>
    takePlaces(
      table,
      {
        ...{ orgId: account.orgId, limit: 'deliveries', wanted: count, most: 100 },
        until: new Date(now.getTime() + 60_000),
      },
      now,
    );

  it('sends as many as it has places for, and wakes up for the rest', async () => {
    await fill(97);
    const webhook = await register();
    await run('deliveries', (await admit(webhook, 10)).map(messageOf));
    expect(sent).toHaveLength(3);
    expect(delays()).toEqual([5]);
    // The sweep does not count what waits as late.
    const { limitedUntil } = (await webhooks.health.get(account, webhook.id)) ?? {};
    expect(limitedUntil).toBe('2026-03-02T10:03:00.000Z');
    expect(await inFlight()).toBe(97);
    pass(61);
    await run('retries', [wake(webhook)]);
    expect(sent).toHaveLength(10);
  });

  it('keeps a quarter of its places from slow receivers, and passes their first attempts on', async () => {
    await fill(75);
    const slow = await register({ slowUntil: new Date(START.getTime() + 60_000).toISOString() });
    const quick = await register();
    const both = [...(await admit(slow, 2)), ...(await admit(quick, 2))].map(messageOf);
    await run('deliveries', both);
    expect(sent.map(({ headers }) => headers['x-delivery-id'])).toHaveLength(2);
    expect(woken.map(({ body }) => JSON.parse(body).webhookId)).toEqual([slow.id]);
    await run('retries', [wake(slow)]);
    expect(sent).toHaveLength(2);
    expect(delays()).toEqual([1, 5]);
  });

  it('waits for the next minute when it has made the requests of this one', async () => {
    now = new Date('2026-03-02T10:00:20.000Z');
    const webhook = await register();
    await run('deliveries', (await admit(webhook, 8)).map(messageOf), { perMinute: 5 });
    expect(sent).toHaveLength(5);
    await run('retries', [wake(webhook)], { perMinute: 5 });
    expect(sent).toHaveLength(5);
    expect(delays()).toEqual([5]);
    pass(40);
    await run('retries', [wake(webhook)], { perMinute: 5 });
    expect(sent).toHaveLength(8);
  });
});

describe('what is due for a webhook', () => {
  it('is sent 50 at a time, by one run after another, until nothing is left', async () => {
    const webhook = await register();
    await admit(webhook, 120);
    let open = 0;
    let most = 0;
    answer = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return { ok: true, status: 200 };
    };
    await Promise.all([1, 2, 3].map(() => run('retries', [wake(webhook)])));
    await runWoken();
    expect(sent).toHaveLength(120);
    expect(most).toBeLessThanOrEqual(50);
  });

  it('is sent after a batch in which all ended without an attempt', async () => {
    const webhook = await register();
    const event = anEvent();
    const lost = await table.store(Array(50).fill(webhook.id), START, { account, event });
    const Key = eventKey(account, event.id);
    await table.client.send(new DeleteCommand({ TableName: table.TableName, Key }));
    pass(1);
    const last = await table.admit(now, { account, webhookId: webhook.id });
    await run('retries', [wake(webhook)]);
    await runWoken();
    expect(sent.map(({ headers }) => headers['x-delivery-id'])).toEqual([last.deliveryId]);
    const found = await readWholeDelivery(table, lost[0]?.deliveryId ?? '');
    expect(found?.delivery.reason).toBe('Its payload is no longer kept.');
  });

  it('of a deleted webhook fails with the reason, also what is due later', async () => {
    const gone = newWebhook(account, START);
    const [first] = await admit(gone, 2);
    await table.admit(new Date(now.getTime() + 9_000_000), { account, webhookId: gone.id });
    await run('retries', [wake(gone)]);
    expect(await statusesOf(gone)).toEqual(['failed', 'failed', 'failed']);
    const found = await readWholeDelivery(table, first?.deliveryId ?? '');
    expect(found?.delivery.reason).toBe('The webhook was deleted.');
    expect(sent).toEqual([]);
  });

  it('of a disabled webhook fails, except an attempt in progress, which is looked at again', async () => {
    const webhook = await register({ enabled: false, disabledReason: 'Disabled by its owner.' });
    const [claimed] = await admit(webhook, 2);
    const lost = new Date(now.getTime() + 310_000);
    await claimAttempt(table, { ...(claimed as Delivery) }, webhook.url, now, lost);
    await run('retries', [wake(webhook)]);
    expect((await statusesOf(webhook)).sort()).toEqual(['failed', 'pending']);
    expect(delays()).toEqual([15]);
    pass(15);
    await run('retries', [wake(webhook)]);
    expect(await statusesOf(webhook)).toEqual(['failed', 'failed']);
  });

  it('disables the webhook whose receiver is gone, and wakes it up to fail the rest', async () => {
    answer = () => ({ status: 410 });
    const webhook = await register();
    const [first] = await admit(webhook, 2);
    await run('deliveries', [messageOf(first as Delivery)]);
    expect(delays()).toEqual([0]);
    expect(await webhooks.health.get(account, webhook.id)).toMatchObject({ enabled: false });
    await run('retries', [wake(webhook)]);
    expect(await statusesOf(webhook)).toEqual(['failed', 'failed']);
    expect(sent).toHaveLength(1);
  });
});

describe('faults of the service', () => {
  it('take no attempt and change no delivery, which is sent when they have ended', async () => {
    secretsFail = true;
    const webhook = await register();
    const [made] = await admit(webhook, 1);
    await run('deliveries', [messageOf(made as Delivery)]);
    pass(5 * 86_400);
    await run('retries', [wake(webhook)]);
    expect((await readWholeDelivery(table, made?.deliveryId ?? ''))?.delivery).toEqual(made);
    expect(woken).toEqual([]);
    secretsFail = false;
    await run('retries', [wake(webhook)]);
    expect(await statusesOf(webhook)).toEqual(['delivered']);
  });

  it('of one delivery do not stop the others, and messages of a failed run are received again', async () => {
    const webhook = await register();
    const made = await admit(webhook, 4);
    let updates = 0;
    // Those before the first claim take places and count requests.
    table.disturb(({ operation, attempt }) =>
      operation === 'UpdateItem' && (attempt > 1 || ++updates === 3) ? 'lost' : undefined,
    );
    expect(await run('deliveries', made.map(messageOf))).toEqual({ batchItemFailures: [] });
    expect(sent).toHaveLength(3);
    table.disturb(() => 'lost');
    const failed = await run('deliveries', ['no JSON', '{"orgId":"org"}', ...made.map(messageOf)]);
    expect(failed.batchItemFailures).toHaveLength(6);
    table.disturb(() => undefined);
    pass(16);
    await run('retries', [wake(webhook)]);
    expect(await statusesOf(webhook)).toEqual(Array(4).fill('delivered'));
    expect(sent).toHaveLength(4);
  });
});
