import { describe, expect, it } from 'vitest';
import { quoteSheet } from '../../../../shared/quotes/sheet/quote-sheet.ts';
import { INTERNAL_PARTS, SAMPLE_QUOTE } from './sample-quote.ts';

const SENDER = 'Harbor Lines';
const HARBOR_LINES = { name: SENDER, terms: '' };
const sheetOf = (changes: Partial<typeof SAMPLE_QUOTE> = {}) =>
  quoteSheet({ ...SAMPLE_QUOTE, ...changes }, HARBOR_LINES);

describe('the sheet of a quote', () => {
  it('has what the customer needs', () => {
    expect(sheetOf()).toEqual({
      quoteId: SAMPLE_QUOTE.quote_id,
      title: `Quote ${SAMPLE_QUOTE.quote_id}`,
      sender: SENDER,
      notices: [],
      facts: [
        { label: 'Customer', value: 'Müller & Söhne' },
        { label: 'Your reference', value: 'PO 7' },
        { label: 'Created', value: 'October 7, 2026, 17:00 UTC' },
        { label: 'Valid until', value: 'October 14, 2026, 23:59 UTC' },
        { label: 'Origin', value: 'Pier 400, Los Angeles, CA 90731' },
        { label: 'Destination', value: 'Fresno, CA' },
        { label: 'Distance', value: '1,240.5 miles one way' },
        { label: 'Equipment', value: '40 ft high cube container' },
        { label: 'Loads a week', value: '12.5' },
        { label: 'Pickup', value: 'October 9, 2026' },
        { label: 'Estimated delivery', value: 'October 12, 2026' },
      ],
      charges: [
        { label: 'Base rate', value: '$1,632.50' },
        { label: 'Fuel surcharge', value: '$596.13' },
        { label: 'Chassis', value: '$120.00' },
      ],
      total: '$2,348.63 USD',
      possibleCharges: [{ title: 'Detention', rate: '$85.00 per hour', amount: '$170.00 for 2' }],
      createdAt: new Date(SAMPLE_QUOTE.created_at),
    });
  });

  it('has no cost, margin, market rate, contract rate, strategy and internal text', () => {
    expect(JSON.stringify(SAMPLE_QUOTE)).toMatch(INTERNAL_PARTS);
    expect(JSON.stringify(sheetOf())).not.toMatch(INTERNAL_PARTS);
  });

  it('states that the quote was replaced, or is not offered any more, without the reason', () => {
    expect(sheetOf({ outcome: 'superseded', superseded_by: 'Q-2' }).notices).toEqual([
      'This quote was replaced by quote Q-2.',
    ]);
    const decline = { declined_at: '', reason: 'price', competitor_price: 1, note: 'internal' } as const;
    const declined = sheetOf({ outcome: 'lost', decline });
    expect(declined.notices).toEqual([
      'This quote is not offered any more. Ask Harbor Lines for a new quote.',
    ]);
    expect(JSON.stringify(declined)).not.toMatch(/price"|internal/);
  });

  it('states that the quote has expired or has been accepted', () => {
    expect(sheetOf({ status: 'expired' }).notices).toEqual([
      'This quote expired on October 14, 2026, 23:59 UTC. Ask Harbor Lines for a new quote.',
    ]);
    expect(sheetOf({ status: 'converted' }).notices).toEqual(['This quote has been accepted.']);
  });

  it('states before the status that the loads are simulated', () => {
    const { market } = SAMPLE_QUOTE;
    if (market === undefined) throw new Error('the sample has a market');
    const simulated = sheetOf({ status: 'converted', market: { ...market, simulated: true } });
    expect(simulated.notices).toEqual([
      'This quote was made with simulated loads. It is an example and not an offer.',
      'This quote has been accepted.',
    ]);
    expect(sheetOf({ market: { ...market, simulated: false } }).notices).toEqual([]);
  });

  it('leaves out what the quote does not have', () => {
    const { facts, charges, possibleCharges } = sheetOf({
      customer: '',
      customer_reference: '',
      weekly_volume: null,
      pricing: { ...SAMPLE_QUOTE.pricing, fuel_surcharge: 0, excluded_charges: [] },
    });
    expect(facts[0]?.label).toBe('Created');
    expect(facts.map(({ label }) => label)).not.toContain('Loads a week');
    expect(charges[1]).toEqual({ label: 'Fuel surcharge', value: 'No separate charge' });
    expect(possibleCharges).toEqual([]);
  });

  it('shows the ZIP code of a city only if the request named it', () => {
    const { route } = SAMPLE_QUOTE;
    const textOf = (name: string) =>
      sheetOf({
        route: { ...route, destination: { ...route.destination, type: 'city', name, zip: '85001' } },
      });
    expect(JSON.stringify(textOf('Phoenix, AZ'))).not.toContain('85001');
    expect(JSON.stringify(textOf('Phoenix, AZ 85001'))).toContain('Phoenix, AZ 85001');
  });

  it('has the terms of the organization only if there are any', () => {
    expect(sheetOf()).not.toHaveProperty('terms');
    expect(quoteSheet(SAMPLE_QUOTE, { name: SENDER, terms: 'Net 30\n\nNo waiting' }).terms).toBe(
      'Net 30\n\nNo waiting',
    );
  });

  it('shows quotes that are older than titles of accessorials and customers', () => {
    const { accessorials, excluded_charges, ...pricing } = SAMPLE_QUOTE.pricing;
    const { customer, ...older } = { ...SAMPLE_QUOTE, pricing };
    const sheet = quoteSheet(older, HARBOR_LINES);
    expect(sheet.charges[2]).toEqual({ label: 'chassis', value: '$120.00' });
    expect([accessorials, excluded_charges, customer]).not.toContain(undefined);
  });
});
