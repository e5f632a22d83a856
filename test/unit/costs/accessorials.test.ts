import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  applicableCharges,
  centsOfDays,
  type OwnAccessorial,
  offeredNames,
  ownEntriesOn,
} from '../../../shared/costs/accessorials/own-tariff.ts';
import { readAccessorialText } from '../../../shared/costs/accessorials/read-accessorial-text.ts';
import {
  readRequirement,
  requirementFault,
  requirementNamesFor,
} from '../../../shared/costs/accessorials/requirement-names.ts';
import {
  appliesAt,
  chargesAt,
  quotableCharges,
  type ServedTerminal,
  servedTerminal,
  TARIFF,
} from '../../../shared/costs/accessorials/tariff.ts';
import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  type EquipmentType,
} from '../../../shared/costs/equipment/equipment-type.ts';
import { equipmentWarnings } from '../../../shared/costs/equipment/equipment-warnings.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { anyOwnEntry, ownEntry } from '../../support/own-tariffs.ts';
import { SERVED } from '../../support/pricing-strategies.ts';

const ANY_TERMINAL = [undefined, ...Object.values(SERVED)];

describe('the tariff', () => {
  it('has the amounts of its sources, each for a number of equipment types', () => {
    const amountOf = ({ charge }: (typeof TARIFF)[number]) =>
      'cents' in charge ? charge.cents : `${charge.percentOfBase}%`;
    const row = (one: (typeof TARIFF)[number]) =>
      `${one.name} ${amountOf(one)} ${one.frequency} x${one.defaultQuantity} of ${one.equipment.length} ${one.occasion}`;
    expect(TARIFF.map(row)).toEqual([
      'chassis 4000 per day x3 of 8 on request',
      'chassis 5000 per day x3 of 1 on request',
      'triaxle 11000 per day x3 of 9 on request',
      'chassis_split 10000 per occurrence x1 of 10 on request',
      'prepull 15000 per container x1 of 10 on request',
      'storage 5000 per day x1 of 10 on request',
      'drop_and_pick 100% per container x1 of 10 on request',
      'genset 5000 per container x1 of 2 by equipment',
      'overweight 22500 per container x1 of 3 on request',
      'overweight 30000 per container x1 of 7 on request',
      'hazmat 20000 per container x1 of 10 on request',
      'hazmat 20000 per load x1 of 7 on request',
      'liftgate 7500 per occurrence x1 of 2 on request',
      'inside_delivery 10000 per occurrence x1 of 2 on request',
      'residential 10000 per occurrence x1 of 17 on request',
      'limited_access 10000 per occurrence x1 of 17 on request',
      'stop_off 10000 per stop x1 of 17 on request',
      'tarp 10000 per load x1 of 3 on request',
      'tank_cleaning 25000 per occurrence x1 of 1 on request',
      'team_drivers 40 per mile x1 of 17 on request',
      'guaranteed 15% per load x1 of 17 on request',
      'reefer_handling 7500 per container x1 of 2 by equipment',
      'flatrack 15000 per container x1 of 1 by equipment',
      'open_top 15000 per container x1 of 1 by equipment',
      'iso_tank 22500 per container x1 of 1 by equipment',
      'detention 8000 per hour x1 of 17 after the move',
      'per_diem 15000 per day x1 of 10 after the move',
      'layover 50000 per occurrence x1 of 17 after the move',
      'dry_run 15000 per occurrence x1 of 17 after the move',
      'redelivery 15000 per occurrence x1 of 17 after the move',
      'traffic_mitigation_fee 3878 per container x1 of 3 port fee',
      'traffic_mitigation_fee 7756 per container x1 of 7 port fee',
      'clean_truck_fund 1000 per container x1 of 3 port fee',
      'clean_truck_fund 2000 per container x1 of 7 port fee',
      'extended_gate_fee 4000 per container x1 of 10 port fee',
      'extended_gate_fee 3000 per container x1 of 10 port fee',
    ]);
  });

  it('has at most one charge per name and equipment at a terminal, and none after the move in quotes', () => {
    for (const equipment of EQUIPMENT_TYPES) {
      for (const at of ANY_TERMINAL) {
        const names = chargesAt(equipment, at).map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }
      expect(quotableCharges(equipment).map(({ name }) => name)).not.toContain('detention');
    }
  });

  it('charges by the equipment; charges replace only usual ones of the same equipment', () => {
    const chargeOf = (name: string, equipment: EquipmentType) =>
      chargesAt(equipment, SERVED.losAngeles).find((accessorial) => accessorial.name === name);
    const cents = (name: string, equipment: EquipmentType) => Object(chargeOf(name, equipment)?.charge).cents;
    const types = ['container_20', 'container_40hc', 'container_45hc', 'iso_tank', 'dryvan'] as const;
    expect(types.map((type) => cents('chassis', type))).toEqual([4_000, 4_000, 5_000, undefined, undefined]);
    expect(types.map((type) => cents('overweight', type)).slice(0, 3)).toEqual([22_500, 30_000, 30_000]);
    expect(chargeOf('__proto__', 'dryvan')).toBeUndefined();
    for (const { replaces = [], equipment } of TARIFF)
      for (const name of replaces)
        for (const type of equipment) expect(chargeOf(name, type)?.usualReason).toBeDefined();
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

  it('are the gate fees of two terminals of Oakland, and none at other terminals and ramps', () => {
    const elsewhere = TERMINALS.filter(
      ({ type, locode }) => type !== 'marine' || !/^US(LAX|LGB)$/.test(locode),
    );
    for (const equipment of CONTAINER_EQUIPMENT) {
      const charged = elsewhere.flatMap((terminal) =>
        feesAt(equipment, terminal).map((fee) => [terminal.name, ...fee]),
      );
      expect(charged).toEqual([
        ['Oakland International Container Terminal', 'extended_gate_fee', { cents: 4_000 }],
        ['TraPac Oakland', 'extended_gate_fee', { cents: 3_000 }],
      ]);
    }
  });

  it('do not apply at a move end with a listed port but without a marine type or a key', () => {
    const [fee] = TARIFF.filter(({ name }) => name === 'extended_gate_fee');
    expect(fee && appliesAt(fee, { type: 'city', name: 'Oakland, CA', port: 'USOAK' })).toBe(false);
    expect(fee && appliesAt(fee, { type: 'marine', name: 'New terminal', port: 'USOAK' })).toBe(false);
  });
});

describe('names of requirements', () => {
  it('apply to the equipment and have no duplicates', () => {
    expect(requirementNamesFor('dryvan')).toEqual(expect.arrayContaining(['liftgate', 'hazmat']));
    expect(requirementNamesFor('flatbed')).not.toContain('chassis');
    for (const equipment of [undefined, ...EQUIPMENT_TYPES])
      expect(new Set(requirementNamesFor(equipment)).size).toBe(requirementNamesFor(equipment).length);
    const texts = ['Inside Delivery', 'INSIDE-DELIVERY', 'detention', 'chassis', '__proto__'];
    expect(texts.map((text) => readRequirement(text, 'dryvan'))).toEqual([
      ...['inside_delivery', 'inside_delivery', undefined, undefined, undefined],
    ]);
  });

  it.each([
    ['savannah', 'traffic_mitigation_fee', 'at Garden City Terminal'],
    ['losAngelesRamp', 'clean_truck_fund', 'at BNSF Hobart'],
    ['losAngeles', 'extended_gate_fee', 'at APM Terminals Pier 400'],
  ] as const)('with a fee that is not charged at %s are an error for %s', (at, name, where) => {
    const fault = requirementFault(['chassis', name], { equipment: 'container_40', terminal: SERVED[at] });
    expect(fault).toMatch(`must not have "${name}" ${where}; allowed there with container_40: chassis, `);
    expect(fault?.split('; allowed')[1]).not.toContain(name);
  });

  it('have no other error if they apply to the equipment', () => {
    const move = { equipment: 'container_40', terminal: undefined } as const;
    expect(requirementFault(['clean_truck_fund'], move)).toMatch('"clean_truck_fund" without a terminal; ');
    const fees = ['traffic_mitigation_fee', 'clean_truck_fund', 'extended_gate_fee'];
    const anyNames = fc.constantFrom(...EQUIPMENT_TYPES).chain((equipment) =>
      fc.record({
        equipment: fc.constant(equipment),
        names: fc.subarray([...requirementNamesFor(equipment)]),
      }),
    );
    fc.assert(
      fc.property(anyNames, fc.constantFrom(...ANY_TERMINAL), ({ equipment, names }, terminal) => {
        const faulty = names.filter((name) => requirementFault([name], { equipment, terminal }));
        const fault = requirementFault(names, { equipment, terminal });
        expect(fault !== undefined).toBe(faulty.length > 0);
        expect(fees).toEqual(expect.arrayContaining(faulty));
        const listed = faulty.map((name) => `"${name}"`).join(', ');
        expect(fault ?? 'must not have ').toMatch(`must not have ${listed}`);
        const applies = chargesAt(equipment, terminal).map(({ name }) => name);
        expect(faulty).toEqual(names.filter((name) => !applies.includes(name)));
      }),
    );
  });
});

describe('the text of an accessorial', () => {
  it.each([
    ...['Storage: 3', 'storage x3', 'storage x 3', 'STORAGE (3)', 'storage (3 days)', 'storage 3 days'],
    ...['storage - 3 days', '3 days storage', '3 days of storage', '3 Days of Storage', '3x storage'],
  ])('"%s" has a quantity', (text) => {
    const name = expect.stringMatching(/^storage$/i);
    expect(readAccessorialText(text)).toEqual({ name, quantity: 3 });
  });

  it('has the units of the tariff', () => {
    for (const { name, frequency } of TARIFF)
      for (const unit of ['day', 'hour'])
        expect(typeof readAccessorialText(`2 ${unit}s ${name}`)).toBe(
          frequency === `per ${unit}` ? 'object' : 'string',
        );
  });

  it.each(['storage', '45 ft chassis', 'storage (3 days free)', '3 hours of storage', 'storage 3'])(
    '"%s" stays as it is',
    (text) => expect(readAccessorialText(text)).toBe(text),
  );
});

describe('charges with an own tariff', () => {
  const tariffOf = (accessorials: readonly OwnAccessorial[]) => ({ version: 1, updatedAt: '', accessorials });
  const anyEntries = fc.array(anyOwnEntry, { maxLength: 12 });
  const anyEquipment = fc.constantFrom(...EQUIPMENT_TYPES);

  it('have of each name what a search of all entries finds', () => {
    const applies = ({ places }: OwnAccessorial, at: ServedTerminal | undefined, level: number) => {
      if (places === undefined) return level === 0;
      if (level === 1) return at?.port !== undefined && places.ports.includes(at.port);
      return level === 2 && places.terminals.some(({ key }) => key === at?.terminalKey);
    };
    const anyDay = fc.integer({ min: 10, max: 28 }).map((date) => `2026-10-${date}`);
    fc.assert(
      fc.property(
        anyEntries,
        anyEquipment,
        fc.constantFrom(...ANY_TERMINAL),
        anyDay,
        (entries, equipment, terminal, day) => {
          const charges = applicableCharges(equipment, terminal, ownEntriesOn(tariffOf(entries), day));
          expect(new Set(charges.map(({ name }) => name)).size).toBe(charges.length);
          const base = chargesAt(equipment, terminal);
          for (const name of new Set([...entries, ...base].map((one) => one.name))) {
            const own = [2, 1, 0]
              .flatMap((level) => entries.filter((entry) => applies(entry, terminal, level)))
              .find(
                (entry) =>
                  entry.name === name &&
                  entry.equipment.includes(equipment) &&
                  (entry.from ?? '') <= day &&
                  day <= (entry.to ?? '9'),
              );
            const exists = own === undefined || (own.enabled && own.occasion !== 'after the move');
            const wanted = exists ? (own ?? base.find((one) => one.name === name))?.charge : undefined;
            expect(charges.find((one) => one.name === name)?.charge).toEqual(wanted);
          }
          expect(applicableCharges(equipment, terminal, [])).toEqual(base);
        },
      ),
    );
  });

  it('are those of the terminal before those of its port, in any order', () => {
    const { terminalKey: key = '', port = '' } = SERVED.losAngeles;
    const ofPort = ownEntry({ charge: { cents: 1 }, places: { ports: [port], terminals: [] } });
    const ofTerminal = ownEntry({
      charge: { cents: 2 },
      places: { ports: [], terminals: [{ key, name: 'Pier 400' }] },
    });
    const centsOf = (...own: readonly OwnAccessorial[]) =>
      applicableCharges('container_40', SERVED.losAngeles, own).find(({ name }) => name === 'prepull')
        ?.charge;
    expect(centsOf(ofPort, ofTerminal)).toEqual({ cents: 2 });
    expect(centsOf(ofTerminal, ofPort)).toEqual({ cents: 2 });
  });

  it('keep what only the base tariff states: a usual charge, what it replaces, and a second trip', () => {
    const own = ['chassis', 'triaxle', 'drop_and_pick'].map((name) => ownEntry({ name }));
    const charges = applicableCharges('container_40', SERVED.losAngeles, own);
    const of = (wanted: string) => charges.find(({ name }) => name === wanted);
    expect(of('chassis')?.usualReason).toMatch(/rented/);
    expect(of('triaxle')?.replaces).toEqual(['chassis']);
    expect(of('drop_and_pick')?.includesFuel).toBe(true);
  });

  it('without a day of pickup have only entries without a first and last day', () => {
    const entries = [ownEntry({ from: '2026-01-01' }), ownEntry({ to: '2026-01-01' }), ownEntry()];
    expect(ownEntriesOn(tariffOf(entries), undefined)).toEqual([entries[2]]);
  });

  it('are offered by their names if they apply at some terminal, and not if they are switched off everywhere', () => {
    fc.assert(
      fc.property(anyEntries, anyEquipment, (entries, equipment) => {
        const own = entries.map(({ from: _from, to: _to, ...entry }) => entry);
        const offered = offeredNames([equipment], own);
        for (const terminal of ANY_TERMINAL) {
          const applicable = applicableCharges(equipment, terminal, own).map(({ name }) => name);
          expect(offered).toEqual(expect.arrayContaining(applicable));
        }
      }),
    );
    const off = ownEntry({ enabled: false });
    const atOnePort = { ...off, places: { ports: ['USLAX'], terminals: [] } };
    const isOffered = (...own: readonly OwnAccessorial[]) =>
      offeredNames(EQUIPMENT_TYPES, own).includes('prepull');
    expect([isOffered(), isOffered(off), isOffered(atOnePort)]).toEqual([true, false, true]);
    expect(isOffered(off, { ...atOnePort, enabled: true })).toBe(true);
  });
});

describe('the amount of days by tiers', () => {
  it('equals the sum over each day', () => {
    const example = [
      { fromDay: 5, cents: 100_00 },
      { fromDay: 9, cents: 150_00 },
    ];
    expect([4, 5, 8, 9].map((days) => centsOfDays(example, days))).toEqual([0, 100_00, 400_00, 550_00]);
    const anyTiers = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(1_000_000)), {
        ...{ maxLength: 6, selector: ([fromDay]) => fromDay },
      })
      .map((tiers) =>
        tiers.toSorted(([one], [other]) => one - other).map(([fromDay, cents]) => ({ fromDay, cents })),
      );
    fc.assert(
      fc.property(anyTiers, fc.nat(100), (tiers, days) => {
        const ofDay = (day: number) => tiers.findLast(({ fromDay }) => fromDay <= day)?.cents ?? 0;
        const all = Array.from({ length: days }, (_, index) => ofDay(index + 1));
        expect(centsOfDays(tiers, days)).toBe(all.reduce((sum, cents) => sum + cents, 0));
      }),
    );
  });
});

