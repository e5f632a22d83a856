import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CreatedRfp, FreightClient } from '../../../clients/typescript/src/index.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';

const LANES = 1_000;
const HEADER = 'origin,destination,weekly_volume';
const ROW = 'USLAX,"Phoenix, AZ",3';

let service: LocalService;
let client: FreightClient;

beforeAll(async () => {
  service = await startLocalService({ own: true });
  const { apiKey } = await createOrganization(service);
  client = new FreightClient({ apiKey, baseUrl: service.url });
}, 300_000);
afterAll(() => service?.stop());

/** Sends a file of lanes to the address of an RFP; returns status and body of the bucket. */
async function send({ upload }: CreatedRfp, rows: readonly string[]): Promise<[number, string]> {
  if (upload === undefined) throw new Error('the RFP has no address');
  const { url, method, headers } = upload;
  const sent = await fetch(url, { method, headers, body: [HEADER, ...rows].join('\n') });
  return [sent.status, await sent.text()];
}

describe('the file of an RFP', () => {
  it(`with the same lane ${LANES} times gives each of them the same price, and counts each`, async () => {
    const { used } = await client.usage.get();
    const created = await client.rfps.create({ name: 'The same', source: 'upload' });
    expect(await send(created, Array(LANES).fill(ROW))).toEqual([200, '']);
    const { lanes, totals } = await client.rfps.waitUntilPriced(created.rfp_id);
    expect(lanes).toMatchObject({ total: LANES, priced: LANES, failed: 0 });
    const usage = await client.usage.get();
    expect(usage.used - used).toBe(LANES / 10);

    const rates = new Set<number | undefined>();
    const ends = [{ limit: 100 }, { limit: 100, sort: 'spend' }] as const;
    for (const query of ends) {
      const { items } = await client.rfps.lanes(created.rfp_id, query);
      expect(items).toHaveLength(100);
      for (const { pricing } of items) rates.add(pricing?.total_rate);
    }
    const [rate = Number.NaN] = rates;
    expect(rates.size).toBe(1);
    expect(totals.weekly_spend).toBeCloseTo(rate * 3 * LANES, 2);
  }, 300_000);

  it('is the first one that its address received', async () => {
    const created = await client.rfps.create({ name: 'Twice', source: 'upload' });
    expect(await send(created, [ROW])).toEqual([200, '']);
    expect(await send(created, [ROW, ROW])).toEqual([412, expect.stringContaining('PreconditionFailed')]);
    await client.rfps.waitUntilPriced(created.rfp_id);
    expect(await send(created, [ROW, ROW])).toEqual([412, expect.stringContaining('PreconditionFailed')]);
    const { lanes, calls } = await client.rfps.get(created.rfp_id);
    expect([lanes.total, calls]).toEqual([1, 1]);
  }, 300_000);

  // Last: it moves the clock of the service.
  it('is rejected after its address has expired, and nothing is counted', async () => {
    const created = await client.rfps.create({ name: 'Late', source: 'upload' });
    await service.freight('clock', 'advance', '61m', '--json');
    const { used } = await client.usage.get();
    expect(await send(created, [ROW])).toEqual([403, expect.stringContaining('Request has expired')]);
    expect(await client.rfps.get(created.rfp_id)).toMatchObject({
      status: 'awaiting_upload',
      lanes: { total: 0 },
    });
    expect((await client.usage.get()).used).toBe(used);
  }, 300_000);
});
