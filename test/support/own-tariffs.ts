import fc from 'fast-check';
import type { OwnAccessorial } from '../../shared/costs/accessorials/own-tariff.ts';
import { FREQUENCIES, OCCASIONS, TARIFF } from '../../shared/costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../shared/costs/equipment/equipment-type.ts';
import { SERVED } from './pricing-strategies.ts';

/** An own entry that applies everywhere, to all equipment and on all days, with changes. */
export const ownEntry = (change: Partial<OwnAccessorial> = {}): OwnAccessorial => ({
  name: 'prepull',
  title: 'Pre-pull',
  charge: { cents: 175_00 },
  frequency: 'per container',
  defaultQuantity: 1,
  freeTime: 0,
  occasion: 'on request',
  equipment: EQUIPMENT_TYPES,
  enabled: true,
  ...change,
});

const day = fc.integer({ min: 10, max: 28 }).map((date) => `2026-10-${date}`);
const placed = fc
  .record({
    ports: fc.subarray(['USLAX', 'USOAK', 'USSAV']),
    terminals: fc
      .subarray(Object.values(SERVED))
      .map((served) => served.map(({ terminalKey = '', name }) => ({ key: terminalKey, name }))),
  })
  .filter(({ ports, terminals }) => ports.length + terminals.length > 0);

/** Any entry, of a few names so that entries meet. */
export const anyOwnEntry: fc.Arbitrary<OwnAccessorial> = fc
  .record({
    name: fc.constantFrom('prepull', 'chassis', 'storage', 'traffic_mitigation_fee', 'own_fee'),
    charge: fc.oneof(
      fc.nat(100_000).map((cents) => ({ cents })),
      fc.integer({ min: 0, max: 500 }).map((percentOfBase) => ({ percentOfBase })),
      fc.nat(10_000).map((cents) => ({ tiers: [{ fromDay: 3, cents }] })),
    ),
    frequency: fc.constantFrom(...FREQUENCIES),
    defaultQuantity: fc.integer({ min: 1, max: 20 }),
    freeTime: fc.nat(5),
    occasion: fc.constantFrom(...OCCASIONS),
    equipment: fc.subarray([...EQUIPMENT_TYPES], { minLength: 1 }),
    enabled: fc.boolean(),
    places: fc.option(placed, { nil: undefined }),
    from: fc.option(day, { nil: undefined }),
    to: fc.option(day, { nil: undefined }),
  })
  .map(({ places, from, to, ...entry }) => ({
    ...entry,
    title: TARIFF.find(({ name }) => name === entry.name)?.title ?? 'Own fee',
    ...(places && { places }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }));
