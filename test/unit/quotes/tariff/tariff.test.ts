import { describe, expect, it } from '@jest/globals';
import { UNSET_TARIFF } from '../../../../shared/costs/accessorials/own-tariff.ts';
import { TARIFF } from '../../../../shared/costs/accessorials/tariff.ts';
import { CONTAINER_EQUIPMENT, EQUIPMENT_TYPES } from '../../../../shared/costs/equipment/equipment-type.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { readTariff, tariffPlaces } from '../../../../shared/quotes/tariff/read-tariff.ts';
import { describeTariff, listAccessorialsUseCase } from '../../../../shared/quotes/tariff/use-tariff.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { terminalId } from '../../../../shared/terminals/catalogue/terminal.ts';
import { rejectionOf } from '../../../support/answer-parts.ts';

const PLACES = tariffPlaces(loadTerminals());
const OICT = 'Oakland International Container Terminal';
const read = (...accessorials: readonly unknown[]) => readTariff({ accessorials }, PLACES);

const entries = (...accessorials: readonly unknown[]) => {
  const reading = read(...accessorials);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return reading.accessorials;
};

const faults = (...accessorials: readonly unknown[]) => {
  const reading = read(...accessorials);
  return reading.ok ? [] : reading.errors.map(({ field, message }) => `${field} ${message}`);
};

const own = (change: object = {}) => ({
  name: 'own_fee',
  title: 'Own fee',
  unit: 'flat',
  amount: 1,
  ...change,
});

