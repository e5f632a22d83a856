import fc from 'fast-check';
import { OVERRIDABLE } from '../../shared/costs/accessorials/charge-overrides.ts';
import { type Charge, chargesAt, type ServedTerminal } from '../../shared/costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../shared/costs/equipment/equipment-type.ts';
import type {
  MarginBand,
  PricingStrategy,
  QuotedMove,
} from '../../shared/quotes/strategy/pricing-strategy.ts';
import { type TerminalType, terminalId } from '../../shared/terminals/catalogue/terminal.ts';

const percent = fc.integer({ min: 0, max: 50_000 }).map((hundredths) => hundredths / 100);
const cents = (max: number) => fc.integer({ min: 0, max });

const bands: fc.Arbitrary<readonly MarginBand[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 30_000 }), { maxLength: 4 })
  .map((starts) => [0, ...starts.sort((a, b) => a - b)])
  .chain((starts) =>
    fc.tuple(
      ...starts.map((tenths) =>
        fc.record({ fromMiles: fc.constant(tenths / 10), percent, floorCents: cents(10_000_000) }),
      ),
    ),
  );

const charge: fc.Arbitrary<Charge> = fc.oneof(
  cents(10_000_000).map((amount) => ({ cents: amount })),
  percent.map((percentOfBase) => ({ percentOfBase })),
);

/** Any strategy that callers can set, with any version. */
export const anyStrategy: fc.Arbitrary<PricingStrategy> = fc.record({
  version: fc.integer({ min: 0, max: 1_000 }),
  margins: bands,
  marginsByEquipment: fc.dictionary(fc.constantFrom(...EQUIPMENT_TYPES), bands, { noNullPrototype: true }),
  fuel: fc.constantFrom('separate', 'included'),
  accessorialOverrides: fc.dictionary(fc.constantFrom(...OVERRIDABLE), charge, { noNullPrototype: true }),
  portFees: fc.boolean(),
  volumeDiscounts: fc
    .uniqueArray(fc.record({ percent, containers: fc.integer({ min: 1, max: 10_000 }) }), {
      selector: ({ containers }) => containers,
      maxLength: 4,
    })
    .map((tiers) =>
      tiers
        .map((tier) => ({ ...tier, percent: tier.percent / 5 }))
        .map((tier) => ({ ...tier, percent: Math.round(tier.percent * 100) / 100 }))
        .sort((a, b) => b.percent - a.percent || b.containers - a.containers),
    ),
  rounding: fc.record({
    toCents: fc.oneof(fc.constantFrom(1, 5, 100, 500, 2_500), fc.integer({ min: 1, max: 100_000 })),
    mode: fc.constantFrom('nearest', 'up', 'down'),
  }),
  validityDays: fc.integer({ min: 1, max: 90 }),
  guaranteedPercent: percent,
});

const terminal = (name: string, port: string, type: TerminalType = 'marine'): ServedTerminal => ({
  type,
  name,
  port,
  terminalKey: terminalId(name),
});

/** Terminals with and without fees, and no terminal. */
export const SERVED = {
  losAngeles: terminal('APM Terminals Pier 400', 'USLAX'),
  longBeach: terminal('Long Beach Container Terminal', 'USLGB'),
  losAngelesRamp: terminal('BNSF Hobart', 'USLAX', 'rail'),
  oict: terminal('Oakland International Container Terminal', 'USOAK'),
  traPacOakland: terminal('TraPac Oakland', 'USOAK'),
  everportOakland: terminal('Everport Oakland', 'USOAK'),
  savannah: terminal('Garden City Terminal', 'USSAV'),
} as const;

/** Any move, with any requirements that its equipment and terminal allow. */
export const anyMove: fc.Arbitrary<QuotedMove> = fc
  .tuple(fc.constantFrom(...EQUIPMENT_TYPES), fc.constantFrom(undefined, ...Object.values(SERVED)))
  .chain(([equipment, at]) =>
    fc.record({
      equipment: fc.constant(equipment),
      miles: fc.integer({ min: 0, max: 35_000 }).map((tenths) => tenths / 10),
      linehaulCents: cents(5_000_000),
      fuelCents: cents(1_000_000),
      terminal: fc.constant(at),
      requirements: fc.subarray([...new Set(chargesAt(equipment, at).map(({ name }) => name))]),
    }),
  );
