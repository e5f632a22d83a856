import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { type Call, createOrganization, type TestOrganization } from '../../support/service-under-test.ts';

/** The operations that write RFPs, over HTTP. */
const PATH = '/api/v1/rfps';
const MAX_BODY_BYTES = 1_048_576;

interface Rfp {
  readonly rfp_id: string;
  readonly name: string;
  readonly status: string;
  readonly version: number;
  readonly margin_percent: number | null;
  readonly lanes: Readonly<
    Record<'total' | 'priced' | 'failed' | 'excluded' | 'won' | 'lost' | 'open', number>
  >;
  readonly totals?: { readonly weekly_spend: number; readonly won: { readonly weekly_spend: number } };
}

interface Lane {
  readonly pricing: Readonly<Record<'base_rate' | 'fuel_surcharge' | 'total_rate', number>> | null;
}

interface MadeRates {
  readonly rates: readonly { readonly index: number; readonly rate_id: string }[];
  readonly skipped: readonly object[];
  readonly error?: { readonly details: { readonly errors: readonly { readonly field: string }[] } };
}

let service: LocalService;
let organization: TestOrganization;
beforeAll(async () => {
  service = await startLocalService();
  organization = await createOrganization(service);
});
afterAll(() => service.stop());

const call = async (method: string, path: string, options: Omit<Call, 'key'> = {}) => {
  const { status, json, headers } = await service.call(method, `${PATH}${path}`, {
    key: organization.apiKey,
    ...options,
  });
  const { rfp, error } = json as {
    rfp: Rfp;
    error?: { code: string; message: string; details: { errors?: { field: string }[]; status?: string } };
  };
  return { status, rfp, code: error?.code, error, headers };
};
const fieldsOf = ({ error }: Awaited<ReturnType<typeof call>>) =>
  error?.details.errors?.map(({ field }) => field);

const LANES = [
  { lane_id: 'A', origin: 'USLAX', destination: 'Phoenix, AZ', weekly_volume: 12 },
  { lane_id: 'A', origin: 'Port of Savannah', destination: 'Atlanta, GA', weekly_volume: 2.5 },
  { lane_id: '=cmd', origin: 'Nowhere, ZZ', destination: 'Atlanta, GA' },
];
const FAILED = 2;

const create = async (fields: object = {}) =>
  (await call('POST', '', { body: { name: 'Drayage 2027', lanes: LANES, ...fields } })).rfp.rfp_id;
const whenPriced = async (id: string): Promise<Rfp> =>
  eventually(
    async () => (await call('GET', `/${id}`)).rfp,
    ({ status }) => status !== 'pricing',
  );
const usedCalls = async (): Promise<number> => {
  const { json } = await service.call('GET', '/api/v1/usage', { key: organization.apiKey });
  return (json as { data: { used: number } }).data.used;
};