describe('a tariff as sent', () => {
  it('takes what an entry leaves out from the base tariff', () => {
    const [chassis, fee, gate] = entries(
      { name: 'chassis', amount: 45 },
      { name: 'clean_truck_fund', amount: 12 },
      { name: 'extended_gate_fee', amount: 55 },
    );
    expect(chassis).toEqual({
      name: 'chassis',
      title: 'Chassis',
      charge: { cents: 45_00 },
      frequency: 'per day',
      defaultQuantity: 3,
      freeTime: 0,
      occasion: 'on request',
      equipment: CONTAINER_EQUIPMENT.filter((type) => type !== 'iso_tank'),
      enabled: true,
    });
    expect(fee).toMatchObject({ occasion: 'port fee', places: { ports: ['USLAX', 'USLGB'], terminals: [] } });
    expect(gate).toMatchObject({
      places: { ports: [], terminals: [{ key: terminalId(OICT), name: OICT }, { name: 'TraPac Oakland' }] },
    });
  });

  it('leaves out entries of the base tariff, so that a list can be sent back', () => {
    const accessorials = entries(
      own({ terminals: [OICT], ports: ['usoak'], effective_from: '2027-01-01', free_time: 0 }),
      { name: 'detention', amount: 70, free_time: 2, quantity: 4, occasion: 'on request' },
      { name: 'storage', tiers: [{ from_day: 3, amount: 60 }], quantity: 5 },
      { name: 'guaranteed', percent: 12.5 },
      { name: 'prepull', enabled: false },
    );
    const document = describeTariff({ version: 3, updatedAt: '2026-10-01T00:00:00.000Z', accessorials });
    expect(readTariff(document, PLACES)).toEqual({ ok: true, accessorials });
    expect(document.accessorials.filter(({ source }) => source === 'custom')).toHaveLength(5);
    expect(describeTariff(UNSET_TARIFF).accessorials).toHaveLength(TARIFF.length);
  });

  it('hides base entries only where own ones always replace them', () => {
    const [always] = entries({ name: 'hazmat', amount: 210, equipment_types: ['dryvan', 'container_20'] });
    const [sometimes] = entries({ name: 'hazmat', amount: 210, effective_from: '2027-01-01' });
    const equipmentOf = (entry: typeof always) =>
      describeTariff({ version: 1, updatedAt: '', accessorials: entry ? [entry] : [] })
        .accessorials.filter(({ name, source }) => name === 'hazmat' && source === 'default')
        .flatMap(({ equipment_types }) => equipment_types);
    expect(equipmentOf(always)).not.toContain('dryvan');
    expect(equipmentOf(always)).toContain('container_40');
    expect(equipmentOf(sometimes)).toContain('dryvan');
  });

  it.each([
    [{ name: 'a__b' }, /\.name must be lower_snake_case/],
    [{ name: 'constructor' }, /\.name must be lower_snake_case/],
    [{ name: 'x'.repeat(61) }, /\.name must be lower_snake_case/],
    [{ name: 'pre_pull' }, /\.name must differ from prepull/],
    [{ title: undefined }, /\.title is required/],
    [{ title: 'x'.repeat(101) }, /\.title must have at most 100/],
    [{ amount: '5' }, /\.amount must be a number from 0/],
    [{ amount: undefined }, /\.amount must be given/],
    [{ percent: 5, unit: 'percent' }, /\.amount must be given, or percent, or tiers, and only one/],
    [{ amount: undefined, percent: 5 }, /\.unit must be "percent" with percent/],
    [{ unit: 'percent' }, /\.unit must not be "percent" without percent/],
    [{ unit: undefined }, /\.unit is required/],
    [{ quantity: 0 }, /\.quantity must be a whole number from 1/],
    [{ free_time: 1 }, /\.free_time must only be given/],
    [{ amount: undefined, tiers: [{ from_day: 1, amount: 1 }] }, /\.unit must be "per day" with tiers/],
    [{ occasion: 'port fee' }, /\.occasion must not be "port fee" without ports/],
    [{ ports: ['USXXX'] }, /\.ports\[0\] must be the UN\/LOCODE/],
    [{ terminals: [OICT, 'Nowhere'] }, /\.terminals\[1\] must be the exact name/],
    [{ effective_from: '2027-02-30' }, /\.effective_from must be a calendar date/],
    [{ effective_from: '2027-02-02', effective_to: '2027-02-01' }, /\.effective_to must not be before/],
  ])('rejects an entry with %j', (change, fault) => {
    expect(faults(own(change))).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    [[2, 2], 'tiers[1].from_day'],
    [[5, 3], 'tiers[1].from_day'],
    [[0, 3], 'tiers[0].from_day'],
    [[1, 366], 'tiers[1].from_day'],
  ])('rejects tiers from days %j', (days, field) => {
    const tiers = days.map((from_day) => ({ from_day, amount: 1 }));
    expect(faults({ name: 'storage', tiers })).toEqual([
      expect.stringMatching(new RegExp(`^accessorials\\[0\\]\\.${field.replace(/[[\]]/g, '\\$&')} must`)),
    ]);
  });

  // Narrower places come first, so entries of other places do not overlap.
  it.each([
    [{}, {}, 1],
    [{}, { ports: ['USOAK'] }, 0],
    [{ ports: ['USOAK'] }, { terminals: [OICT] }, 0],
    [{ ports: ['USOAK'] }, { ports: ['USLAX', 'USOAK'] }, 1],
    [{ equipment_types: ['dryvan'] }, { equipment_types: ['reefer'] }, 0],
    [{ effective_from: '2027-02-01' }, { effective_to: '2027-01-31' }, 0],
    [{ effective_from: '2027-02-01' }, { effective_to: '2027-02-01' }, 1],
    [{ effective_from: '2027-02-01' }, {}, 1],
    [{ effective_to: '2027-02-01' }, { effective_to: '2027-01-01' }, 1],
    [{ effective_from: '2027-02-01' }, { effective_from: '2027-03-01' }, 1],
    [{ equipment_types: ['dryvan', 'reefer'] }, { equipment_types: ['reefer', 'flatbed'] }, 1],
    [{ name: 'own_fee' }, { name: 'other_fee' }, 0],
    [{ ports: ['USOAK'], terminals: ['TraPac Oakland'] }, { terminals: [OICT] }, 0],
    [{ terminals: [OICT, 'TraPac Oakland'] }, { terminals: ['TraPac Oakland'] }, 1],
  ])('compares an entry with %j and one with %j: %i overlaps', (one, other, count) => {
    const message = 'accessorials[1] must not apply to the same equipment, place and days as accessorials[0]';
    const expected = Array.from({ length: count }, () => message);
    expect(faults(own(one), own(other))).toEqual(expected);
    expect(faults(own(other), own(one))).toEqual(expected);
  });

  it('has the entries in the order of the base tariff, and its own names after them', () => {
    const names = ['zz_fee', 'storage', 'own_fee', 'chassis'];
    const sorted = entries(...names.map((name) => own({ name, unit: 'per day' }))).map(({ name }) => name);
    expect(sorted).toEqual(['chassis', 'storage', 'zz_fee', 'own_fee']);
  });

  it('has a name of its own that is disabled without a charge', () => {
    expect(entries({ name: 'own_fee', title: 'Own fee', enabled: false })).toEqual([
      {
        name: 'own_fee',
        title: 'Own fee',
        charge: { cents: 0 },
        frequency: 'flat',
        defaultQuantity: 1,
        freeTime: 0,
        occasion: 'on request',
        equipment: EQUIPMENT_TYPES,
        enabled: false,
      },
    ]);
    expect(faults({ name: 'own_fee', title: 'Own fee', unit: 'flat', enabled: true })).toHaveLength(1);
  });

  it('takes a percentage per load with the quantity 1, its days, and each place once', () => {
    const [entry] = entries(
      own({
        amount: undefined,
        unit: 'percent',
        percent: 2.5,
        quantity: 4,
        effective_from: '2027-01-01',
        effective_to: '2027-01-01',
        ports: ['usoak', 'USOAK'],
        terminals: [OICT, OICT],
      }),
    );
    expect(entry).toMatchObject({
      charge: { percentOfBase: 2.5 },
      frequency: 'per load',
      defaultQuantity: 1,
      from: '2027-01-01',
      to: '2027-01-01',
      places: { ports: ['USOAK'], terminals: [{ key: terminalId(OICT), name: OICT }] },
    });
  });

  it('rejects too many entries, and counts only own ones', () => {
    const many = Array.from({ length: 101 }, (_, index) => own({ name: `own_${index}` }));
    expect(faults(...many)).toEqual(['accessorials must have at most 100 accessorials of your own']);
    expect(faults(...many.slice(1), ...describeTariff(UNSET_TARIFF).accessorials)).toEqual([]);
    expect(faults(...Array.from({ length: 201 }, () => 7))).toHaveLength(1);
  });
});

it.each([
  ['equipment_type', ''],
  ['name', 'x'.repeat(101)],
])('accessorials are not listed for %s=%s', async (field, value) => {
  const list = listAccessorialsUseCase({ current: async () => UNSET_STRATEGY });
  expect(rejectionOf(await list({ [field]: value }, { orgId: 'org_1', mode: 'test' }))).toMatchObject({
    kind: 'invalid',
    details: { errors: [{ field }] },
  });
});
