import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queueUrl } from '../../../lib/local/template/local-names.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { writeRfpMessage } from '../../../shared/rfps/queue/rfp-message.ts';
import type { RfpId } from '../../../shared/rfps/record/stored-rfp.ts';
import { EVENT_NAMES } from '../../../shared/webhooks/events/event-names.ts';
import { engineQueues } from '../../support/engine-queues.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { eventsAt } from '../../support/received-events.ts';
import { createOrganization } from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { itemCount, type RfpsCaller, rfpsCaller } from './rfps-caller.ts';

const LANES = 120;
/** 50 lanes each. */
const CHUNKS = 3;
/** Every 40th lane has an unknown destination. */
const FAILED = 3;

let service: LocalService;
let receiver: WebhookReceiver;
let rfps: RfpsCaller;
let account: Account;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startLocalService({ own: true }), startWebhookReceiver()]);
  rfps = await rfpsCaller(service);
  const { orgId, apiKey } = await createOrganization(service, '--live');
  account = { orgId, mode: 'live' };
  const body = { orgId, url: receiver.url, events: EVENT_NAMES };
  const registered = await service.call('POST', '/v1/webhooks', { key: apiKey, body });
  const strategy = await service.call('PUT', '/api/v1/pricing-strategy', {
    key: apiKey,
    body: strategyBody(),
  });
  expect([registered.status, strategy.status]).toEqual([200, 200]);
});

afterAll(async () => {
  rfps?.stop();
  await receiver?.stop();
  await service?.stop();
});

/** Events of an RFP at the receiver, oldest first. */
const eventsOf = (rfpId: RfpId) =>
  eventsAt(receiver)
    .map(({ event }) => event)
    .filter(({ object }) => object.rfpNumber === rfpId);

/** Waits for a number of events of an RFP. */
const arrived = (rfpId: RfpId, count: number) =>
  eventually(
    async () => eventsOf(rfpId),
    ({ length }) => length >= count,
  );

