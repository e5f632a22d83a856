import { describe, expect, it } from '@jest/globals';
import { costOfRoadMove } from '../../../shared/costs/model/road-cost-model.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

describe('equipment of brokers', () => {
  it('costs what its trailer costs, besides the tractor', () => {
    const cost = (equipment: Parameters<typeof costOfRoadMove>[0]['equipment']) =>
      costOfRoadMove({ equipment, miles: 600, dieselPrice: 4 }).linehaulCents;
    const order = (['hot_shot', 'power_only', 'dryvan', 'flatbed', 'step_deck', 'conestoga'] as const).map(
      cost,
    );
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  it.each(['Step Deck', 'conestoga', 'power only', 'hot shot'])(
    '%s drives from door to door',
    async (text) => {
      const { quote } = await quotingUnderTest().quote({ equipment_type: text });
      expect(quote).toMatchObject({ equipment_type: text.toLowerCase().replace(' ', '_'), terminals: [] });
      expect(quote.pricing.total_rate).toBeGreaterThan(200);
    },
  );

  it('a domestic container moves from or to a ramp, and never an ocean terminal', async () => {
    const { quote } = await quotingUnderTest().quote({ equipment_type: "53' domestic" });
    expect(quote.equipment_type).toBe('domestic_53');
    const ends = [quote.route.origin.type, quote.route.destination.type];
    expect(ends.filter((type) => type !== 'city')).toEqual([expect.stringMatching(/^(rail|intermodal)$/)]);
  });
});
