import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readRequirement,
  requirementFault,
  requirementNamesFor,
} from '../../../../shared/costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES } from '../../../../shared/costs/equipment/equipment-type.ts';
import { SERVED } from '../../../support/pricing-strategies.ts';

describe('names of requirements', () => {
  it('apply to the equipment and have no duplicates', () => {
    expect(requirementNamesFor('dryvan')).toEqual(
      expect.arrayContaining(['liftgate', 'inside_delivery', 'hazmat']),
    );
    expect(requirementNamesFor('flatbed')).not.toContain('chassis');
    expect(requirementNamesFor('reefer_container_40')).toContain('genset');
    for (const equipment of [undefined, ...EQUIPMENT_TYPES])
      expect(new Set(requirementNamesFor(equipment)).size).toBe(requirementNamesFor(equipment).length);
  });

  it.each([
    ['Inside Delivery', 'inside_delivery'],
    ['INSIDE-DELIVERY', 'inside_delivery'],
    ['detention', undefined],
    ['chassis', undefined],
    ['__proto__', undefined],
  ])('%j is %s with a dry van', (text, name) => {
    expect(readRequirement(text, 'dryvan')).toBe(name);
  });
});

describe('a fee that the terminal does not charge', () => {
  it.each([
    ['savannah', 'traffic_mitigation_fee', 'at Garden City Terminal'],
    ['losAngelesRamp', 'clean_truck_fund', 'at BNSF Hobart'],
    ['everportOakland', 'extended_gate_fee', 'at Everport Oakland'],
    ['losAngeles', 'extended_gate_fee', 'at APM Terminals Pier 400'],
  ] as const)('at %s is an error for %s, with the allowed requirements', (at, name, where) => {
    const fault = requirementFault(['chassis', name], { equipment: 'container_40', terminal: SERVED[at] });
    expect(fault).toMatch(`must not have "${name}" ${where}; allowed there with container_40: chassis, `);
    expect(fault?.split('; allowed')[1]).not.toContain(name);
  });

  it('is an error without a terminal', () => {
    const move = { equipment: 'container_40', terminal: undefined } as const;
    expect(requirementFault(['clean_truck_fund'], move)).toMatch('"clean_truck_fund" without a terminal; ');
  });

  it('is not an error if it applies; other errors list the fees of the terminal', () => {
    const at = { equipment: 'container_40', terminal: SERVED.oict } as const;
    expect(requirementFault(['extended_gate_fee', 'chassis'], at)).toBeUndefined();
    expect(requirementFault(['clean_truck_fund'], at)).toMatch(/extended_gate_fee$/);
    expect(requirementFault([], at)).toBeUndefined();
  });

  it('is the only error for requirements that apply to the equipment', () => {
    const fees = ['traffic_mitigation_fee', 'clean_truck_fund', 'extended_gate_fee'];
    const anyAt = fc.constantFrom(undefined, ...Object.values(SERVED));
    const anyNames = fc.constantFrom(...EQUIPMENT_TYPES).chain((equipment) =>
      fc.record({
        equipment: fc.constant(equipment),
        names: fc.subarray([...requirementNamesFor(equipment)]),
      }),
    );
    fc.assert(
      fc.property(anyNames, anyAt, ({ equipment, names }, terminal) => {
        const faulty = names.filter((name) => requirementFault([name], { equipment, terminal }));
        const fault = requirementFault(names, { equipment, terminal });
        expect(fault !== undefined).toBe(faulty.length > 0);
        expect(fees).toEqual(expect.arrayContaining(faulty));
        const listed = faulty.map((name) => `"${name}"`).join(', ');
        expect(fault ?? 'must not have ').toMatch(`must not have ${listed}`);
      }),
    );
  });
});
