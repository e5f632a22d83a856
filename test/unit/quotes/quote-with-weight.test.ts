import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { legalPayload } from '../../../shared/costs/equipment/equipment-warnings.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

const quoteOf = async (changes: object) =>
  (await quotingUnderTest().quote({ origin: 'LBCT', ...changes })).quote;
const namesOf = ({ pricing }: Awaited<ReturnType<typeof quoteOf>>) =>
  pricing.accessorials.map(({ name }) => name);

describe('the weight of a quote', () => {
  it('adds overweight and a tri-axle chassis above the legal payload of a container, and names the rule', async () => {
    const quote = await quoteOf({ weight_lbs: 44_001, special_requirements: ['chassis'] });
    expect(namesOf(quote)).toEqual(['triaxle', 'overweight']);
    expect(quote.warnings).toContain(
      'weight_lbs 44,001 lb is more than the legal payload of about 44,000 lb for container_40: the gross weight is limited to 80,000 lb (23 CFR 658.17). overweight and triaxle were added. triaxle replaces chassis. Each state on the way, CA, AZ and those between, must give a permit.',
    );
    expect([quote.weight_lbs, quote.special_requirements]).toEqual([44_001, ['chassis']]);
  });

  it('adds nothing up to the legal payload, and stays what the request names', async () => {
    const quote = await quoteOf({ weight_lbs: 44_000, commodity: '  Ceramic tiles ' });
    expect([namesOf(quote), quote.weight_lbs, quote.commodity]).toEqual([[], 44_000, 'Ceramic tiles']);
    const none = await quoteOf({ weight_lbs: null, commodity: '' });
    expect([none.weight_lbs, none.commodity, none.warnings]).toEqual([null, '', expect.any(Array)]);
    expect(none.warnings.join()).not.toMatch(/weight_lbs/);
  });

  it('only warns of a trailer, whose tariff has no overweight', async () => {
    const quote = await quoteOf({ equipment_type: 'dryvan', weight_lbs: 46_000 });
    expect(namesOf(quote)).toEqual([]);
    expect(quote.warnings).toContainEqual(expect.stringMatching(/has no overweight here: it is not charged/));
  });

  it('counts the states of all stops', () => {
    expect(legalPayload('container_20', ['CA', 'AZ'])).toEqual({ standard: 35_000, triaxle: 42_000 });
    expect(legalPayload('container_40', ['WA', 'OR'])).toEqual({ standard: 44_000, triaxle: 49_000 });
    expect(legalPayload('container_40', ['WA', 'CA'])).toEqual({ standard: 44_000, triaxle: undefined });
    expect(legalPayload('container_40', ['ME'])).toEqual({ standard: 44_000, triaxle: 61_000 });
    expect(legalPayload('dryvan', ['ME'])).toEqual({ standard: 45_000, triaxle: undefined });
  });

  it('is charged from the first pound above the legal payload, for all equipment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EQUIPMENT_TYPES),
        fc.constantFrom('CA', 'ME', 'WA'),
        (equipment, state) => {
          const { standard, triaxle = standard + 1 } = legalPayload(equipment, [state]);
          expect(triaxle).toBeGreaterThan(standard);
          expect(standard).toBeLessThan(50_000);
        },
      ),
    );
  });

  const WEIGHT = 'must be a whole number from 1 to 120000';
  it.each([
    [{ weight_lbs: 200_000 }, 'weight_lbs', WEIGHT],
    [{ weight_lbs: 0 }, 'weight_lbs', WEIGHT],
    [{ weight_lbs: 44_000.5 }, 'weight_lbs', WEIGHT],
    [{ weight_lbs: '44000' }, 'weight_lbs', WEIGHT],
    [{ commodity: 'a'.repeat(201) }, 'commodity', 'must have at most 200 characters'],
    [{ commodity: 'a\u0000' }, 'commodity', expect.stringMatching(/control/)],
    [{ commodity: 7 }, 'commodity', 'must be a string'],
  ])('%j is rejected in %s', async (changes, field, message) => {
    expect(await quotingUnderTest().rejection(changes)).toMatchObject({
      details: { errors: [{ field, message }] },
    });
  });
});
