import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Accessorial, Quote } from '../../../clients/typescript/src/index.ts';
import { readQuoteRequest } from '../../../shared/quotes/read-quote-request.ts';
import { createQuoteCurl, readQuoteCode } from '../../../web/console/src/quotes/code-samples.ts';
import { declineErrors, requestDecline } from '../../../web/console/src/quotes/decisions/decline-form.ts';
import { readQuoteFilter, writeQuoteFilter } from '../../../web/console/src/quotes/quote-filter.ts';
import {
  emptyQuote,
  formOfQuote,
  quoteErrors,
  requestQuote,
  requestRevision,
} from '../../../web/console/src/quotes/quote-form.ts';
import { requirementChoices } from '../../../web/console/src/quotes/requirement-choices.ts';
import { daysError, requestShare } from '../../../web/console/src/quotes/sharing/share-days.ts';
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

it('the filter of the list survives the address, and invalid values become defaults', () => {
  const filter = {
    status: 'active',
    outcome: 'lost',
    ...{ customer: 'Acme & Sons', reference: 'PO 1' },
    from: '2026-03-01',
    to: '2026-03-31',
    page: 3,
    size: 50,
  };
  expect(readQuoteFilter(new URLSearchParams(writeQuoteFilter(filter)))).toEqual(filter);
  const invalid = new URLSearchParams('status=x&outcome=x&from=yesterday&page=-1&size=100000');
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

it('a revision begins with the request of the quote, and states each field, also the removed ones', () => {
  const quote = {
    route: { requested: { origin: 'USLAX', destination: 'Phoenix, AZ' } },
    equipment_type: 'dryvan',
    service_details: { pickup_date: '2026-03-02' },
    special_requirements: ['hazmat'],
    customer: 'Acme',
    customer_reference: 'PO-1',
    rate_source: { type: 'contract', pricing_type: 'contract' },
    weekly_volume: 12.5,
  } as unknown as Quote;
  expect(formOfQuote(quote, '2026-03-02').pickup).toBe('2026-03-02');
  const form = formOfQuote(quote, '2026-03-03');
  expect(requestQuote(form)).toEqual({
    ...{ origin: 'USLAX', destination: 'Phoenix, AZ', equipment_type: 'dryvan', pickup_date: '2026-03-04' },
    ...{ special_requirements: ['hazmat'], customer: 'Acme', customer_reference: 'PO-1' },
    ...{ pricing_type: 'contract', weekly_volume: 12.5 },
  });
  const removed = {
    ...form,
    requirements: [],
    customer: ' ',
    reference: '',
    pricingType: 'auto',
    weeklyVolume: ' ',
  } as const;
  expect(requestRevision(removed)).toMatchObject({
    ...{ special_requirements: [], customer: '', customer_reference: '', pricing_type: 'auto' },
    weekly_volume: null,
  });
});

it('a decline needs a reason, and a price of at least a cent if it has one', () => {
  expect(declineErrors({ reason: '', price: '0', note: '' })).toEqual({
    reason: 'Choose a reason.',
    competitor_price: 'Enter a number from 0.01 to 1,000,000 with at most 2 decimals.',
  });
  const form = { reason: 'price', price: '1,150.50', note: ' Rail. ' } as const;
  expect(declineErrors(form)).toEqual({});
  expect(requestDecline(form)).toEqual({ reason: 'price', competitor_price: 1150.5, note: 'Rail.' });
  expect(requestDecline({ ...form, price: '', note: ' ' })).toEqual({ reason: 'price' });
});

it('a quote can request accessorials of the own tariff that apply to its equipment and day', () => {
  const entry: Accessorial = {
    ...{ name: 'gate_fee', title: 'Gate fee', amount: 25, percent: null, tiers: [], unit: 'flat' },
    ...{ quantity: 1, free_time: 0, occasion: 'on request', equipment_types: ['dryvan'], ports: [] },
    ...{ terminals: [], effective_from: '2026-03-01', effective_to: '2026-03-31', enabled: true },
    ...{ source: 'custom', source_text: '' },
  };
  const offered = (change: Partial<Accessorial>, pickup = '2026-03-31', equipment = 'dryvan') =>
    requirementChoices({ equipment, pickup, requirements: [] }, [{ ...entry, ...change }]).find(
      ({ value }) => value === 'gate_fee',
    )?.label;
  expect(offered({})).toBe('Gate fee');
  expect(offered({ effective_from: '', effective_to: '' }, '2027-01-01')).toBe('Gate fee');
  for (const change of [{ enabled: false }, { occasion: 'after the move' }, { source: 'default' }] as const)
    expect(offered(change)).toBeUndefined();
  expect(offered({}, '2026-04-01')).toBeUndefined();
  expect(offered({}, '2026-02-28')).toBeUndefined();
  expect(offered({}, '2026-03-15', 'reefer')).toBeUndefined();
  const form = { equipment: 'reefer', pickup: '2026-03-15', requirements: ['gate_fee'] };
  expect(requirementChoices(form)).toContainEqual({ value: 'gate_fee', label: 'gate_fee' });
  const replaced = requirementChoices({ ...form, equipment: 'dryvan' }, [
    { ...entry, name: 'storage', title: 'Our storage' },
  ]).filter(({ value }) => value === 'storage');
  expect(replaced).toEqual([{ value: 'storage', label: 'Our storage' }]);
});

it('a share link works 1 to 90 days', () => {
  for (const days of ['1', '90']) expect(daysError(days)).toBeUndefined();
  for (const days of ['', '0', '91', '1.5', 'two weeks'])
    expect(daysError(days)).toBe('Enter a whole number from 1 to 90.');
  expect(requestShare(' 30 ')).toEqual({ expires_in_days: 30 });
});

it('a volume is optional, and has an error exactly if the service rejects it', () => {
  const form = { ...emptyQuote(), origin: 'USLAX', destination: 'Phoenix, AZ' };
  const rejects = (volume: number) => {
    const draft = readQuoteRequest({ ...requestQuote(form), weekly_volume: volume });
    return !draft.ok || draft.body.errors.length > 0;
  };
  expect(quoteErrors({ ...form, weeklyVolume: ' ' })).toEqual({});
  expect(quoteErrors({ ...form, weeklyVolume: 'many' })).toHaveProperty('weeklyVolume');
  for (const volume of [-1, 0, 0.001, 0.01, 0.125, 12, 9_999.99, 10_000, 10_000.01]) {
    const errors = quoteErrors({ ...form, weeklyVolume: String(volume) });
    expect([volume, Object.keys(errors)]).toEqual([volume, rejects(volume) ? ['weeklyVolume'] : []]);
  }
});
