import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Quote, ReadQuoteReportResponse } from '../../../clients/typescript/src/index.ts';
import { permissionsOf } from '../../../web/console/src/api/permissions.ts';
import { placeNames } from '../../../web/console/src/map/map-content.ts';
import { createQuoteCurl } from '../../../web/console/src/quotes/code-samples.ts';
import {
  emptyQuote,
  formOfQuote,
  type QuoteForm,
  quoteDraft,
  requestQuote,
  requestRevision,
  withoutEmptyStops,
} from '../../../web/console/src/quotes/quote-form.ts';
import { destinationText, readDestination } from '../../../web/console/src/rates/lanes.ts';
import { MAX_LANES, readPastedLanes } from '../../../web/console/src/rates/pasted-lanes.ts';
import { partsOf } from '../../../web/console/src/rates/rate-parts.ts';
import { reportCsv } from '../../../web/console/src/reports/report-texts.ts';

const BODY = {
  origin: 'USLAX',
  destination: 'Phoenix, AZ',
  equipment_type: 'dryvan',
  pickup_date: '2026-03-02',
};

it('a shell reads the curl command as it was meant, whatever the reference contains', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      (reference) => {
        const body = { ...BODY, customer_reference: reference };
        const command = createQuoteCurl('http://localhost:3000', body).replace(/^curl /, 'printf "%s\\0" ');
        const words = execFileSync('sh', ['-c', command], { env: { FREIGHT_API_KEY: 'k' } })
          .toString()
          .split('\0');
        expect(words).toContain('x-api-key: k');
        expect(JSON.parse(words.at(-2) ?? '')).toEqual(body);
      },
    ),
    { numRuns: 30 },
  );
});

it('the quote of a lane is from today on, with the requirements of the lane', () => {
  const rate = {
    origin: { terminal: 'T', type: 'marine', city: 'C', state: 'NJ', coordinates: [0, 0] },
    destination: { city: 'Newark', state: 'NJ', zip: '07114', coordinates: [0, 0] },
    equipment: 'container_40',
    date: '2026-03-01',
  } as const;
  const draft = (...of: Parameters<typeof quoteDraft>) =>
    requestQuote({ ...emptyQuote(), ...quoteDraft(...of) });
  expect(draft(rate, { hazmat: true }, '2026-03-05')).toEqual({
    origin: 'T',
    destination: 'Newark, NJ 07114',
    equipment_type: 'container_40',
    pickup_date: '2026-03-05',
    special_requirements: ['hazmat'],
  });
  expect(draft(rate, undefined, '2026-02-01').pickup_date).toBe('2026-03-01');
});

it('a revision begins with the request of the quote, and states each field, also the removed ones', () => {
  const quote = {
    route: { requested: { origin: 'USLAX', destination: 'Phoenix, AZ', stops: ['Barstow', 'Needles'] } },
    equipment_type: 'dryvan',
    service_details: { pickup_date: '2026-03-02' },
    special_requirements: ['hazmat'],
    customer: 'Acme',
    customer_reference: 'PO-1',
    rate_source: { type: 'contract', pricing_type: 'contract' },
    weekly_volume: 12.5,
    weight_lbs: 43_000,
    commodity: 'Tiles',
  } as unknown as Quote;
  expect(formOfQuote(quote, '2026-03-02').pickup_date).toBe('2026-03-02');
  const form = formOfQuote(quote, '2026-03-03');
  expect(requestQuote(form)).toEqual({
    ...{ origin: 'USLAX', destination: 'Phoenix, AZ', equipment_type: 'dryvan', pickup_date: '2026-03-04' },
    ...{ special_requirements: ['hazmat'], customer: 'Acme', customer_reference: 'PO-1' },
    ...{ pricing_type: 'contract', weekly_volume: 12.5, stops: ['Barstow', 'Needles'] },
    ...{ weight_lbs: 43_000, commodity: 'Tiles' },
  });
  const { equipment_type } = form;
  const removed = { equipment_type, special_requirements: [], stops: [' '] } as unknown as QuoteForm;
  expect(requestRevision(withoutEmptyStops(removed))).toEqual({
    ...{ origin: '', destination: '', equipment_type, pickup_date: '', stops: [], special_requirements: [] },
    ...{ customer: '', customer_reference: '', pricing_type: 'auto', commodity: '' },
    ...{ weekly_volume: null, weight_lbs: null, price: null },
  });
});

it('the file of a report has each figure of the API, and no cell that a spreadsheet evaluates', () => {
  const figures = {
    ...{ quotes: 3, won: 1, lost: 1, superseded: 2, win_rate: 50 },
    average_margin: { amount: 120.5, percent: 9.25 },
    average_margin_won: null,
    spread_to_market: { amount: -3.1, percent: -0.2 },
    spread_to_market_won: null,
  };
  const report: ReadQuoteReportResponse = {
    ...{ from: '2026-01', to: '2026-03', source: 'quotes', group_by: 'customer' },
    ...{ total_rows: 1, total: figures },
    rows: [{ key: '=Acme, Inc.', ...figures }],
  };
  expect(reportCsv(report).split('\r\n')).toEqual([
    'customer,quotes,won,lost,superseded,win_rate_percent,average_margin_usd,average_margin_percent,average_margin_won_usd,average_margin_won_percent,spread_to_market_usd,spread_to_market_percent,spread_to_market_won_usd,spread_to_market_won_percent',
    `"'=Acme, Inc.",3,1,1,2,50,120.5,9.25,,,-3.1,-0.2,,`,
    '',
  ]);
});

