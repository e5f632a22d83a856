import { describe, expect, it } from 'vitest';
import { appliesAt } from '../../../../shared/costs/accessorials/accessorial.ts';
import { servedTerminal } from '../../../../shared/costs/accessorials/served-terminal.ts';
import { chargesAt, quotableCharges, TARIFF } from '../../../../shared/costs/accessorials/tariff.ts';
import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  type EquipmentType,
} from '../../../../shared/costs/equipment/equipment-type.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { SERVED } from '../../../support/pricing-strategies.ts';

const chargeOf = (name: string, equipment: EquipmentType, at = SERVED.losAngeles) =>
  chargesAt(equipment, at).find((accessorial) => accessorial.name === name);

describe('the tariff', () => {
  it.each([undefined, ...Object.values(SERVED)])(
    'has at most one charge per name and equipment at %j',
    (at) => {
      for (const equipment of EQUIPMENT_TYPES) {
        const names = chargesAt(equipment, at).map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }
    },
  );

  it('has integer cents, a quantity, equipment and a source in every row', () => {
    for (const { name, title, charge, defaultQuantity, equipment, source } of TARIFF) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect([title, source]).not.toContain('');
      expect(equipment.length).toBeGreaterThan(0);
      expect(defaultQuantity).toBeGreaterThanOrEqual(1);
      if ('cents' in charge) expect(Number.isSafeInteger(charge.cents) && charge.cents > 0).toBe(true);
      else expect(charge.percentOfBase).toBeGreaterThan(0);
    }
  });

  it('replaces only usual charges of the same equipment', () => {
    for (const { replaces = [], equipment } of TARIFF)
      for (const name of replaces)
        for (const type of equipment) expect(chargeOf(name, type)?.usualReason).toBeDefined();
  });

  it('charges chassis for three days, more for 45 ft, and none for a tank, which includes it', () => {
    const perDay = { frequency: 'per day', defaultQuantity: 3 };
    expect(chargeOf('chassis', 'container_40')).toMatchObject({ charge: { cents: 4_000 }, ...perDay });
    expect(chargeOf('chassis', 'container_45hc')).toMatchObject({ charge: { cents: 5_000 }, ...perDay });
    expect(chargeOf('chassis', 'iso_tank')).toBeUndefined();
    expect(chargeOf('iso_tank', 'iso_tank')).toMatchObject({
      occasion: 'by equipment',
      charge: { cents: 22_500 },
    });
    expect(chargeOf('chassis', 'dryvan')).toBeUndefined();
    expect(chargeOf('__proto__', 'dryvan')).toBeUndefined();
  });

  it('charges overweight by the size of the container', () => {
    const cents = (equipment: EquipmentType) => chargeOf('overweight', equipment)?.charge;
    expect(cents('container_20')).toEqual({ cents: 22_500 });
    for (const equipment of ['container_40', 'container_40hc', 'container_45hc'] as const)
      expect(cents(equipment)).toEqual({ cents: 30_000 });
  });

  it('excludes charges after the move from quotes', () => {
    for (const equipment of EQUIPMENT_TYPES)
      expect(quotableCharges(equipment).map(({ name }) => name)).not.toContain('detention');
  });
});

describe('fees of terminals', () => {
  const TERMINALS = loadTerminals();
  const feesAt = (type: EquipmentType, terminal: (typeof TERMINALS)[number]) =>
    chargesAt(type, servedTerminal(terminal))
      .filter(({ occasion }) => occasion === 'port fee')
      .map(({ name, charge }) => [name, charge]);

  it('are the traffic mitigation fee and the clean truck fund at every marine terminal of Los Angeles and Long Beach', () => {
    const there = TERMINALS.filter(({ type, locode }) => type === 'marine' && /^US(LAX|LGB)$/.test(locode));
    expect(there.length).toBeGreaterThanOrEqual(12);
    for (const terminal of there) {
      expect(feesAt('container_20', terminal)).toEqual([
        ['traffic_mitigation_fee', { cents: 3_878 }],
        ['clean_truck_fund', { cents: 1_000 }],
      ]);
      expect(feesAt('container_40hc', terminal)).toEqual([
        ['traffic_mitigation_fee', { cents: 7_756 }],
        ['clean_truck_fund', { cents: 2_000 }],
      ]);
    }
  });

  it('are the gate fees of two terminals of Oakland', () => {
    const charged = TERMINALS.filter((terminal) =>
      feesAt('container_40', terminal).some(([name]) => name === 'extended_gate_fee'),
    );
    expect(charged.map((terminal) => [terminal.name, feesAt('container_40', terminal)])).toEqual([
      ['Oakland International Container Terminal', [['extended_gate_fee', { cents: 4_000 }]]],
      ['TraPac Oakland', [['extended_gate_fee', { cents: 3_000 }]]],
    ]);
  });

  it('apply at no other terminal and at no ramp', () => {
    const elsewhere = TERMINALS.filter(
      ({ type, locode }) => type !== 'marine' || !['USLAX', 'USLGB', 'USOAK'].includes(locode),
    );
    for (const terminal of elsewhere)
      for (const equipment of CONTAINER_EQUIPMENT) expect(feesAt(equipment, terminal)).toEqual([]);
  });

  it('do not apply at a move end with a listed port but without a marine type or a key', () => {
    const [fee] = TARIFF.filter(({ name }) => name === 'extended_gate_fee');
    expect(fee && appliesAt(fee, { type: 'city', name: 'Oakland, CA', port: 'USOAK' })).toBe(false);
    expect(fee && appliesAt(fee, { type: 'marine', name: 'New terminal', port: 'USOAK' })).toBe(false);
  });
});
