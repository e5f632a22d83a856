import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createQuoteCurl, readQuoteCode } from '../../../web/console/src/quotes/code-samples.ts';
import { readQuoteFilter, writeQuoteFilter } from '../../../web/console/src/quotes/quote-filter.ts';
import { marginOf } from '../../../web/console/src/quotes/quote-margin.ts';
import { quoteBodyOf } from '../../../web/console/src/rates/quote-body.ts';

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

it('code has the address and the id as texts of JavaScript', () => {
  expect(readQuoteCode('https://x.example', 'Q-"1"')).toContain('client.quotes.get("Q-\\"1\\"")');
});

it('the margin is what remains of base rate and fuel', () => {
  const pricing = {
    base_rate: 1480.27,
    fuel_surcharge: 596.13,
    accessorial_charges: {},
    total_rate: 2076.4,
    currency: 'USD',
  } as const;
  const basis = {
    level: 'model',
    observations: 0,
    since: '',
    as_of: '',
    source: 'cost model',
    model_version: '',
  };
  const market = { rate: 1883.32, range: { min: 0, max: 0 }, confidence: 1, basis, not_known: [] };
  const { cost, margin, share } = marginOf({ pricing, market }) ?? {};
  expect([cost, margin, share?.toFixed(3)]).toEqual([1883.32, 193.08, '0.093']);
  expect(marginOf({ pricing })).toBeUndefined();
});

it('the filter of the list survives the address, and invalid values become defaults', () => {
  const filter = { status: 'active', from: '2026-03-01', to: '2026-03-31', page: 3, size: 50 };
  expect(readQuoteFilter(new URLSearchParams(writeQuoteFilter(filter)))).toEqual(filter);
  const invalid = new URLSearchParams('status=x&from=yesterday&page=-1&size=100000');
  expect(writeQuoteFilter(readQuoteFilter(invalid))).toEqual({});
});

it('the quote of a lane is from today on, with the requirements of the lane', () => {
  const rate = {
    origin: { terminal: 'T', type: 'marine', city: 'C', state: 'NJ', coordinates: [0, 0] },
    destination: { city: 'Newark', state: 'NJ', zip: '07114', coordinates: [0, 0] },
    equipment: 'container_40',
    date: '2026-03-01',
  } as const;
  expect(quoteBodyOf(rate, { hazmat: true }, '2026-03-05')).toEqual({
    origin: 'T',
    destination: 'Newark, NJ 07114',
    equipment_type: 'container_40',
    pickup_date: '2026-03-05',
    special_requirements: ['hazmat'],
  });
  expect(quoteBodyOf(rate, undefined, '2026-02-01').pickup_date).toBe('2026-03-01');
});
