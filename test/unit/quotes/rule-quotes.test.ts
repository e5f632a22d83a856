import { describe, expect, it } from 'vitest';
import { describeQuoteText } from '../../../functions/mcp/describe-quote-text.ts';
import { answerQuote } from '../../../shared/quotes/answer-quote.ts';
import { readPricedMove } from '../../../shared/quotes/preview/priced-move.ts';
import type { PricingRule } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { stableTerminalId } from '../../../shared/terminals/catalogue/terminal-id.ts';
import { pricingRule } from '../../support/pricing-rules.ts';
import { contractRate } from '../contracts/contract-rates.ts';
import { CALLER, quotingUnderTest } from './quoting-under-test.ts';

const withRules = (...rules: readonly PricingRule[]) => quotingUnderTest({ strategy: { rules } });
const MARGIN = { percent: 40, floorCents: 0 };

describe('a quote with rules', () => {
  it('states the rule that applied, when created, read and described', async () => {
    const under = withRules(pricingRule('Acme', { customer: 'Acme' }, { margin: MARGIN, validityDays: 2 }));
    const { quote, event } = await under.quote({ customer: 'ACME' });

    const rule = { name: 'Acme', reason: 'The rule is the only match.' };
    expect(quote).toMatchObject({ pricing_rule: rule, rate_source: { type: 'market' } });
    expect(quote.margin?.percent).toBeCloseTo(40, 1);
    expect(quote.expiry_date).toBe('2026-10-09T23:59:59Z');
    expect(event.validUntil.seconds).toBe(Date.parse(quote.expiry_date) / 1000);
    const [kept] = under.kept;
    const stored = kept && (await under.store.read(CALLER, kept.quoteId));
    if (stored === undefined) throw new Error('no quote was stored');
    expect(answerQuote(stored).quote.pricing_rule).toEqual(rule);
    expect(describeQuoteText(quote)).toContain(
      'Rule Acme of the pricing strategy: The rule is the only match.',
    );
  });

  it('that do not match is the quote without rules, and has no field for it', async () => {
    const { quote } = await withRules(pricingRule('Acme', { customer: 'Acme' })).quote();
    const { quote: plain } = await quotingUnderTest().quote();
    expect({ ...quote, quote_id: '' }).toEqual({ ...plain, quote_id: '' });
    expect('pricing_rule' in quote).toBe(false);
  });

  it.each<[string, Parameters<typeof pricingRule>[1], boolean]>([
    ['state of the origin', { origin: { key: 'state:CA', text: 'CA' } }, true],
    ['city of the destination', { destination: { key: 'city:AZ phoenix', text: 'Phoenix, AZ' } }, true],
    ['ZIP code that the request does not name', { destination: { key: 'zip:85003', text: '85003' } }, false],
    ['equipment', { equipment: ['container_20', 'container_40'] }, true],
    ['other equipment', { equipment: ['container_20'] }, false],
    ['miles', { minMiles: 300, maxMiles: 600 }, true],
    ['more miles', { minMiles: 600 }, false],
    ['weekday of the pickup, a Friday', { weekdays: ['friday'] }, true],
    ['another weekday', { weekdays: ['monday', 'saturday'] }, false],
    ['two days of lead time', { minLeadDays: 2, maxLeadDays: 2 }, true],
    ['more lead time', { minLeadDays: 3 }, false],
    ['less lead time', { maxLeadDays: 1 }, false],
  ])('compares the %s', async (_, when, applies) => {
    const { quote } = await withRules(pricingRule('rule', when)).quote();
    expect(quote.pricing_rule !== undefined).toBe(applies);
  });

  it('counts lead time from the day at the origin', async () => {
    // 18:00 on October 7 in California.
    const now = new Date('2026-10-08T01:00:00Z');
    const rules = [pricingRule('one day', { minLeadDays: 1, maxLeadDays: 1 })];
    const { quote } = await quotingUnderTest({ strategy: { rules }, now }).quote({
      pickup_date: '2026-10-08',
    });
    expect(quote.pricing_rule?.name).toBe('one day');
  });

  it('has the rule of its own terminal: other terminals of the port can have others', async () => {
    const { quote: plain } = await quotingUnderTest().quote({ origin: 'USLGB' });
    const ruleOf = (name: string, percent: number) => {
      const terminal = loadTerminals().find((one) => one.name === name);
      if (terminal === undefined) throw new Error(`${name} is not a terminal`);
      const origin = { key: `terminal:${stableTerminalId(terminal)}`, text: name } as const;
      return pricingRule(name, { origin }, { margin: { percent, floorCents: 0 } });
    };
    const names = (plain.terminals ?? []).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    const rules = names.map((name, at) => ruleOf(name, 100 + 10 * (names.length - at)));
    const { quote } = await withRules(...rules).quote({ origin: 'USLGB' });

    const totals = (quote.terminals ?? []).map(({ total_rate }) => total_rate);
    expect(new Set(totals).size).toBe(names.length);
    expect(quote.pricing.total_rate).toBe(totals[Math.floor((totals.length - 1) / 2)]);
    expect(quote.pricing_rule?.name).toBe(quote.route.origin.name);
  });

  it('by a contract rate has validity and accessorials of the rule, and not its margin', async () => {
    const terms = { margin: MARGIN, validityDays: 1, accessorialOverrides: { chassis: { cents: 1_00 } } };
    const strategy = { rules: [pricingRule('all', { maxMiles: 1_000 }, terms)] };
    const under = quotingUnderTest({ strategy, contracts: [contractRate()] });
    const { quote } = await under.quote({ special_requirements: ['chassis'] });
    expect(quote).toMatchObject({
      pricing: { base_rate: 500, accessorial_charges: { chassis: 3 } },
      rate_source: { type: 'contract' },
      pricing_rule: { name: 'all' },
      expiry_date: '2026-10-08T23:59:59Z',
    });
  });

  it('stores what rules compare, so that a preview of other rules prices it', async () => {
    const under = quotingUnderTest();
    await under.quote({ customer: 'Acme', destination: '85003' });
    const move = readPricedMove(JSON.parse(JSON.stringify(under.kept[0]?.detail)));
    expect(move?.ruleInput).toMatchObject({ customer: 'Acme', leadDays: 2 });
    expect(move?.ruleInput?.destination).toContain('zip:85003');
    expect(move?.ruleInput?.origin).toContain('port:USLGB');
  });
});
