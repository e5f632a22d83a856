import type { Charge } from '../../costs/accessorials/accessorial.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import type { MarginBand } from './pricing-strategy.ts';
import { OVERRIDABLE, type StrategyDocument, type TermsDocument } from './strategy-document.ts';
import type { StrategyTerms, StrategyVersion } from './strategy-store.ts';

const cents = (usd: number): number => Math.round(usd * 100);
const usd = (amountCents: number): number => amountCents / 100;

type BandDocument = TermsDocument['margins'][number];
type ChargeDocument = TermsDocument['accessorial_overrides'][string];

const readBands = (bands: readonly BandDocument[]): readonly MarginBand[] =>
  bands.map(({ from_miles, percent, floor }) => ({
    fromMiles: from_miles,
    percent,
    floorCents: cents(floor),
  }));

const writeBands = (bands: readonly MarginBand[]): BandDocument[] =>
  bands.map(({ fromMiles, percent, floorCents }) => ({
    from_miles: fromMiles,
    percent,
    floor: usd(floorCents),
  }));

const readCharge = ({ rate, percent_of_base }: ChargeDocument): Charge =>
  rate === undefined ? { percentOfBase: percent_of_base ?? 0 } : { cents: cents(rate) };

const writeCharge = (charge: Charge): ChargeDocument =>
  'cents' in charge ? { rate: usd(charge.cents) } : { percent_of_base: charge.percentOfBase };

/** Converts the entries of a map, in the order of `keys`, so that equal maps give equal JSON. */
function convert<Key extends string, From, To>(
  keys: readonly Key[],
  map: Readonly<Partial<Record<Key, From>>>,
  change: (value: From) => To,
): Partial<Record<Key, To>> {
  const entries = keys.flatMap((key) => {
    const value = Object.hasOwn(map, key) ? map[key] : undefined;
    return value === undefined ? [] : [[key, change(value)] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<Key, To>>;
}

/** The terms of a valid document, with discounts sorted from the largest. */
export const toTerms = (document: TermsDocument): StrategyTerms => ({
  margins: readBands(document.margins),
  marginsByEquipment: convert(EQUIPMENT_TYPES, document.margins_by_equipment, readBands),
  fuel: document.fuel,
  accessorialOverrides: convert(OVERRIDABLE, document.accessorial_overrides, readCharge) as Record<
    string,
    Charge
  >,
  portFees: document.port_fees,
  volumeDiscounts: document.volume_discounts.toSorted(
    (one, other) => other.percent - one.percent || other.containers - one.containers,
  ),
  rounding: { toCents: cents(document.rounding.to), mode: document.rounding.mode },
  validityDays: document.validity_days,
  guaranteedPercent: document.guaranteed_percent,
});

/** Terms as a document in USD and percent; equal terms give equal JSON. */
export const toTermsDocument = (terms: StrategyTerms): TermsDocument => ({
  margins: writeBands(terms.margins),
  margins_by_equipment: convert(EQUIPMENT_TYPES, terms.marginsByEquipment, writeBands),
  fuel: terms.fuel,
  accessorial_overrides: convert(OVERRIDABLE, terms.accessorialOverrides, writeCharge) as Record<
    string,
    ChargeDocument
  >,
  port_fees: terms.portFees,
  volume_discounts: terms.volumeDiscounts.map(({ percent, containers }) => ({ percent, containers })),
  rounding: { to: usd(terms.rounding.toCents), mode: terms.rounding.mode },
  validity_days: terms.validityDays,
  guaranteed_percent: terms.guaranteedPercent,
});

/** A version as a document for callers and operators. */
export const toDocument = (strategy: StrategyVersion): StrategyDocument => ({
  version: strategy.version,
  ...toTermsDocument(strategy),
  updated_at: strategy.updatedAt,
});

/** Whether two strategies have the same terms. */
export const sameTerms = (one: StrategyTerms, other: StrategyTerms): boolean =>
  JSON.stringify(toTermsDocument(one)) === JSON.stringify(toTermsDocument(other));
