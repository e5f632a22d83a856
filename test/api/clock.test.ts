import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { isSignedBy } from '../support/received-events.ts';
import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface Sent {
  readonly event: string;
  readonly created: string;
  readonly object: { readonly status: string };
}
type Reading = { readonly now: string; readonly aheadMs: number };

let service: LocalService;
let organization: TestOrganization;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  // Moves its clock, so it shares no tables with other test files.
  service = await startLocalService({ own: true });
  organization = await createOrganization(service);
});

afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const call = async (method: string, path: string, body?: unknown) => {
  const { apiKey: key } = organization;
  const { status, json } = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  if (status !== 200 && status !== 201) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
  return Object(json);
};

describe('the clock of the local service', () => {
  it('expires a quote when it moves forward, and the event of the quote is sent', async () => {
    const { url } = receiver;
    const webhook = { url, orgId: organization.orgId, events: ['quote.updated'] };
    const { data } = await call('POST', '/v1/webhooks', webhook);
    const { quote } = await call('POST', '/api/v1/quotes', {
      origin: 'USLAX',
      destination: 'USCHI',
      equipment_type: 'dryvan',
      pickup_date: dayFromNow(20),
    });
    const read = async () => (await call('GET', `/api/v1/quotes/${quote.quote_id}`)).quote;
    const share = (days: number) =>
      call('POST', `/api/v1/quotes/${quote.quote_id}/share`, { expires_in_days: days });
    const { url: link } = await share(8);
    const statusOfLink = async () => (await service.call('GET', new URL(link).pathname)).status;
    expect(await statusOfLink()).toBe(200);
    expect(await read()).toMatchObject({ status: 'active' });

    const moved = await service.freight<Reading>('clock', 'advance', '9d', '--json');

    expect(moved.aheadMs).toBe(9 * DAY_MS);
    // Applies at once, also in workers that ran before the move.
    expect(await read()).toMatchObject({ status: 'expired' });
    const sheet = await service.call('GET', `/api/v1/quotes/${quote.quote_id}/sheet`, {
      key: organization.apiKey,
    });
    expect([sheet.status, sheet.text]).toEqual([200, expect.stringContaining('This quote expired on ')]);
    expect(await statusOfLink()).toBe(404);
    const { url: another } = await share(1);
    // The address is that of the local service.
    const shared = await fetch(another);
    expect([shared.status, await shared.text()]).toEqual([200, sheet.text]);
    const sent = await eventually(
      async (): Promise<Sent[]> => receiver.arrivals.map(({ body }) => JSON.parse(body)),
      ({ length }) => length > 0,
    );
    expect(sent).toMatchObject([{ event: 'quote.updated', object: { status: 'expired' } }]);
    // The receiver uses the machine's time: a signature with the moved time would be in the future.
    expect(receiver.arrivals.map((arrival) => isSignedBy(data.secret, arrival))).toEqual([true]);
    expect(new Date(sent[0]?.created ?? '').getTime()).toBeGreaterThanOrEqual(Date.parse(moved.now));
  });

  it('determines the time of new quotes and of the command line', async () => {
    const { now } = await service.freight<Reading>('clock', 'show', '--json');
    const { quote } = await call('POST', '/api/v1/quotes', {
      origin: 'USLAX',
      destination: 'USCHI',
      equipment_type: 'dryvan',
      pickup_date: dayFromNow(20),
    });
    expect(Date.parse(quote.expiry_date)).toBeGreaterThan(Date.parse(now));

    const created = await service.freight<{ orgId: string }>('org', 'create', '--name', 'Late', '--json');
    const shown = await service.freight<{ createdAt: string }>('org', 'show', created.orgId, '--json');

    expect(Date.parse(shown.createdAt)).toBeGreaterThanOrEqual(Date.parse(now));
  });

  it("rejects a move of more than ten years, and returns to the machine's time after a reset", async () => {
    await expect(service.freight('clock', 'advance', '9999d')).rejects.toThrow(/ten years/);

    expect(await service.freight('clock', 'reset', '--json')).toMatchObject({ aheadMs: 0 });

    const { quote } = await call('POST', '/api/v1/quotes', {
      origin: 'USLAX',
      destination: 'USCHI',
      equipment_type: 'dryvan',
      pickup_date: dayFromNow(8),
    });
    expect(Date.parse(quote.expiry_date)).toBeLessThan(Date.now() + 8 * DAY_MS);
  });
});
