import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import {
  type Call,
  createOrganization,
  exchange,
  type TestOrganization,
} from '../../support/service-under-test.ts';

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

  it('happens once for each Idempotency-Key, and counts once', async () => {
    const before = await usedCalls();
    const headers = { 'idempotency-key': 'rfp-1' };
    const body = { name: 'Keyed', lanes: LANES };
    const created = await Promise.all([1, 2, 3].map(() => call('POST', '', { body, headers })));
    const id = created[0]?.rfp.rfp_id ?? '';
    expect(created.map(({ rfp }) => rfp.rfp_id)).toEqual([id, id, id]);
    await whenPriced(id);
    const twice = async (path: string, again?: object) => {
      const options = again === undefined ? { headers } : { headers, body: again };
      const [one, other] = [
        await call('POST', `/${id}${path}`, options),
        await call('POST', `/${id}${path}`, options),
      ];
      expect(other.rfp).toEqual(one.rfp);
      expect([one, other].map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([
        null,
        'true',
      ]);
      await whenPriced(id);
    };
    await twice('/reprice');
    await twice('/award', { lanes: [0], outcome: 'lost' });
    await twice('/close');
    const other = await create();
    expect((await call('POST', `/${other}/close`, { headers })).code).toBe('IDEMPOTENCY_CONFLICT');
    expect(await usedCalls()).toBe(before + 3);
  });

  it('of two changes at once keeps both or rejects one', async () => {
    const id = await create();
    await whenPriced(id);
    const margins = [0, 1].map((index) => ({ lanes: [{ index, excluded: true }] }));
    const answers = await Promise.all(margins.map((body) => call('PATCH', `/${id}`, { body })));
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.map(({ code }) => code ?? 'RFP_NOT_READY')).toEqual(['RFP_NOT_READY', 'RFP_NOT_READY']);
    expect(accepted).toBeGreaterThan(0);
    expect((await whenPriced(id)).lanes.excluded).toBe(accepted);
  });
});

describe('bad input', () => {
  it.each([
    [{}, ['name', 'lanes']],
    [[], ['body']],
    [{ name: 'N', lanes: [] }, ['lanes']],
    [{ name: 'N', lanes: Array.from({ length: 1_001 }, () => LANES[0]) }, ['lanes']],
    [{ name: '', customer: 5, equipment_type: 'bicycle', contract_start: '2026-02-30', lanes: LANES }, 4],
    [{ name: 'N', lanes: LANES, contract_start: '2026-12-02', contract_end: '2026-12-01' }, ['contract_end']],
  ])('of a creation is rejected by field: %j', async (body, fields) => {
    const used = await usedCalls();
    const answer = await call('POST', '', { body });
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_PARAMETERS']);
    if (typeof fields === 'number') expect(fieldsOf(answer)).toHaveLength(fields);
    else expect(fieldsOf(answer)).toEqual(fields);
    expect(await usedCalls()).toBe(used);
  });

  it('of a change or an award is rejected by field, and changes nothing', async () => {
    const id = await create();
    const priced = await whenPriced(id);
    const patch = { nmae: 'x', margin_percent: 501, lanes: [{ index: 3.5, excluded: 'no' }] };
    expect(fieldsOf(await call('PATCH', `/${id}`, { body: patch }))).toEqual([
      ...['nmae', 'margin_percent', 'lanes[0].index', 'lanes[0].excluded'],
    ]);
    const beyond = { lanes: [{ index: 3, excluded: true }] };
    expect(fieldsOf(await call('PATCH', `/${id}`, { body: beyond }))).toEqual(['lanes[0].index']);
    const award = { lanes: [0, FAILED, 3], outcome: 'won' };
    expect(fieldsOf(await call('POST', `/${id}/award`, { body: award }))).toEqual(['lanes[1]', 'lanes[2]']);
    const raw = '{ "name": ';
    const [method, path] = ['PATCH', `/${id}`];
    expect((await call(method, path, { raw })).status).toBe(400);
    expect((await call(method, path, { body: {} })).status).toBe(400);
    for (const unknown of ['R-1', 'x'.repeat(2_000), '%00', `${id}x`]) {
      expect((await call('PATCH', `/${unknown}`, { body: { name: 'N' } })).code).toBe('RFP_NOT_FOUND');
    }
    expect(await whenPriced(id)).toEqual(priced);
  });

  it('never fails an RFP by a lane: any JSON as a lane gets an error', async () => {
    const lanes = [null, 5, 'USLAX', [], {}, { origin: 5 }, { ...LANES[0], weekly_volume: -1 }, LANES[0]];
    // The description of the API does not permit these lanes.
    const body = { name: 'Any lanes', lanes };
    const { answer } = await exchange(service.url, 'POST', PATH, { key: organization.apiKey, body });
    expect(answer.status).toBe(200);
    const rfp = await whenPriced((answer.json as { rfp: Rfp }).rfp.rfp_id);
    expect(rfp.lanes).toMatchObject({ total: 8, priced: 1, failed: 7 });
  });

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
