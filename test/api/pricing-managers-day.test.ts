import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type CreatedQuote,
  FreightClient,
  type NewContractRate,
} from '../../clients/typescript/src/index.ts';
import { addDays, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';

let service: LocalService;
let client: FreightClient;
beforeAll(async () => {
  service = await startLocalService();
  const { apiKey } = await createOrganization(service);
  client = new FreightClient({ apiKey, baseUrl: service.url });
});
afterAll(() => service?.stop());

const STATES =
  'AL AZ AR CA CO CT DE FL GA ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY'.split(' ');
/** Flat rates of 7 customers to 30 states. "Customer 0" has 508 USD to Georgia. */
const RATES = Array.from(
  { length: 200 },
  (_, index): NewContractRate => ({
    external_id: `R-${index}`,
    customer: `Customer ${Math.floor(index / STATES.length)}`,
    origin: 'USSAV',
    destination: STATES[index % STATES.length] ?? '',
    equipment_type: 'container_40hc',
    rate_type: 'flat',
    amount: 500 + index,
    fuel: 'included',
    effective_from: '2020-01-01',
  }),
);
const CONTRACT_CITIES = ['Atlanta, GA', 'Macon, GA', 'Birmingham, AL', 'Jacksonville, FL'];
const MARKET_CITIES = [
  'Charlotte, NC',
  'Nashville, TN',
  'Columbia, SC',
  'Raleigh, NC',
  'Durham, NC',
  'Cary, NC',
];

const averageOf = (amounts: readonly number[]) =>
  Math.round((amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length) * 100) / 100;
const marginOf = ({ margin }: CreatedQuote) => margin?.amount ?? Number.NaN;

it('imports rates, quotes lanes, decides on quotes, shares a sheet and reads the same figures in the report', async () => {
  for (const rates of [RATES.slice(0, 100), RATES.slice(100)]) {
    const { rates: written, overlaps } = await client.contractRates.create({ rates });
    expect([written.length, overlaps.total]).toEqual([100, 0]);
  }
  const exported = await client.contractRates.exportCsv();
  const ids = exported.split('\r\n').flatMap((line) => /(?<=,)R-\d+(?=,)/.exec(line) ?? []);
  expect(new Set(ids)).toEqual(new Set(RATES.map(({ external_id }) => external_id)));
  expect([ids.length, exported.split('rate_id,').length]).toEqual([200, 2]);

  const quotes: CreatedQuote[] = [];
  for (const destination of [...CONTRACT_CITIES, ...MARKET_CITIES]) {
    const quote = await client.quotes.create({
      origin: 'USSAV',
      destination,
      equipment_type: 'container_40hc',
      pickup_date: addDays(utcDay(new Date()), 3),
      customer: 'Customer 0',
    });
    quotes.push(quote);
  }
  const sources = quotes.map(({ rate_source }) => rate_source?.type);
  expect(sources).toEqual([...Array(4).fill('contract'), ...Array(6).fill('market')]);
  const [revised, declined, ...others] = quotes as [CreatedQuote, CreatedQuote, ...CreatedQuote[]];
  const [, , converted] = others as [CreatedQuote, CreatedQuote, CreatedQuote];
  expect(revised).toMatchObject({ rate_source: { type: 'contract' }, pricing: { base_rate: 508 } });

  const revision = await client.quotes.revise(revised.quote_id, { pricing_type: 'spot' });
  expect(revision).toMatchObject({ revises: revised.quote_id, rate_source: { type: 'market' } });
  await client.quotes.decline(declined.quote_id, { reason: 'price', competitor_price: 700 });
  await client.quotes.convert(converted.quote_id, { order_reference: 'SO-1' });

  const { url } = await client.quotes.share(converted.quote_id, { expires_in_days: 30 });
  const sheet = await fetch(url ?? '');
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const total = converted.pricing.total_rate.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  expect(await sheet.text()).toContain(total);
  expect(await client.quotes.readShare(converted.quote_id)).toMatchObject({ views: 1 });
  const pdf = await fetch(`${url}?format=pdf`);
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const remaining = [revision, declined, ...others];
  const figures = { quotes: 10, won: 1, lost: 1, superseded: 1, win_rate: 50 };
  expect(await client.quotes.report({ group_by: 'customer' })).toMatchObject({
    rows: [{ ...figures }],
    total: {
      ...figures,
      average_margin: { amount: averageOf(remaining.map(marginOf)) },
      average_margin_won: { amount: marginOf(converted) },
    },
  });
  const outcomes = await Promise.all(
    [...quotes, revision].map(async ({ quote_id }) => (await client.quotes.get(quote_id)).outcome),
  );
  expect(outcomes.filter((outcome) => outcome !== 'open').toSorted()).toEqual(['lost', 'superseded', 'won']);
});
