import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { Webhook } from '../../../../shared/webhooks/store/webhook.ts';
import { newWebhookId } from '../../../../shared/webhooks/store/webhook-id.ts';
import type { WebhookHealth } from '../../../../shared/webhooks/store/webhook-store.ts';
import { rejectionOf } from '../../../support/answer-parts.ts';
import { BODY, CALLER, dataOf, NOW, registrationUnderTest } from '../registration-under-test.ts';

const { orgId, events } = BODY;
const DAY_MS = 86_400_000;
const LATER = new Date(NOW.getTime() + 60_000);

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(logOutput, 'warn').mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A registered webhook, with all operations. */
async function registered() {
  const webhooks = registrationUnderTest();
  const { secret, ...webhook } = dataOf(await webhooks.create());
  webhooks.clock.now = LATER;
  return { ...webhooks, webhook, secret, id: webhook.id };
}

async function stored(health: WebhookHealth, id: string): Promise<Webhook> {
  const webhook = await health.get(CALLER, id);
  if (webhook === undefined) throw new Error('The webhook does not exist.');
  return webhook;
}

const STRANGERS = [
  { ...CALLER, orgId: 'org_2' },
  { ...CALLER, mode: 'live' },
] as const;

describe('unknown webhooks', () => {
  it.each([
    ['an empty id', ''],
    ['an id without digits', 'wh_'],
    ['another word', 'count'],
    ['a path', 'wh_../x'],
    ['the id of no webhook', newWebhookId()],
    ['an id that is not complete', newWebhookId().slice(0, -1)],
    ['an id with one more digit', `${newWebhookId()}0`],
  ])('by %s', async (_, id) => {
    const { read, update, remove, rotate, sent } = await registered();
    for (const answer of [
      await read(id, CALLER),
      await update(id, BODY, CALLER),
      await remove(id, CALLER),
      await rotate(id, CALLER),
    ]) {
      expect(rejectionOf(answer)).toMatchObject({ kind: 'not-found' });
    }
    expect(sent).toEqual([]);
  });

  it('include those of another organization or mode', async () => {
    const { id, read, list, update, remove, rotate, webhook } = await registered();
    for (const stranger of STRANGERS) {
      for (const answer of [
        await read(id, stranger),
        await update(id, { ...BODY, orgId: stranger.orgId }, stranger),
        await remove(id, stranger),
        await rotate(id, stranger),
      ]) {
        expect(rejectionOf(answer)).toMatchObject({ kind: 'not-found' });
      }
      expect(dataOf(await list(stranger))).toEqual([]);
    }
    expect(dataOf(await read(id, CALLER))).toEqual(webhook);
  });
});

describe('changing a webhook', () => {
  it('replaces its events and URL, and returns the webhook', async () => {
    const { id, update, read, list, webhook } = await registered();
    const url = 'http://receiver.example/other';

    const data = dataOf(await update(id, { orgId, events: ['rfp.deleted'], url }, CALLER));

    expect(data).toEqual({
      ...webhook,
      url,
      events: ['rfp.deleted'],
      updatedAt: LATER.toISOString(),
      warnings: [expect.stringContaining('http')],
    });
    expect(dataOf(await read(id, CALLER))).toEqual(data);
    expect(dataOf(await list(CALLER))).toEqual([data]);
  });

  it('changes nothing if a field is rejected', async () => {
    const { id, update, read, webhook } = await registered();
    await update(id, { orgId, events: ['rfp.deleted'], url: 'https://10.0.0.1/' }, CALLER);
    await update(id, { orgId, events: ['rfp.deleted'], enabled: 'no' }, CALLER);

    expect(dataOf(await read(id, CALLER))).toEqual(webhook);
  });

  it('disables it with a message to end its deliveries, and enables it again', async () => {
    const { id, update, sent, webhook } = await registered();

    expect(dataOf(await update(id, { orgId, events, enabled: false }, CALLER))).toMatchObject({
      enabled: false,
      disabledReason: 'Disabled by its owner.',
      disabledAt: LATER.toISOString(),
    });
    expect(sent.map(({ body, ...rest }) => ({ ...JSON.parse(body), ...rest }))).toEqual([
      {
        kind: 'close',
        orgId: CALLER.orgId,
        mode: CALLER.mode,
        webhookId: id,
        reason: 'The webhook was disabled by its owner.',
        group: orgId,
        delaySeconds: 0,
      },
    ]);
    expect(dataOf(await update(id, { orgId, events, enabled: true }, CALLER))).toEqual({
      ...webhook,
      updatedAt: LATER.toISOString(),
    });
    expect(sent).toHaveLength(1);
  });

  it('keeps its state if the body omits it', async () => {
    const { id, update, health } = await registered();
    await health.disable(await stored(health, id), 'The receiver answered 410.', NOW);

    expect(dataOf(await update(id, { orgId, events }, CALLER))).toMatchObject({
      enabled: false,
      disabledReason: 'The receiver answered 410.',
    });
  });

  it('restarts the count of failures with another URL, and keeps it with the same one', async () => {
    const { id, update, health, webhook } = await registered();
    await health.countExhausted(await stored(health, id), NOW);

    await update(id, { ...BODY, url: webhook.url }, CALLER);
    expect((await stored(health, id)).exhausted?.count).toBe(1);
    await update(id, { ...BODY, url: `${webhook.url}/repaired` }, CALLER);
    expect((await stored(health, id)).exhausted).toBeUndefined();
  });
});

