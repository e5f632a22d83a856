import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ServiceUnderTest, TestOrganization } from '../../support/service-under-test.ts';

/** Set-up and run of the probe in an environment. */
export interface ProbeUnderTest {
  readonly service: ServiceUnderTest;
  /** Base URL of the API. */
  readonly url: string;
  readonly headersOf: (organization: TestOrganization) => Promise<Record<string, string>>;
  readonly storeSettings: (text: string) => Promise<void>;
  /** Runs the probe as its schedule does, and returns its report. */
  readonly run: () => Promise<unknown>;
}

/** The set-up of docs/operators/runbook.md, a run, and the arrival of its webhook. */
export function probeSuite(given: () => ProbeUnderTest): void {
  let our: ProbeUnderTest;
  let organization: TestOrganization;
  let webhook: { readonly id: string; readonly secret: string };
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${our.url.replace(/\/$/, '')}/v1/probe`, { method: 'POST', body, headers });

  beforeAll(() => {
    our = given();
  });

  it('does nothing before it is set up, and its receiver answers 404', async () => {
    // The command line reports it as an error.
    const result = await our.run().catch(String);
    expect(JSON.stringify(result)).toContain('Systems Manager has no settings of the probe');
    expect((await send('{}')).status).toBe(404);
  });

  it('is set up with an organization, a webhook and one parameter', async () => {
    organization = await our.service.freight('org', 'create', '--name', 'probe', '--json');
    const headers = await our.headersOf(organization);
    const registered = await fetch(`${our.url.replace(/\/$/, '')}/v1/webhooks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        orgId: organization.orgId,
        url: `${our.url.replace(/\/$/, '')}/v1/probe`,
        events: ['quote.created'],
      }),
    });
    const { data } = (await registered.json()) as { data: typeof webhook };
    webhook = data;
    expect(registered.status).toBeLessThan(300);
    await our.storeSettings(JSON.stringify({ url: our.url, headers, webhookSecret: webhook.secret }));
    // The receiver keeps the absence of settings for a second; an event before that would be tried again minutes later.
    await eventually(
      async () => (await send('{}')).status,
      (status) => status === 401,
    );
  });

  it('prices a lane and causes an event, whose webhook arrives at its own receiver', async () => {
    expect(await our.run()).toEqual({ outcome: 'succeeded', rateMs: expect.any(Number) });

    const headers = await our.headersOf(organization);
    const deliveries = await eventually(
      async () => {
        const path = `/v1/webhooks/${webhook.id}/deliveries`;
        const listed = await fetch(`${our.url.replace(/\/$/, '')}${path}`, { headers });
        return ((await listed.json()) as { data: Record<string, unknown>[] }).data;
      },
      ([first]) => first?.status === 'delivered',
    );
    // On a loaded machine the first attempt can time out, so the number of attempts is not checked.
    expect(deliveries).toEqual([expect.objectContaining({ status: 'delivered', lastResponseStatus: 200 })]);
  });

  it('deletes its quote', async () => {
    const headers = await our.headersOf(organization);
    const listed = await fetch(`${our.url.replace(/\/$/, '')}/api/v1/quotes`, { headers });
    expect(((await listed.json()) as { quotes: unknown[] }).quotes).toEqual([]);
  });

  describe('its receiver', () => {
    it.each([
      ['without a signature', {}],
      [
        'with a signature of another secret',
        {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        },
      ],
    ])('rejects a request %s', async (_, headers) => {
      expect((await send('{"event":"quote.created"}', headers)).status).toBe(401);
    });
  });
}
