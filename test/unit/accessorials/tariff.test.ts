import { describe, expect, it } from '@jest/globals';
import { accessorialFor, requestableNames, TARIFF } from '../../../shared/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../../shared/equipment/equipment-type.ts';

describe('the tariff', () => {
  it('has one charge for a name and an equipment', () => {
    const entries = TARIFF.flatMap(({ name, equipment }) => equipment.map((type) => `${name} ${type}`));
    expect(new Set(entries).size).toBe(entries.length);
  });

  it('has whole cents, quantities, equipment and a source in every row', () => {
    for (const { name, title, charge, defaultQuantity, equipment, source } of TARIFF) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect([title, source]).not.toContain('');
      expect(equipment.length).toBeGreaterThan(0);
      expect(defaultQuantity).toBeGreaterThanOrEqual(1);
      if ('cents' in charge) expect(Number.isSafeInteger(charge.cents) && charge.cents > 0).toBe(true);
      else expect(charge.percentOfBase).toBeGreaterThan(0);
    }
  });

  it('charges chassis for three days, and port fees by the size of the container', () => {
    expect(accessorialFor('chassis', 'container_40')).toMatchObject({
      charge: { cents: 4_000 },
      frequency: 'per day',
      defaultQuantity: 3,
    });
    expect(accessorialFor('traffic_mitigation_fee', 'container_20')?.charge).toEqual({ cents: 3_878 });
    expect(accessorialFor('traffic_mitigation_fee', 'container_40hc')?.charge).toEqual({ cents: 7_756 });
    expect(accessorialFor('chassis', 'dryvan')).toBeUndefined();
    expect(accessorialFor('__proto__', 'dryvan')).toBeUndefined();
  });

  it('lets callers ask for what fits, and for nothing that happens on the way', () => {
    expect(requestableNames('dryvan')).toEqual(
      expect.arrayContaining(['liftgate', 'inside_delivery', 'hazmat']),
    );
    for (const equipment of EQUIPMENT_TYPES) {
      const names = requestableNames(equipment);
      expect(names).not.toContain('detention');
      for (const name of names) expect(accessorialFor(name, equipment)).toBeDefined();
    }
    expect(requestableNames('flatbed')).not.toContain('chassis');
  });
});