describe('deleting a webhook', () => {
  it('returns its id, ends its deliveries, and succeeds once', async () => {
    const { id, remove, list, sent } = await registered();

    expect(dataOf(await remove(id, CALLER))).toEqual({ id, deleted: true });
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      {
        kind: 'close',
        orgId: CALLER.orgId,
        mode: CALLER.mode,
        webhookId: id,
        reason: 'The webhook was deleted.',
      },
    ]);
    expect(rejectionOf(await remove(id, CALLER))).toMatchObject({ kind: 'not-found' });
    expect(dataOf(await list(CALLER))).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['rejects the message', async () => [0]],
    ['fails', async () => Promise.reject(new Error('no queue'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('succeeds if the queue %s, and logs it', async (_, send) => {
    vi.useFakeTimers({ toNotFake: ['nextTick', 'queueMicrotask'] });
    const { id, remove, queue } = await registered();
    queue.send = send;

    const removal = remove(id, CALLER);
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();

    expect(dataOf(await removal)).toEqual({ id, deleted: true });
    expect(logged).toEqual([expect.stringContaining('WEBHOOK_DELIVERIES_NOT_FAILED')]);
  });
});

describe('rotating the secret of a webhook', () => {
  it('returns a new one once, and keeps the old one for 24 hours', async () => {
    const { id, rotate, read, store, secrets, secret, webhook } = await registered();

    const data = dataOf(await rotate(id, CALLER));

    const until = new Date(LATER.getTime() + DAY_MS).toISOString();
    expect(data).toEqual({
      ...webhook,
      secret: expect.stringMatching(/^whsec_/),
      previousSecretExpiresAt: until,
      updatedAt: LATER.toISOString(),
    });
    expect(JSON.stringify(dataOf(await read(id, CALLER)))).not.toContain('whsec_');
    const kept = (await store.get(CALLER, id))?.secrets ?? [];
    const opened = await Promise.all(
      kept.map((sealed) => secrets.open(sealed, { ...CALLER, webhookId: id })),
    );
    expect(opened).toEqual([data.secret, secret]);
    expect(kept.map(({ expiresAt }) => expiresAt)).toEqual([undefined, until]);
  });

  it('removes the oldest of three at once', async () => {
    const { id, rotate, store, secrets, secret } = await registered();
    const rotated = [dataOf(await rotate(id, CALLER)), dataOf(await rotate(id, CALLER))];

    const kept = (await store.get(CALLER, id))?.secrets ?? [];
    const opened = await Promise.all(
      kept.map((sealed) => secrets.open(sealed, { ...CALLER, webhookId: id })),
    );
    expect(opened).toEqual(rotated.map((data) => data.secret).reverse());
    expect(opened).not.toContain(secret);
  });
});