it('linehaul and fuel add up to the suggested rate, and with the surcharges to the total, to the cent', () => {
  const cents = fc.integer({ min: 0, max: 2_000_000 });
  fc.assert(
    fc.property(cents, cents, cents, fc.boolean(), (linehaul, fuel, surcharges, included) => {
      const suggestedRate = (linehaul + (included ? fuel : 0)) / 100;
      const parts = partsOf({
        suggestedRate,
        surchargesTotal: surcharges / 100,
        fuel: { amount: fuel / 100, included },
      } as Parameters<typeof partsOf>[0]);
      expect([parts.linehaul, parts.surcharges]).toEqual([linehaul / 100, surcharges / 100]);
      expect(Math.round((parts.linehaul + parts.fuel) * 100)).toBe(Math.round(suggestedRate * 100));
      expect(Math.round(parts.total * 100)).toBe(Math.round(suggestedRate * 100) + surcharges);
    }),
  );
});

it('a key offers only what its scopes and the billing permit', () => {
  const nothing = { canPrice: false, canQuote: false, canWrite: false, canAdmin: false };
  const everything = { canPrice: true, canQuote: true, canWrite: true, canAdmin: true };
  const of = (billing: boolean, ...scopes: string[]) => permissionsOf({ billing, scopes });
  expect(of(true, 'read', 'write', 'admin')).toMatchObject(everything);
  expect(of(true, 'read')).toMatchObject({ ...nothing, canPrice: true });
  expect(of(true, 'read', 'write')).toMatchObject({ ...everything, canAdmin: false });
  expect(of(true, 'read', 'admin')).toMatchObject({ ...nothing, canPrice: true, canAdmin: true });
  expect(of(true)).toMatchObject(nothing);
  // Without billing information, a key still converts quotes and changes webhooks.
  expect(of(false, 'read', 'write')).toMatchObject({ ...nothing, canWrite: true });
});

const NEWARK = { terminal: 'Maher', destination: 'Newark, NJ', equipment: undefined, date: '', unread: [] };

it('names of places side by side on a map stand on lines of their own, and those far apart beside their point', () => {
  const name = 'Barbours Cut Container Terminal';
  const linesOf = (...xs: readonly number[]) => {
    const points = xs.map((x, at) => ({ key: String(at), name, position: [x, 100] as const }));
    return placeNames(points, { x: 0, y: 0, width: 1_000, height: 600 }, 1).map(({ y }) => y);
  };
  expect(linesOf(400, 420, 440)).toEqual([89, 72, 121]);
  expect(linesOf(100, 500, 900)).toEqual([89, 89, 121]);
});

describe('pasted lanes', () => {
  it.each([
    ['tabs', 'Maher\tNewark\tNJ\t07114', { destination: 'Newark, NJ 07114' }],
    ['commas', 'Maher,Newark,NJ', {}],
    ['semicolons and quotes', '"Port, A";Newark;NJ', { terminal: 'Port, A' }],
    ['one cell for the place', 'Maher\tNewark, NJ 07114', { destination: 'Newark, NJ 07114' }],
    ['a ZIP code without its zero', 'Maher\tNewark\tNJ\t7114', { destination: 'Newark, NJ 07114' }],
    [
      'equipment and date in any order',
      "Maher\tNewark\tNJ\t3/9/2026\t40' HC",
      { equipment: 'container_40hc', date: '2026-03-09' },
    ],
    ['a day that does not exist', 'Maher\tNewark\tNJ\t2/30/2026', { unread: ['2/30/2026'] }],
    ['equipment of a trailer', 'Maher\tNewark\tNJ\tdry van', { unread: ['dry van'] }],
    [
      'headings in another order',
      'State\tCity\tPort\tEquipment\nNJ\tNewark\tMaher\treefer 20',
      { equipment: 'reefer_container_20' },
    ],
  ])('with %s', (_, text, expected) => {
    expect(readPastedLanes(text)).toEqual({ lanes: [{ ...NEWARK, ...expected }], omitted: 0 });
  });

  it('beyond the maximum of a call are counted, and empty rows are not', () => {
    const rows = Array.from({ length: MAX_LANES + 3 }, (_, row) => `T${row}\tChicago\tIL`);
    const { lanes, omitted } = readPastedLanes(`\n\t\t\n${rows.join('\r\n')}\n\n`);
    expect([lanes.length, omitted, lanes[9]?.terminal]).toEqual([MAX_LANES, 3, 'T9']);
  });
});

describe('a destination', () => {
  it('is the same after it was written', () => {
    const word = fc
      .stringMatching(/^[A-Za-z][A-Za-z' -]{0,20}[A-Za-z]$/)
      .map((text) => text.replaceAll(/\s+/g, ' '));
    const place = fc.record({
      city: word,
      state: fc.stringMatching(/^[A-Z]{2}$/),
      zip: fc.oneof(fc.constant(''), fc.stringMatching(/^\d{5}(-\d{4})?$/)),
    });
    fc.assert(fc.property(place, (one) => void expect(readDestination(destinationText(one))).toEqual(one)));
  });
});
