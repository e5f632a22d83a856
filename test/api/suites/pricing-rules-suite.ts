import { beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { createEnterprise, type ServiceUnderTest } from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';

const PATH = '/api/v1/pricing-strategy';
const PICKUP = addDays(utcDay(new Date()), 5);

interface Quote {
  readonly quote_id: string;
  readonly expiry_date: string;
  readonly pricing: {
    readonly base_rate: number;
    readonly total_rate: number;
    readonly accessorial_charges: Readonly<Record<string, number>>;
  };
  readonly margin: { readonly percent: number };
  readonly rate_source: { readonly type: string };
  readonly pricing_rule?: { readonly name: string; readonly reason: string };
}

const SAVANNAH = {
  name: 'Acme from Savannah',
  when: { customer: 'Acme Imports', origin: 'port of savannah', destination: 'atlanta ga' },
  terms: {
    margin: { percent: 60, floor: 0 },
    accessorial_overrides: { prepull: { rate: 11 } },
    validity_days: 2,
  },
};
const STATED = { ...SAVANNAH, when: { ...SAVANNAH.when, origin: 'USSAV', destination: 'Atlanta, GA' } };
const GEORGIA = {
  name: 'Georgia',
  when: { destination: 'GA', max_miles: 1_000, equipment_types: ['40 ft container'] },
  terms: { margin: { percent: 80, floor: 0 } },
};

/** Rules of the pricing strategy over HTTP: written, read, previewed, and applied to quotes. */
export function pricingRulesSuite(service: () => ServiceUnderTest): void {
  describe('rules of the pricing strategy', () => {
    let key: string;
    const call = async (method: string, path: string, body?: object, by = key) =>
      service().call(method, path, { key: by, ...(body && { body }) });
    const replace = (...rules: readonly unknown[]) => call('PUT', PATH, strategyBody({ rules }));
    const quote = async (change: object = {}) => {
      const { status, json } = await call('POST', '/api/v1/quotes', {
        origin: 'Garden City Terminal',
        destination: 'Atlanta, GA',
        equipment_type: 'container_40',
        pickup_date: PICKUP,
        special_requirements: ['prepull'],
        ...change,
      });
      expect([status, json]).toEqual([200, { quote: expect.anything() }]);
      return Object(json).quote as Quote;
    };

    beforeAll(async () => {
      ({ apiKey: key } = await createEnterprise(service()));
    });

    it('are stated with resolved places, are in the history, and can be sent back', async () => {
      const { status, json } = await replace(SAVANNAH, { ...GEORGIA });
      expect([status, Object(json).rules]).toEqual([
        200,
        [STATED, { ...GEORGIA, when: { ...GEORGIA.when, equipment_types: ['container_40'] } }],
      ]);
      const { json: read } = await call('GET', PATH);
      expect({ ...Object(read), warnings: [] }).toEqual(json);
      expect((await call('PUT', PATH, Object(read))).json).toEqual(json);
      const { json: history } = await call('GET', `${PATH}/history?limit=1`);
      expect(Object(history).versions[0].terms.rules).toEqual(Object(read).rules);
    });

    it('price the quotes that they match, which name the rule', async () => {
      await replace(SAVANNAH, GEORGIA);
      const own = await quote({ customer: 'ACME imports ' });
      expect(own).toMatchObject({
        rate_source: { type: 'market' },
        pricing_rule: {
          name: 'Acme from Savannah',
          // docs/integrators/customer-rules.md shows this.
          reason: 'The rule is for the customer Acme Imports; the next match is for all customers.',
        },
        pricing: { accessorial_charges: { prepull: 11 } },
      });
      expect(own.margin.percent).toBeCloseTo(60, 1);
      expect(own.expiry_date.slice(0, 10)).toBe(addDays(utcDay(new Date()), 2));
      const { json } = await call('GET', `/api/v1/quotes/${own.quote_id}`);
      expect(Object(json).quote.pricing_rule).toEqual(own.pricing_rule);

      const others = await quote({ customer: 'Other' });
      expect(others.pricing_rule?.name).toBe('Georgia');
      expect(others.margin.percent).toBeCloseTo(80, 1);
      const elsewhere = await quote({ destination: 'Charlotte, NC' });
      expect(elsewhere).not.toHaveProperty('pricing_rule');
      expect(elsewhere.margin.percent).toBeLessThan(59);
    });

    it('are in a preview, which changes nothing, and a strategy without rules removes them', async () => {
      ({ apiKey: key } = await createEnterprise(service()));
      const plain = await quote({ customer: 'Acme Imports' });
      const unrelated = await quote();
      expect(plain.pricing.total_rate).toBe(unrelated.pricing.total_rate);
      const { status, json } = await call('POST', `${PATH}/preview`, strategyBody({ rules: [SAVANNAH] }));
      expect(status).toBe(200);
      const after = Object(json).quotes.map((one: { after: { total_rate: number } }) => one.after.total_rate);
      expect(after[0]).toBe(unrelated.pricing.total_rate);
      await replace(SAVANNAH);
      expect((await quote({ customer: 'Acme Imports' })).pricing.total_rate).toBe(after[1]);

      const { json: without } = await replace();
      expect(without).not.toHaveProperty('rules');
      expect((await quote({ customer: 'Acme Imports' })).pricing).toEqual(plain.pricing);
    });

    it('change accessorials and validity of a quote by a contract rate, and not its base rate', async () => {
      await replace(SAVANNAH);
      const rate = {
        ...{ customer: 'Acme Imports', origin: 'USSAV', destination: 'GA', equipment_type: 'container_40' },
        ...{ rate_type: 'flat', amount: 777, fuel: 'included', effective_from: '2026-01-01' },
      };
      const created = await call('POST', '/api/v1/contract-rates', { rates: [rate] });
      expect([created.status, created.json]).toMatchObject([200, {}]);
      const priced = await quote({ customer: 'Acme Imports' });
      expect(priced).toMatchObject({
        pricing: { base_rate: 777, accessorial_charges: { prepull: 11 } },
        rate_source: { type: 'contract' },
        pricing_rule: { name: 'Acme from Savannah', reason: 'The rule is the only match.' },
      });
      expect(priced.expiry_date.slice(0, 10)).toBe(addDays(utcDay(new Date()), 2));
    });
  });
}
