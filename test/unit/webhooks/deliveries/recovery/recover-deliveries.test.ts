import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../shared/platform/account/account.ts';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import type { Delivery } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { recoverDeliveriesUseCase } from '../../../../../shared/webhooks/deliveries/recovery/recover-deliveries.ts';
import { createCallLimit } from '../../../../../shared/webhooks/limits/call-limit.ts';
import { newWebhookId } from '../../../../../shared/webhooks/store/webhook-id.ts';
import { aDelivery, aQueue, aWebhook, NOW, someCallLeases } from '../attempts/doubles.ts';

const CALLER: Account = { orgId: 'org_1', mode: 'live' };
const SPAN = { since: '2026-03-01', until: '2026-03-02' };
const ID = newWebhookId();

beforeEach(() => {
  vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

/** Recovers failed deliveries; each advances the clock by `msEach`. */
function recoveryUnderTest(failed: Delivery[], { msEach = 0, rejected = [] as readonly number[] } = {}) {
  const deliveries = aQueue(rejected);
  const callLeases = someCallLeases();
  let now = NOW;
  const asked: unknown[] = [];
  const recover = recoverDeliveriesUseCase({
    deliveries,
    limit: createCallLimit(callLeases, 'recover', () => now),
    now: () => now,
    webhooks: { get: async (_account, id) => (id === ID ? aWebhook({ id }) : undefined) },
    records: {
      list: async (_webhookId, { after, limit, ...filter }) => {
        asked.push(filter);
        const start =
          after === undefined ? 0 : failed.findIndex(({ deliveryId }) => deliveryId === after) + 1;
        const page = failed.slice(start, start + limit);
        const last = page.at(-1)?.deliveryId;
        return { deliveries: page, ...(start + limit < failed.length && last ? { next: last } : {}) };
      },
    },
    redeliveries: {
      redeliver: async (old, _at, onlyOnce) => {
        expect(onlyOnce).toBe(true);
        now = new Date(now.getTime() + msEach);
        const position = failed.indexOf(old);
        const delivery = aDelivery({ redeliveryOf: old.deliveryId });
        failed[position] = { ...old, redeliveredBy: delivery.deliveryId };
        return { outcome: 'made', delivery };
      },
    },
  });
  return {
    recover: (body: unknown = SPAN, caller = CALLER) => recover(ID, body, caller),
    deliveries,
    asked,
    callLeases,
  };
}

const some = (count: number, change: Partial<Delivery> = {}) =>
  Array.from({ length: count }, () => aDelivery({ status: 'failed', ...change }));

describe('recovering failed deliveries', () => {
  it('repeats and enqueues each failed delivery of the time range, except repeated ones and tests', async () => {
    const { recover, deliveries, asked } = recoveryUnderTest([
      ...some(45),
      ...some(3, { redeliveredBy: 'dlv_new' }),
      ...some(2, { test: true }),
    ]);

    expect(await recover()).toEqual({
      ok: true,
      body: { status: 'success', data: { recovered: 45, complete: true } },
    });
    expect(deliveries.sent).toHaveLength(45);
    // A date in `until` includes that day.
    expect(asked[0]).toEqual({
      status: 'failed',
      since: new Date('2026-03-01T00:00:00.000Z'),
      until: new Date('2026-03-03T00:00:00.000Z'),
    });
  });

  it('stops when its time is up, and continues with the next call', async () => {
    const { recover } = recoveryUnderTest(some(200), { msEach: 200 });
    const calls: { recovered: number; complete: boolean }[] = [];
    do {
      const outcome = await recover();
      if (!outcome.ok) throw new Error(outcome.rejection.message);
      calls.push(outcome.body.data);
    } while (!calls.at(-1)?.complete);

    expect(calls.length).toBeGreaterThan(1);
    expect(calls.reduce((sum, { recovered }) => sum + recovered, 0)).toBe(200);
    expect(calls[0]).toEqual({ recovered: 80, complete: false });
  });

  it('runs at most twice concurrently for an organization, independent of others', async () => {
    const { recover, asked, callLeases } = recoveryUnderTest(some(45));

    const outcomes = await Promise.all([
      recover(),
      recover(),
      recover(),
      recover(SPAN, { ...CALLER, orgId: 'org_2' }),
    ]);

    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false, true]);
    expect(outcomes[2]).toMatchObject({
      rejection: {
        kind: 'rate-limited',
        retryAfter: 15,
        message: expect.stringMatching(/^At most 2 recoveries /),
      },
    });
    expect(callLeases.running()).toBe(0);
    expect(asked.length).toBeGreaterThan(0);
    expect(await recover()).toMatchObject({ ok: true });
  });

  it('does not fail if the queue rejects messages: the sweep finds the deliveries', async () => {
    const { recover } = recoveryUnderTest(some(2), { rejected: [0, 1] });
    expect(await recover()).toMatchObject({ body: { data: { recovered: 2, complete: true } } });
  });

  const NO_OBJECT = 'the body must be a JSON object with since and until';
  it.each([
    [null, NO_OBJECT],
    ['2026', NO_OBJECT],
    [[], NO_OBJECT],
    [{}, 'since is required; until is required'],
    [{ since: SPAN.since }, 'until is required'],
    [{ until: SPAN.until }, 'since is required'],
    [{ since: '2026-03-02', until: '2026-03-01' }, 'since must not be after until'],
    [
      { since: 1, until: SPAN.until },
      'since must be a UTC time such as 2026-03-02T10:00:00Z, or a day as YYYY-MM-DD',
    ],
  ])('is rejected for %j', async (body, faults) => {
    const { recover, asked } = recoveryUnderTest(some(1));
    expect(await recover(body)).toEqual({
      ok: false,
      rejection: { kind: 'invalid', message: `Invalid request: ${faults}.` },
    });
    expect(asked).toEqual([]);
  });
});
