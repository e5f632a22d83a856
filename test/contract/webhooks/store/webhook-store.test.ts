import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account, Caller } from '../../../../shared/platform/account/account.ts';
import {
  DISABLED_BY_EXHAUSTION,
  DISABLED_BY_OWNER,
  MAX_EXHAUSTED,
  MAX_WEBHOOKS,
  newWebhookId,
  type Webhook,
} from '../../../../shared/webhooks/store/webhook.ts';
import {
  keyedAnswer,
  minutesLater,
  NOON,
  newAccount,
  newWebhook,
  startWebhooks,
} from '../webhooks-under-test.ts';

const DAY_MINUTES = 24 * 60;

describe('webhooks', () => {
  let engine: Awaited<ReturnType<typeof startWebhooks>>;
  beforeAll(async () => {
    engine = await startWebhooks();
  });
  afterAll(() => engine.stop());

  async function made(account: Caller, at = NOON) {
    const webhook = newWebhook(account, at);
    await expect(engine.store.create(webhook, account)).resolves.toBe('created');
    return webhook;
  }
  const makeMany = (account: Caller, count: number) =>
    Promise.all(Array.from({ length: count }, () => engine.store.create(newWebhook(account), account)));
  /** As deliveries read the webhook. */
  const read = async (account: Account, id: string): Promise<Webhook> => {
    const webhook = await engine.health.get(account, id);
    if (webhook === undefined) throw new Error(`There is no webhook ${id}.`);
    return webhook;
  };
  const exhaust = async (account: Account, id: string, times: number, firstMinute: number) => {
    const disabled: boolean[] = [];
    const webhook = await read(account, id);
    for (let minute = firstMinute; minute < firstMinute + times; minute++) {
      disabled.push(await engine.health.countExhausted(webhook, minutesLater(minute)));
    }
    return disabled;
  };

  it('are read unchanged, only by their account', async () => {
    const account = newAccount();
    const webhook = await made(account);
    const off = { ...newWebhook(account), enabled: false, disabledReason: DISABLED_BY_OWNER };
    await engine.store.create({ ...off, disabledAt: off.createdAt }, account);

    await expect(engine.store.get(account, webhook.id)).resolves.toEqual(webhook);
    await expect(engine.health.get(account, webhook.id)).resolves.toEqual(webhook);
    await expect(engine.store.get(account, off.id)).resolves.toEqual({ ...off, disabledAt: off.createdAt });
    const sealed = { ciphertext: 'other', createdAt: NOON.toISOString() };
    for (const stranger of [newAccount(), { ...account, mode: 'live' as const }]) {
      await expect(engine.store.get(stranger, webhook.id)).resolves.toBeUndefined();
      await expect(engine.store.list(stranger)).resolves.toEqual([]);
      await expect(
        engine.store.change(stranger, webhook.id, { url: 'https://x.example/' }, NOON),
      ).resolves.toBeUndefined();
      await expect(engine.store.rotateSecret(stranger, webhook.id, sealed, NOON)).resolves.toBeUndefined();
      await expect(engine.store.delete(stranger, webhook.id, NOON)).resolves.toBe(false);
      await expect(engine.health.disable({ ...webhook, ...stranger }, 'x', NOON)).resolves.toBe(false);
    }
    await expect(engine.store.get(account, webhook.id)).resolves.toEqual(webhook);
  });

  it('are reported as full at the limit, and not after a deletion', async () => {
    const account = newAccount();
    await expect(engine.store.isFull(account)).resolves.toBe(false);
    const webhook = await made(account);
    await makeMany(account, MAX_WEBHOOKS.test - 2);
    await expect(engine.store.isFull(account)).resolves.toBe(false);
    await made(account);
    await expect(engine.store.isFull(account)).resolves.toBe(true);
    await expect(engine.store.isFull({ ...account, mode: 'live' })).resolves.toBe(false);
    await engine.store.delete(account, webhook.id, NOON);
    await expect(engine.store.isFull(account)).resolves.toBe(false);
  });

  it.each([
    ['live', 50],
    ['test', 20],
  ] as const)('of %s keys are at most %d, also after deletions', async (mode, most) => {
    const account = newAccount(mode);
    const otherMode = mode === 'live' ? 'test' : 'live';
    await makeMany(account, most - 1);
    const last = await made(account);

    await expect(engine.store.create(newWebhook(account), account)).resolves.toBe('too-many');
    await expect(
      engine.store.create(newWebhook({ ...account, mode: otherMode }), { ...account, mode: otherMode }),
    ).resolves.toBe('created');
    await expect(engine.store.delete(account, last.id, NOON)).resolves.toBe(true);
    await expect(engine.store.delete(account, last.id, NOON)).resolves.toBe(false);
    await expect(engine.store.create(newWebhook(account), account)).resolves.toBe('created');
    await expect(engine.store.create(newWebhook(account), account)).resolves.toBe('too-many');
    expect(await engine.store.list(account)).toHaveLength(most);
  });

  it('are counted exactly with concurrent creations and deletions', async () => {
    const account = newAccount('live');
    await makeMany(account, 40);
    const old = await engine.store.list(account);

    const [made, deleted] = await Promise.all([
      makeMany(account, 50),
      Promise.all([...old, ...old.slice(0, 10)].map(({ id }) => engine.store.delete(account, id, NOON))),
    ]);

    const created = made.filter((outcome) => outcome === 'created').length;
    expect(deleted.filter(Boolean)).toHaveLength(40);
    expect(await engine.store.list(account)).toHaveLength(created);
    const rest = await makeMany(account, MAX_WEBHOOKS.live - created + 3);
    expect(rest.filter((outcome) => outcome === 'too-many')).toHaveLength(3);
    expect(await engine.store.list(account)).toHaveLength(MAX_WEBHOOKS.live);
  });

  it('are stored with the response of their creation, or not at all', async () => {
    const account = newAccount();
    const [one, other] = [newWebhook(account), newWebhook(account)];
    const answer = keyedAnswer(account, 'key-1');

    await expect(engine.store.create(one, account, answer)).resolves.toBe('created');
    await expect(engine.store.create(other, account, answer)).resolves.toBe('extra-write-rejected');

    expect(await engine.store.list(account)).toEqual([one]);
  });

  it('do not store the response at the limit: the key is usable later', async () => {
    const account = newAccount();
    const answer = keyedAnswer(account, 'key-3');
    await makeMany(account, MAX_WEBHOOKS.test);
    await expect(engine.store.create(newWebhook(account), account, answer)).resolves.toBe('too-many');

    const [first] = await engine.store.list(account);
    await engine.store.delete(account, first?.id ?? '', NOON);

    await expect(engine.store.create(newWebhook(account), account, answer)).resolves.toBe('created');
  });

  it('are changed field by field', async () => {
    const account = newAccount();
    const webhook = await made(account);

    const [renamed, moved] = await Promise.all([
      engine.store.change(account, webhook.id, { events: ['rfp.created'] }, minutesLater(1)),
      engine.store.change(account, webhook.id, { url: 'https://other.example/' }, minutesLater(1)),
    ]);

    expect([renamed?.events, moved?.url]).toEqual([['rfp.created'], 'https://other.example/']);
    await expect(engine.store.get(account, webhook.id)).resolves.toEqual({
      ...webhook,
      events: ['rfp.created'],
      url: 'https://other.example/',
      updatedAt: minutesLater(1).toISOString(),
    });
    await expect(
      engine.store.change(account, newWebhookId(), { enabled: true }, NOON),
    ).resolves.toBeUndefined();
  });

  it('have at most two secrets, and lose the oldest at once', async () => {
    const account = newAccount();
    const webhook = await made(account);
    const secret = (minute: number) => ({
      ciphertext: `sealed at ${minute}`,
      createdAt: minutesLater(minute).toISOString(),
    });
    const until = (minute: number) => minutesLater(minute + DAY_MINUTES);

    const once = await engine.store.rotateSecret(account, webhook.id, secret(1), until(1));
    const twice = await engine.store.rotateSecret(account, webhook.id, secret(2), until(2));

    expect(once?.secrets).toEqual([secret(1), { ...webhook.secrets[0], expiresAt: until(1).toISOString() }]);
    expect(twice?.secrets).toEqual([secret(2), { ...secret(1), expiresAt: until(2).toISOString() }]);
    expect(twice?.updatedAt).toBe(minutesLater(2).toISOString());
    await expect(engine.store.get(account, webhook.id)).resolves.toEqual(twice);
  });

  it('are slow until the latest reported time', async () => {
    const account = newAccount();
    const webhook = await made(account);
    for (const minute of [5, 9, 7]) await engine.health.mark(webhook, 'slowUntil', minutesLater(minute));

    await expect(engine.store.get(account, webhook.id)).resolves.toEqual({
      ...webhook,
      slowUntil: minutesLater(9).toISOString(),
    });
  });

  it('are disabled by the 20th consecutive exhausted delivery, at least a day after the first', async () => {
    const account = newAccount();
    const webhook = await made(account);

    expect(await exhaust(account, webhook.id, MAX_EXHAUSTED + 5, 0)).not.toContain(true);
    expect(await exhaust(account, webhook.id, 1, DAY_MINUTES - 1)).toEqual([false]);
    expect(await exhaust(account, webhook.id, 3, DAY_MINUTES)).toEqual([true, false, false]);

    const disabled = await engine.store.get(account, webhook.id);
    expect(disabled).toMatchObject({
      enabled: false,
      disabledReason: DISABLED_BY_EXHAUSTION,
      disabledAt: minutesLater(DAY_MINUTES).toISOString(),
      updatedAt: minutesLater(DAY_MINUTES).toISOString(),
    });
    await expect(
      engine.store.change(account, webhook.id, { enabled: true }, minutesLater(DAY_MINUTES + 9)),
    ).resolves.toEqual({ ...webhook, updatedAt: minutesLater(DAY_MINUTES + 9).toISOString() });
    expect(await exhaust(account, webhook.id, 1, DAY_MINUTES + 10)).toEqual([false]);
  });

  it('are disabled once by concurrent exhausted deliveries', async () => {
    const account = newAccount();
    const webhook = await made(account);
    await exhaust(account, webhook.id, MAX_EXHAUSTED - 1, 0);

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => engine.health.countExhausted(webhook, minutesLater(2 * DAY_MINUTES))),
    );

    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('are neither counted nor disabled for a delivery that read them before a change', async () => {
    const account = newAccount();
    const before = await made(account);
    const url = 'https://repaired.example/';
    const change = { url, isOtherUrl: true };
    const webhook = await engine.store.change(account, before.id, change, minutesLater(1));

    await expect(engine.health.disable(before, 'Gone.', minutesLater(2))).resolves.toBe(false);
    await expect(engine.health.countExhausted(before, minutesLater(2))).resolves.toBe(false);

    await expect(engine.store.get(account, before.id)).resolves.toEqual(webhook);
    expect(webhook).toMatchObject({ url, enabled: true });
    expect(webhook?.exhausted).toBeUndefined();
  });

  it('restart the count with another URL, and keep it with the same one', async () => {
    const account = newAccount();
    const { id, url } = await made(account);
    await exhaust(account, id, MAX_EXHAUSTED - 1, 0);

    const same = { url, isOtherUrl: false };
    const kept = await engine.store.change(account, id, same, minutesLater(DAY_MINUTES));
    expect(kept?.exhausted?.count).toBe(MAX_EXHAUSTED - 1);
    const other = { url: 'https://repaired.example/', isOtherUrl: true };
    const moved = await engine.store.change(account, id, other, minutesLater(DAY_MINUTES + 1));
    expect(moved?.exhausted).toBeUndefined();

    expect(await exhaust(account, id, 1, DAY_MINUTES + 2)).toEqual([false]);
  });

  it('restart the count after a successful delivery', async () => {
    const account = newAccount();
    const webhook = await made(account);
    await exhaust(account, webhook.id, MAX_EXHAUSTED, 0);

    await engine.health.clearExhausted(account, webhook.id);
    await engine.health.clearExhausted(account, webhook.id);

    await expect(engine.store.get(account, webhook.id)).resolves.toEqual(webhook);
    expect(await exhaust(account, webhook.id, MAX_EXHAUSTED, 2 * DAY_MINUTES)).not.toContain(true);
  });

  it('are disabled once with a reason, which their owner does not overwrite', async () => {
    const account = newAccount();
    const webhook = await made(account);

    const outcomes = await Promise.all(
      ['Gone.', 'Gone.', 'Gone.'].map((reason) => engine.health.disable(webhook, reason, minutesLater(1))),
    );

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    await expect(engine.store.get(account, webhook.id)).resolves.toMatchObject({
      disabledReason: 'Gone.',
      updatedAt: minutesLater(1).toISOString(),
    });
    const off = await engine.store.change(account, webhook.id, { enabled: false }, minutesLater(2));
    expect(off).toMatchObject({ disabledReason: 'Gone.', disabledAt: minutesLater(1).toISOString() });
  });

  it('stay deleted after any report of deliveries', async () => {
    const account = newAccount();
    const webhook = await made(account);
    await engine.store.delete(account, webhook.id, NOON);

    await engine.health.mark(webhook, 'slowUntil', minutesLater(5));
    await engine.health.clearExhausted(account, webhook.id);
    await expect(engine.health.countExhausted(webhook, NOON)).resolves.toBe(false);
    await expect(engine.health.disable(webhook, 'Gone.', NOON)).resolves.toBe(false);
    await expect(engine.store.change(account, webhook.id, { enabled: true }, NOON)).resolves.toBeUndefined();

    await expect(engine.store.get(account, webhook.id)).resolves.toBeUndefined();
    await expect(engine.store.list(account)).resolves.toEqual([]);
  });

  it('are recorded in the audit log with their author, without secrets and queries', async () => {
    const account = newAccount();
    const webhook = { ...newWebhook(account), url: 'https://user:pass@receiver.example/hook?token=t0ken' };
    await engine.store.create(webhook, account);
    const change = { events: ['rfp.created'], enabled: false } as const;
    await engine.store.change(account, webhook.id, change, minutesLater(1));
    const secret = { ciphertext: 'sealed-next', createdAt: minutesLater(2).toISOString() };
    await engine.store.rotateSecret(account, webhook.id, secret, minutesLater(9));
    await engine.store.delete(account, webhook.id, minutesLater(3));
    await engine.store.delete(account, webhook.id, minutesLater(4));
    await engine.store.change(account, webhook.id, change, minutesLater(4));

    const { events } = await engine.auditLog.list(account, { limit: 9 }, minutesLater(9));

    expect(
      events.map(({ action, target, author, details }) => ({ action, target, author, details })),
    ).toEqual(
      [
        ['webhook.deleted', undefined],
        ['webhook.secret_rotated', { previousSecretExpiresAt: minutesLater(9).toISOString() }],
        ['webhook.updated', { events: ['rfp.created'], enabled: false }],
        ['webhook.created', { url: 'https://receiver.example/hook', events: webhook.events, enabled: true }],
      ].map(([action, details]) => ({
        action,
        target: { type: 'webhook', id: webhook.id },
        author: { type: 'key', keyId: 'key_1', requestId: 'request-1' },
        details,
      })),
    );
  });
});