describe('an RFP in the table', () => {
  let rfpId: RfpId;

  it('is priced by the deployed functions, each lane once', async () => {
    rfpId = await rfps.create(account, LANES, 1);
    const { counters, calls } = await rfps.priced(account, rfpId);

    expect(counters).toMatchObject({
      priced: LANES - FAILED,
      failed: FAILED,
      errorLOCATION_NOT_FOUND: FAILED,
    });
    expect(counters.openWeeklyCents).toBeGreaterThan(0);
    expect(calls).toBe(LANES / 10);
  });

  it('sends its creation and its prices as events', async () => {
    const [created, priced] = await arrived(rfpId, 2);

    expect(created).toMatchObject({
      event: 'rfp.created',
      livemode: true,
      object: { rfpNumber: rfpId, status: 'pricing', title: 'Drayage 2027', customer: 'Acme' },
    });
    expect(priced).toMatchObject({
      event: 'rfp.updated',
      livemode: true,
      object: {
        status: 'priced',
        lanes: { total: LANES, priced: LANES - FAILED, failed: FAILED, excluded: 0 },
      },
    });
  });

  it('does not change if its messages are delivered again', async () => {
    const before = await rfps.store.read(account, rfpId);
    const queues = engineQueues(() => service.sqsEndpoint);
    const names = await queues.names();
    const work = names.find((name) => /rfpwork(?!.*DeadLetters)/.test(name)) ?? '';
    const messages = Array.from({ length: CHUNKS }, (_, chunk) => ({ account, rfpId, run: 1, chunk }));
    await queues.sendAll(
      work,
      [...messages, ...messages].map((message) => writeRfpMessage(message).body),
    );
    await eventually(
      () => queues.attributes(work),
      (all) => all.ApproximateNumberOfMessages === '0' && all.ApproximateNumberOfMessagesNotVisible === '0',
    );
    queues.stop();

    expect(queueUrl(work)).toContain('rfpwork');
    expect(await rfps.store.read(account, rfpId)).toEqual(before);
  });

  it('prices the lanes of changed terms again, in a run of their chunks', async () => {
    const before = await rfps.store.read(account, rfpId);
    if (before === undefined) throw new Error('the RFP is gone');
    const drafts = (await rfps.store.inputs(account, rfpId, { inputs: new Map() }, [1])).get(1) ?? [];
    const price = { set: 'total_rate' as const, value: 90_000, reason: '' };
    const changed = drafts.map((draft, at) => (at === 10 ? { ...draft, price } : draft));
    await rfps.store.storeInputs(account, rfpId, new Map([[1, changed]]), 'changed');
    const inputs = new Map([[1, 'changed']]);
    const terms = { lanes: new Map(), inputs, chunks: [1], corrected: [] };
    expect(await rfps.store.change(account, before, { at: new Date(), terms })).toEqual({
      outcome: 'written',
    });

    const after = await rfps.priced(account, rfpId);
    expect(after).toMatchObject({ run: 2, version: 1, calls: before.calls });
    expect(after.counters.openWeeklyCents).toBeGreaterThan(before.counters.openWeeklyCents);
    expect(after.counters.priced).toBe(before.counters.priced);
    await arrived(rfpId, 4);
  });

  it('sends one event for each change: a repricing, its prices, an award and the end', async () => {
    const sent = eventsOf(rfpId).length;
    const reprice = async () => {
      const rfp = await rfps.store.read(account, rfpId);
      if (rfp === undefined) throw new Error('the RFP is gone');
      const at = new Date();
      const pricing = { ...rfp.pricing, asOf: at.toISOString() };
      const reservation = { calls: LANES / 10, period: rfp.period, usageLimit: 1_000_000 };
      return rfps.store.change(account, rfp, { at, version: { pricing }, reservation });
    };
    expect(await reprice()).toEqual({ outcome: 'written' });
    const repriced = await rfps.priced(account, rfpId);
    expect(repriced).toMatchObject({ version: 2, run: 3, counters: { priced: LANES - FAILED } });
    const priced = repriced.counters;
    const counters = { ...priced, won: priced.open, open: 0 };
    expect(await rfps.store.change(account, repriced, { at: new Date(), counters })).toEqual({
      outcome: 'written',
    });
    const awarded = (await rfps.store.read(account, rfpId)) ?? repriced;
    expect(await rfps.store.change(account, awarded, { at: new Date(), state: 'closed' })).toEqual({
      outcome: 'written',
    });

    const events = (await arrived(rfpId, sent + 4)).slice(sent);
    expect(events.map(({ event }) => event)).toEqual(Array(4).fill('rfp.updated'));
    expect(events.map(({ object }) => object.status).sort()).toEqual([
      'awarded',
      'closed',
      'priced',
      'pricing',
    ]);
    const all = eventsOf(rfpId);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('loses all its items if it is deleted, and sends its last state', async () => {
    const sent = eventsOf(rfpId).length;
    expect(await itemCount(rfps, account, rfpId)).toBeGreaterThan(3 * CHUNKS);
    expect(await rfps.store.delete(account, rfpId)).toBe(true);

    await eventually(
      () => itemCount(rfps, account, rfpId),
      (count) => count === 0,
    );
    const [deleted] = (await arrived(rfpId, sent + 1)).slice(sent);
    expect(deleted).toMatchObject({ event: 'rfp.deleted', object: { rfpNumber: rfpId, status: 'deleted' } });
  });

  it('is erased also if it is deleted while its lanes are priced', async () => {
    const id = await rfps.create(account, 1_000);
    await eventually(
      () => rfps.store.read(account, id),
      (rfp) => (rfp?.counters.priced ?? 0) > 0,
    );
    expect(await rfps.store.delete(account, id)).toBe(true);
    await eventually(
      () => itemCount(rfps, account, id),
      (count) => count === 0,
    );
    await arrived(id, 2);
    expect(await itemCount(rfps, account, id)).toBe(0);
    expect(await rfps.store.read(account, id)).toBeUndefined();
  });
});

describe('RFPs of several organizations', () => {
  const quiet: Account = { orgId: 'org_quiet', mode: 'live' };
  const loud: Account = { orgId: 'org_loud', mode: 'live' };

  const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return (performance.now() - start) / 1_000;
  };

  it('do not wait for a larger RFP of another organization that came first', async () => {
    const small = async () => rfps.priced(quiet, await rfps.create(quiet, 10));
    const before = await secondsOf(small);
    const large = await Promise.all(Array.from({ length: 8 }, () => rfps.create(loud, 1_000)));
    await eventually(
      () => Promise.all(large.map((rfpId) => rfps.store.read(loud, rfpId))),
      (found) => found.some((rfp) => (rfp?.counters.priced ?? 0) > 0),
    );
    const shared = await secondsOf(small);
    process.stdout.write(`10 lanes: ${before.toFixed(2)} s, next to 8,000: ${shared.toFixed(2)} s\n`);

    const left = await Promise.all(large.map((rfpId) => rfps.store.read(loud, rfpId)));
    expect(left.reduce((sum, rfp) => sum + (rfp?.remaining ?? 0), 0)).toBeGreaterThan(80);
    for (const rfpId of large) await rfps.store.delete(loud, rfpId);
  });
});
