import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { LOGOS } from '../unit/quotes/sheet/sample-logos.ts';

let service: LocalService;
let key: string;
beforeAll(async () => {
  // Own loads change rates, so it shares no tables with other test files.
  service = await startLocalService({ own: true });
  key = (await createEnterprise(service)).apiKey;
});
afterAll(() => service?.stop());

/** The answer of a call that succeeds. */
async function call<Body = Record<string, never>>(method: string, path: string, body?: unknown) {
  const { status, json, text } = await service.call(method, path, {
    key,
    ...(body === undefined ? {} : { body }),
  });
  expect([status, text]).toEqual([200, text]);
  return json as Body;
}

interface Upload {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}
const send = async ({ url, method, headers }: Upload, body: string | Uint8Array<ArrayBuffer>) =>
  expect((await fetch(url, { method, headers, body })).status).toBe(200);

interface Lane {
  readonly status: string;
  readonly warnings: readonly string[];
  readonly pricing: { readonly total_rate: number; readonly base_rate: number } | null;
}
interface Rfp {
  readonly rfp_id: string;
  readonly status: string;
  readonly customer_id: string | null;
  readonly upload?: Upload;
}
interface Quote {
  readonly quote_id: string;
  readonly pricing: Readonly<Record<'base_rate' | 'fuel_surcharge' | 'total_rate', number>> & {
    readonly accessorial_charges: Readonly<Record<string, number>>;
  };
}

const today = utcDay(new Date());
const LOADS = [
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included',
  ...Array.from({ length: 12 }, (_, at) =>
    [addDays(today, -3 - at), 'APM Terminals Pier 400', 'Ontario', 'CA', '91761', '40HC', 640 + at, 'Y'].join(
      ',',
    ),
  ),
].join('\n');

/** Titles, semicolons, accents of Windows, a line break in a cell, totals; two lanes that nobody can price. */
const MESSY = [
  'Peña Imports - Drayage 2027;;;;;;;',
  'Lane #;Ship From;Dest. City;Dest ST;Equip;Loads / wk;Wt (lbs);Services',
  'P-1;APM Terminals Pier 400;Ontario;CA;40HC;12;38,500;prepull',
  'P-2;Port of Long Beach;Fontana;CA;40HC;8;44k;"Storage: 5\n"',
  'P-3;USOAK;Tracy;CA;45G1;3,5;;',
  'P-4;USLAX;Phoenix;AZ;40HC;2;46000;',
  'P-5;Pier 4000;Riverside;CA;40HC;2;;',
  'P-6;USLAX;Onteryo;CA;40HC;1;;call first',
  'TOTAL;;;;;28,5;;',
].join('\r\n');