describe('warnings of an equipment', () => {
  const OVERWEIGHT_20 =
    'Overweight: 20 ft container carries about 35,000 lb of cargo on a standard chassis and about 42,000 lb on a tri-axle chassis; heavier loads need a permit from each state.';
  it.each([
    ['container_40', ['chassis', 'hazmat', 'prepull'], []],
    ['container_45hc', [], [/^45 ft containers are not handled everywhere/]],
    ['container_20', ['overweight'], [OVERWEIGHT_20]],
    [
      'container_40hc',
      ['overweight'],
      [/^Overweight: 40 ft high cube container carries about 44,000 lb of cargo on/],
    ],
    ['container_40', ['chassis', 'triaxle'], [/^A container moves on one chassis/]],
    ['container_20', ['overweight', 'triaxle'], [OVERWEIGHT_20, /triaxle is charged in addition/]],
    ['iso_tank', [], [/hazmat/]],
    ['iso_tank', ['hazmat'], []],
    [
      'iso_tank',
      ['hazmat', 'overweight'],
      [/^Overweight: ISO tank container carries/, /^iso_tank and overweight both include the surcharge/],
    ],
  ] as const)('of %s with %j', (equipment, requirements, warnings) => {
    expect(equipmentWarnings(equipment, requirements)).toEqual(
      warnings.map((warning) => (typeof warning === 'string' ? warning : expect.stringMatching(warning))),
    );
  });
});