describe('an RFP of a caller', () => {
  it('is corrected, priced by a person and awarded in part; earlier versions keep their lanes', async () => {
    const price = { total_rate: 4_000, reason: 'Target' };
    const id = await create({ customer: 'Acme', lanes: [{ ...LANES[0], price }, ...LANES.slice(1)] });
    await whenPriced(id);
    const lanesOf = async (query = '') => {
      const { json } = await service.call('GET', `${PATH}/${id}/lanes${query}`, { key: organization.apiKey });
      return (json as { lanes: Lane[] }).lanes;
    };
    const [first] = await lanesOf();
    expect(first).toMatchObject({
      ...{ price, simulated: expect.any(Boolean) },
      pricing: { total_rate: 4_000, rate_source: { type: 'manual', set: 'total_rate' } },
    });
    await call('POST', `/${id}/reprice`);
    await whenPriced(id);

    const used = await usedCalls();
    const patch = {
      lanes: [
        { index: 0, price: { base_rate: 1_234.56 } },
        {
          index: FAILED,
          origin: 'USSAV',
          equipment_type: "53' van",
          weekly_volume: 2,
          special_requirements: [],
        },
      ],
    };
    const corrected = await call('PATCH', `/${id}`, { body: patch });
    expect([corrected.status, corrected.rfp.status, corrected.headers.get('x-usage-used')]).toEqual([
      ...[200, 'pricing', String(used + 1)],
    ]);
    expect((await whenPriced(id)).lanes).toMatchObject({ priced: 3, failed: 0, open: 3 });
    expect(await usedCalls()).toBe(used + 1);
    const lanes = await lanesOf();
    expect(lanes[0]?.pricing?.base_rate).toBe(1_234.56);
    expect(lanes[FAILED]).toMatchObject({ status: 'priced', origin: 'USSAV', equipment_type: 'dryvan' });
    expect((await lanesOf('?version=1'))[FAILED]).toMatchObject({ status: 'failed', origin: 'Nowhere, ZZ' });

    const low = { lanes: [{ index: 0, price: { total_rate: 1 } }] };
    expect(fieldsOf(await call('PATCH', `/${id}`, { body: low }))).toEqual(['lanes[0].price.total_rate']);
    const award = await call('POST', `/${id}/award`, { body: { lanes: [0], outcome: 'won' } });
    expect(award.rfp).toMatchObject({ status: 'priced', lanes: { won: 1, open: 2 } });
    for (const lane of [
      { index: 0, origin: 'USNYC' },
      { index: 0, price: null },
    ]) {
      expect((await call('PATCH', `/${id}`, { body: { lanes: [lane] } })).code).toBe('LANES_AWARDED');
    }
    expect((await call('PATCH', `/${id}`, { body: { margin_percent: 3 } })).code).toBe('LANES_AWARDED');
    await call('PATCH', `/${id}`, { body: { lanes: [{ index: 1, excluded: true }] } });
    await whenPriced(id);
    await call('POST', `/${id}/award`, { body: { lanes: [FAILED], outcome: 'lost' } });
    const done = (await call('GET', `/${id}`)).rfp;
    expect(done).toMatchObject({ status: 'awarded', lanes: { won: 1, lost: 1, open: 0, excluded: 1 } });
    expect(done.totals?.won.weekly_spend).toBeCloseTo(12 * (lanes[0]?.pricing?.total_rate ?? 0), 6);

    const rates = async (body: object) => {
      const { status, json } = await service.call('POST', `${PATH}/${id}/contract-rates`, {
        ...{ key: organization.apiKey, body },
      });
      return { status, ...(json as MadeRates) };
    };
    const terms = { lanes: 'won', effective_from: '2027-01-01', effective_to: '2027-12-31' };
    const made = await rates(terms);
    expect(made).toMatchObject({ status: 200, rates: [{ index: 0, status: 'created' }], skipped: [] });
    expect((await rates(terms)).rates).toMatchObject([
      { rate_id: made.rates[0]?.rate_id, status: 'unchanged' },
    ]);
    const rate = async () => {
      const path = `/api/v1/contract-rates/${made.rates[0]?.rate_id}`;
      const { json } = await service.call('GET', path, { key: organization.apiKey });
      return (json as { rate: object }).rate;
    };
    expect(await rate()).toMatchObject({
      ...{ customer: 'Acme', origin: 'USLAX', destination: 'Phoenix, AZ', rate_type: 'flat' },
      ...{ amount: 1_234.56, fuel: 'market', external_id: `${id}/0`, effective_to: '2027-12-31' },
    });
    const included = await rates({ ...terms, lanes: [0, 1, FAILED], fuel: 'included' });
    expect(included.rates).toMatchObject([{ index: 0, status: 'replaced', version: 2 }]);
    expect(included.skipped).toEqual([
      { index: 1, reason: 'The lane is excluded.' },
      { index: FAILED, reason: 'The lane is lost.' },
    ]);
    const { base_rate = 0, fuel_surcharge = 0 } = lanes[0]?.pricing ?? {};
    expect(await rate()).toMatchObject({ amount: Number((base_rate + fuel_surcharge).toFixed(2)) });
    for (const [body, field] of [
      [{}, 'lanes'],
      [{ ...terms, lanes: [0, 0] }, 'lanes[1]'],
      [{ ...terms, lanes: [9] }, 'lanes[0]'],
      [{ ...terms, effective_to: '2026-01-01' }, 'effective_to'],
      [{ ...terms, fuel: 'free' }, 'fuel'],
      [{ ...terms, amount: 5 }, 'amount'],
    ] as const) {
      const { status, error } = await rates(body);
      expect([status, error?.details.errors[0]?.field]).toEqual([400, field]);
    }
  });
});

describe('the body of a new RFP', () => {
  it('of 1,000 lanes with the longest texts is accepted, and a larger body is rejected', async () => {
    const text = (index: number, length: number) => `${index}`.padEnd(length, 'Lorem ipsum é ');
    const lanes = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ lane_id: text(index, 100), origin: text(index, 200), destination: text(index + 1, 200) },
      ...{ equipment_type: 'container_40hc', weekly_volume: 9_999.99 },
      special_requirements: ['chassis', 'prepull', 'detention', 'storage', 'hazmat', 'overweight'],
    }));
    const body = { name: 'Long', lanes };
    const bytes = Buffer.byteLength(JSON.stringify(body));
    expect(bytes).toBeGreaterThan(600_000);
    expect(bytes).toBeLessThan(MAX_BODY_BYTES);
    const { status, rfp } = await call('POST', '', { body });
    expect([status, rfp.lanes.total]).toEqual([200, 1_000]);
    const used = await usedCalls();
    const larger = await call('POST', '', { body: { ...body, padding: 'x'.repeat(MAX_BODY_BYTES - bytes) } });
    expect([larger.status, fieldsOf(larger)]).toEqual([400, ['body']]);
    expect(await usedCalls()).toBe(used);
  });
});
