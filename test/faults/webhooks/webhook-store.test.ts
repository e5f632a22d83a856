import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { engineSettings } from '../../../lib/local/template/local-names.ts';
import { createDocumentClient } from '../../../shared/platform/dynamodb/document-client.ts';
import { MAX_EXHAUSTED, MAX_WEBHOOKS, type Webhook } from '../../../shared/webhooks/store/webhook.ts';
import {
  keyedAnswer,
  localTables,
  minutesLater,
  NOON,
  newAccount,
  newWebhook,
  type Tables,
  type WebhooksUnderTest,
  webhooksOn,
} from '../../contract/webhooks/webhooks-under-test.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';
import { type LossyDynamoDb, startLossyDynamoDb, type WireFault } from '../../support/lossy-dynamodb.ts';

const DAY_MINUTES = 24 * 60;

let engine: TestDynamoDb;
let wire: LossyDynamoDb;
let tables: Omit<Tables, 'client'>;
let client: DynamoDBDocumentClient;
let webhooks: WebhooksUnderTest;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  wire = await startLossyDynamoDb(engine.endpoint);
  tables = await localTables(engine.endpoint);
});

afterAll(async () => {
  await wire.stop();
  await engine.stop();
});

// A new client for each test: the SDK limits the retries of a client.
beforeEach(() => {
  wire.disturb(() => undefined);
  // With the timeouts of deployed functions, after which a request is repeated.
  client = createDocumentClient({ ...engineSettings(wire.endpoint), maxAttempts: 3 });
  webhooks = webhooksOn({ client, ...tables });
});
afterEach(() => client.destroy());

/** For many calls at once, which a loaded machine answers after the timeouts of deployed functions. */
function waitLonger(): void {
  client.destroy();
  client = localDocumentClient(wire.endpoint);
  webhooks = webhooksOn({ client, ...tables });
}

const isWrite = (operation: string) => /^(UpdateItem|TransactWriteItems)$/.test(operation);

/** Injects a fault into the first attempt of the next write. */
function disturbNext(fault: WireFault): () => boolean {
  let left = 1;
  wire.disturb(({ operation, attempt }) => {
    if (!isWrite(operation) || attempt > 1 || left === 0) return undefined;
    left -= 1;
    return fault;
  });
  return () => left === 0;
}

/** Injects faults into the first attempt of every second write. */
function disturbMany(...faults: readonly WireFault[]): void {
  let writes = 0;
  wire.disturb(({ operation, attempt }) => {
    if (!isWrite(operation) || attempt > 1) return undefined;
    writes += 1;
    return writes % 2 === 0 ? undefined : faults[Math.floor(writes / 2) % faults.length];
  });
}

describe('one write of webhooks', () => {
  describe.each(['applied-then-broken', 'applied-then-silent', 'lost'] as const)('%s', (fault) => {
    const account = newAccount();

    it('makes a webhook and its stored response once', async () => {
      const webhook = newWebhook(account);
      const disturbed = disturbNext(fault);

      await expect(webhooks.store.create(webhook, account, keyedAnswer(account, fault))).resolves.toBe(
        'created',
      );

      expect(disturbed()).toBe(true);
      expect(await webhooks.store.list(account)).toEqual([webhook]);
    });

    it('rotates once, so that the old secret stays valid', async () => {
      const [before] = await webhooks.store.list(account);
      const secret = { ciphertext: `next of ${fault}`, createdAt: minutesLater(1).toISOString() };
      const disturbed = disturbNext(fault);

      const rotated = await webhooks.store.rotateSecret(
        account,
        before?.id ?? '',
        secret,
        minutesLater(DAY_MINUTES),
      );

      expect(disturbed()).toBe(true);
      expect(rotated?.secrets.map(({ ciphertext }) => ciphertext)).toEqual([
        secret.ciphertext,
        before?.secrets[0]?.ciphertext,
      ]);
    });

    it('counts an exhausted delivery once, and reports the disabling', async () => {
      const webhook = (await webhooks.store.list(account))[0] as Webhook;
      const disturbed = disturbNext(fault);
      await webhooks.health.countExhausted(webhook, minutesLater(0));
      expect(disturbed()).toBe(true);
      expect((await webhooks.store.get(account, webhook.id))?.exhausted?.count).toBe(1);

      const disturbedAgain = disturbNext(fault);
      await expect(webhooks.health.disable(webhook, 'Gone.', minutesLater(1))).resolves.toBe(true);
      expect(disturbedAgain()).toBe(true);
    });

    it('deletes once, and reports it', async () => {
      const id = (await webhooks.store.list(account))[0]?.id ?? '';
      const disturbed = disturbNext(fault);

      await expect(webhooks.store.delete(account, id, NOON)).resolves.toBe(true);

      expect(disturbed()).toBe(true);
      expect(await webhooks.store.list(account)).toEqual([]);
    });
  });
});

describe('the limit of webhooks', () => {
  it('is exact for 100 concurrent creations on a wire that loses requests and responses', async () => {
    waitLonger();
    const account = newAccount('live');
    disturbMany('applied-then-broken', 'lost', 'conflict');

    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => webhooks.store.create(newWebhook(account), account)),
    );

    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(MAX_WEBHOOKS.live);
    expect(await webhooks.store.list(account)).toHaveLength(MAX_WEBHOOKS.live);
  });

  it('is exact after concurrent creations and deletions on that wire', async () => {
    waitLonger();
    const account = newAccount('live');
    await Promise.all(Array.from({ length: 30 }, () => webhooks.store.create(newWebhook(account), account)));
    const old = await webhooks.store.list(account);
    disturbMany('conflict', 'applied-then-broken', 'lost');

    const [deleted, made] = await Promise.all([
      Promise.all(old.map(({ id }) => webhooks.store.delete(account, id, NOON))),
      Promise.all(Array.from({ length: 60 }, () => webhooks.store.create(newWebhook(account), account))),
    ]);

    wire.disturb(() => undefined);
    const created = made.filter((outcome) => outcome === 'created').length;
    expect(deleted).toEqual(old.map(() => true));
    expect(await webhooks.store.list(account)).toHaveLength(created);
    const rest = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS.live }, () => webhooks.store.create(newWebhook(account), account)),
    );
    expect(rest.filter((outcome) => outcome === 'created')).toHaveLength(MAX_WEBHOOKS.live - created);
    expect(await webhooks.store.list(account)).toHaveLength(MAX_WEBHOOKS.live);
  });

  it('counts exhausted deliveries exactly on that wire, and disables once', async () => {
    waitLonger();
    const account = newAccount();
    const webhook = newWebhook(account);
    await webhooks.store.create(webhook, account);
    disturbMany('conflict', 'applied-then-broken', 'lost');

    const early = await Promise.all(
      Array.from({ length: MAX_EXHAUSTED - 1 }, () =>
        webhooks.health.countExhausted(webhook, minutesLater(0)),
      ),
    );
    expect(early).not.toContain(true);
    expect((await webhooks.store.get(account, webhook.id))?.exhausted?.count).toBe(MAX_EXHAUSTED - 1);

    const late = await Promise.all(
      Array.from({ length: 10 }, () => webhooks.health.countExhausted(webhook, minutesLater(DAY_MINUTES))),
    );
    expect(late.filter(Boolean)).toHaveLength(1);
  });
});