it('the day of a pricing desk: loads, an RFP by file, prices, an award, contract rates, a quote, its sheet and the report', async () => {
  const { customer } = await call<{ customer: { customer_id: string } }>('POST', '/api/v1/customers', {
    ...{ name: 'Peña Imports, Inc.', aliases: ['Pena Imports'] },
  });
  const { customer_id } = customer;
  const [logo = ''] = LOGOS['with an alpha channel'] ?? [];
  await call('PUT', '/api/v1/organization/profile', { name: 'Harbor Lines', contact: 'Dana Reyes', logo });

  const loads = (
    await call<{ data: { id: string; upload: Upload } }>('POST', '/api/v1/market/uploads', {
      fileName: 'loads.csv',
    })
  ).data;
  await send(loads.upload, LOADS);
  const imported = await eventually(
    () => call<{ data: { state: string } }>('GET', `/api/v1/market/uploads/${loads.id}`),
    ({ data }) => data.state === 'imported',
  );
  expect(imported.data).toMatchObject({ rows: { imported: 12, rejected: 0 } });

  const created = await call<{ rfp: Rfp }>('POST', '/api/v1/rfps', {
    ...{ name: 'Drayage 2027', customer: 'PEÑA Imports', source: 'upload' },
  });
  expect(created.rfp).toMatchObject({ status: 'awaiting_upload', customer_id });
  await send(created.rfp.upload as Upload, Uint8Array.from(Buffer.from(MESSY, 'latin1')));
  const path = `/api/v1/rfps/${created.rfp.rfp_id}`;
  const priced = async () =>
    (
      await eventually(
        () => call<{ rfp: Rfp }>('GET', path),
        ({ rfp }) => !['awaiting_upload', 'pricing'].includes(rfp.status),
      )
    ).rfp;
  const lanesOf = async () => (await call<{ lanes: Lane[] }>('GET', `${path}/lanes`)).lanes;
  expect(await priced()).toMatchObject({
    ...{ status: 'priced', customer_id, lanes: { total: 6, priced: 4, failed: 2 } },
    columns: { unread: [] },
  });
  const read = await lanesOf();
  expect(read).toMatchObject([
    { lane_id: 'P-1', weekly_volume: 12, weight_lbs: 38_500, special_requirements: ['prepull'] },
    { lane_id: 'P-2', weight_lbs: 44_000, special_requirements: ['storage'], quantities: { storage: 5 } },
    { lane_id: 'P-3', weekly_volume: 3.5, weight_lbs: null, equipment_type: 'container_40hc' },
    {
      lane_id: 'P-4',
      weight_lbs: 46_000,
      pricing: { accessorial_charges: { overweight: expect.any(Number) } },
    },
    { lane_id: 'P-5', status: 'failed', error: { code: 'LOCATION_NOT_FOUND' } },
    { lane_id: 'P-6', status: 'failed', error: { code: 'LOCATION_NOT_FOUND' } },
  ]);
  expect(read[0]).toMatchObject({ analysis: { basis: { source: 'own loads' } } });

  const stops = ['Carson, CA', 'Compton, CA'];
  await call('PATCH', path, {
    lanes: [
      {
        index: 4,
        origin: 'APM Terminals Pier 400',
        stops,
        special_requirements: [{ name: 'storage', quantity: 3 }],
      },
      { index: 5, destination: 'Ontario, CA', commodity: 'Ceramic tiles' },
    ],
  });
  expect(await priced()).toMatchObject({ lanes: { priced: 6, failed: 0 } });
  expect((await lanesOf()).slice(4)).toMatchObject([
    {
      ...{ stops, route: { stops: [{ city: 'Carson' }, { city: 'Compton' }] }, quantities: { storage: 3 } },
      pricing: {
        accessorials: expect.arrayContaining([expect.objectContaining({ name: 'stop_off', quantity: 2 })]),
      },
    },
    { stops: [], commodity: 'Ceramic tiles' },
  ]);

  const targets = [720.5, 910, 845.25];
  await call('PATCH', path, {
    lanes: targets.map((total_rate, index) => ({ index, price: { total_rate, reason: 'Target' } })),
  });
  await priced();
  expect((await lanesOf()).slice(0, 3).map(({ pricing }) => pricing?.total_rate)).toEqual(targets);

  await call('POST', `${path}/award`, { lanes: [0, 1, 4], outcome: 'won' });
  const awarded = await call('POST', `${path}/award`, { lanes: [2], outcome: 'lost', reason: 'Price' });
  expect(awarded).toMatchObject({ rfp: { status: 'priced', lanes: { won: 3, lost: 1, open: 2 } } });
  const { total_rate = 0 } = (await lanesOf())[4]?.pricing ?? {};
  const won = Math.round((12 * 720.5 + 8 * 910 + 2 * total_rate) * 100) / 100;
  expect(await priced()).toMatchObject({
    totals: { won: { weekly_spend: won }, lost: { weekly_spend: 2_958.38 } },
  });

  const made = await call<{ rates: object[] }>('POST', `${path}/contract-rates`, {
    ...{ lanes: 'won', effective_from: today, fuel: 'included' },
  });
  expect(made).toMatchObject({
    rates: [
      { index: 0, status: 'created' },
      { index: 1, status: 'created' },
    ],
    skipped: [{ index: 4, reason: expect.stringContaining('stops') }],
  });
  const results = await service.call('GET', `${path}/results.csv?for=customer`, { key });
  expect(results.text).toContain('Yard storage (5 x $50.00 per day) $250.00');
  expect(results.text).toContain(
    'Read as APM Terminals Pier 400 to Riverside, CA, with stops in Carson, CA; Compton, CA',
  );
  expect(results.text).not.toMatch(/margin|confidence|market/i);

  const move = {
    ...{ origin: 'APM Terminals Pier 400', destination: 'Ontario, CA', equipment_type: '40HC' },
    ...{ pickup_date: addDays(today, 7), customer: 'pena imports' },
  };
  const { quote: byContract } = await call<{ quote: Quote }>('POST', '/api/v1/quotes', move);
  expect(byContract).toMatchObject({ customer_id, rate_source: { type: 'contract' } });

  const asked = {
    ...move,
    ...{ stops, special_requirements: [{ name: 'storage', quantity: 5 }] },
    price: { total_rate: 575, reason: 'To meet their budget' },
  };
  const { preview } = await call<{ preview: Quote }>('POST', '/api/v1/quotes/preview', asked);
  const { quote } = await call<{ quote: Quote }>('POST', '/api/v1/quotes', asked);
  expect(quote.pricing).toEqual(preview.pricing);
  const { base_rate, fuel_surcharge, total_rate: total, accessorial_charges } = quote.pricing;
  const cents = [base_rate, fuel_surcharge, ...Object.values(accessorial_charges)].map((usd) =>
    Math.round(usd * 100),
  );
  expect([total, cents.reduce((sum, each) => sum + each, 0)]).toEqual([575, 57_500]);
  expect(quote).toMatchObject({
    ...{
      customer_id,
      quantities: { storage: 5 },
      rate_source: { type: 'manual', set: 'total_rate', value: 575 },
    },
    warnings: expect.arrayContaining([expect.stringMatching(/below the market cost|loss/i)]),
  });

  const { text: sheet } = await service.call('GET', `/api/v1/quotes/${quote.quote_id}/sheet`, { key });
  for (const shown of [
    `src="${logo}"`,
    'Harbor Lines',
    'Dana Reyes',
    '$575.00',
    'Carson, CA',
    'Yard storage, 5 at',
  ])
    expect(sheet).toContain(shown);
  const { headers } = await service.call('GET', `/api/v1/quotes/${quote.quote_id}/sheet?format=pdf`, { key });
  expect(headers.get('content-type')).toBe('application/pdf');
  await call('POST', `/api/v1/quotes/${quote.quote_id}/decline`, { reason: 'price', competitor_price: 540 });

  expect(await call('GET', '/api/v1/reports/quotes?source=all&group_by=customer')).toMatchObject({
    rows: [{ key: 'Peña Imports, Inc.', customer_id, quotes: 8, won: 3, lost: 2, win_rate: 60 }],
    total_rows: 1,
  });
  expect(await call('GET', `/api/v1/rfps?customer_id=${customer_id}`)).toMatchObject({
    rfps: [{ rfp_id: created.rfp.rfp_id, customer_id }],
  });
  expect(await call('GET', '/api/v1/rfps?customer_id=other')).toMatchObject({ rfps: [] });
  expect(await call('GET', '/api/v1/quotes?outcome=lost')).toMatchObject({
    quotes: [{ quote_id: quote.quote_id, customer: 'pena imports', customer_id }],
  });
});
