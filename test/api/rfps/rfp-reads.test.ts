import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';

/** Members of the answers that the suite looks at; each answer is compared with openapi.json. */
interface Rfp {
  readonly rfp_id: string;
  readonly name: string;
  readonly status: string;
  readonly version: number;
  readonly lanes: { readonly total: number; readonly priced: number; readonly failed: number };
  readonly totals: { readonly weekly_spend: number };
  readonly versions: readonly { readonly version: number; readonly totals: unknown }[];
}
interface Lane {
  readonly index: number;
  readonly status: string;
  readonly pricing: { readonly total_rate: number; readonly weekly_spend: number } | null;
}
interface Lanes {
  readonly lanes: readonly Lane[];
  readonly version: number;
  readonly pagination: { readonly next_cursor: string | null };
}

const ORIGINS = ['USLAX', 'Port of Savannah', 'Nowhere, TX', 'Chicago, IL'];
const LANES = Array.from({ length: 60 }, (_, at) => ({
  lane_id: `=L${at}`,
  origin: ORIGINS[at % ORIGINS.length],
  destination: at % 2 === 0 ? 'Phoenix, AZ' : 'Atlanta, GA',
  weekly_volume: 1 + (at % 5),
}));

let service: LocalService;
let key: string;

beforeAll(async () => {
  service = await startLocalService({ own: true });
  key = (await createOrganization(service)).apiKey;
});
afterAll(() => service?.stop());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, `/api/v1/rfps${path}`, { key, ...(body === undefined ? {} : { body }) });

async function ok<Body>(...given: Parameters<typeof call>): Promise<Body> {
  const { status, json, text } = await call(...given);
  expect([status, text]).toEqual([200, text]);
  return json as Body;
}
const read = async (id: string) => (await ok<{ rfp: Rfp }>('GET', `/${id}`)).rfp;
const priced = (id: string) =>
  eventually(
    () => read(id),
    ({ status }) => status === 'priced',
  );
const create = async (name: string, lanes: readonly object[], more: object = {}) =>
  (await ok<{ rfp: Rfp }>('POST', '', { name, lanes, ...more })).rfp.rfp_id;

describe('an RFP that is read over HTTP', () => {
  let id: string;
  beforeAll(async () => {
    id = await create('Drayage 2027', LANES, { customer: 'Peña Foods' });
    await priced(id);
  });

  it('keeps its earlier version while and after the next one is priced', async () => {
    const pageOf = (query: string) => ok<Lanes>('GET', `/${id}/lanes?limit=100${query}`);
    const fileOf = async (query: string) => (await call('GET', `/${id}/results.csv${query}`)).text;
    const [page, file, { totals }] = [await pageOf(''), await fileOf(''), await read(id)];
    await ok('PATCH', `/${id}`, { margin_percent: 40 });
    const { totals: changed } = await priced(id);
    expect(changed.weekly_spend).toBeGreaterThan(totals.weekly_spend);
    expect(await fileOf('')).not.toBe(file);
    await ok('PATCH', `/${id}`, { margin_percent: null });
    await priced(id);
    expect(await fileOf('')).toBe(file);

    await ok('POST', `/${id}/reprice`);
    expect((await pageOf('&version=1')).lanes).toEqual(page.lanes);
    const repriced = await priced(id);
    expect(repriced).toMatchObject({ version: 2, versions: [{ version: 1, totals }] });
    expect(await fileOf('?version=1')).toBe(file);
    expect((await pageOf('')).version).toBe(2);
    const { status, json } = await call('GET', `/${id}/lanes?version=3`);
    expect([status, json]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS' } }]);
  });

  it('is in lists by status, customer and day', async () => {
    const other = await create('Another', LANES.slice(0, 1));
    await priced(other);
    const list = async (query: string) =>
      (await ok<{ rfps: readonly Rfp[] }>('GET', `?${query}`)).rfps.map(({ rfp_id }) => rfp_id);
    expect(await list('')).toEqual([other, id]);
    expect(await list('customer=pena%20foods&status=priced')).toEqual([id]);
    expect(await list('status=closed')).toEqual([]);
    expect(await list(`created_from=${utcDay(new Date(Date.now() + 86_400_000))}`)).toEqual([]);
    const first = await ok<{ pagination: { next_cursor: string } }>('GET', '?limit=1');
    expect(await list(`limit=1&cursor=${first.pagination.next_cursor}`)).toEqual([id]);
  });

  it('has no file of results while it is priced, and can be deleted then', async () => {
    const large = await create(
      'Large',
      Array.from({ length: 1_000 }, (_, at) => LANES[at % 60] ?? {}),
    );
    const { status, json } = await call('GET', `/${large}/results.csv`);
    expect([status, json]).toMatchObject([
      409,
      { error: { code: 'RFP_NOT_READY', details: { rfp_id: large } } },
    ]);
    expect(await ok('DELETE', `/${large}`)).toEqual({ rfp: { rfp_id: large, deleted: true } });
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/lanes'],
      ['GET', '/results.csv'],
      ['DELETE', ''],
    ] as const) {
      const answer = await call(method, `/${large}${path}`);
      expect([answer.status, answer.json]).toMatchObject([404, { error: { code: 'RFP_NOT_FOUND' } }]);
    }
  });
});
