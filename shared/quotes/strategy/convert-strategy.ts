import { toCharges, toChargesDocument } from '../../costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { convertEntries } from '../../platform/collections/convert-entries.ts';
import { toRuleDocument } from './convert-rule.ts';
import type { MarginBand } from './pricing-strategy.ts';
import type { StrategyDocument, TermsDocument } from './strategy-document.ts';
import type { StrategyTerms, StrategyVersion } from './strategy-store.ts';

const cents = (usd: number): number => Math.round(usd * 100);
const usd = (amountCents: number): number => amountCents / 100;

type BandDocument = TermsDocument['margins'][number];

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

/** The terms of a valid document without its rules, with discounts sorted from the largest. */
export const toTerms = (document: Omit<TermsDocument, 'rules'>): StrategyTerms => ({
  margins: readBands(document.margins),
  marginsByEquipment: convertEntries(EQUIPMENT_TYPES, document.margins_by_equipment, readBands),
  fuel: document.fuel,
  accessorialOverrides: toCharges(document.accessorial_overrides),
  portFees: document.port_fees,
  volumeDiscounts: document.volume_discounts.toSorted(
    (one, other) => other.percent - one.percent || other.containers - one.containers,
  ),
  rounding: { toCents: cents(document.rounding.to), mode: document.rounding.mode },
  validityDays: document.validity_days,
  guaranteedPercent: document.guaranteed_percent,
  ...(document.sheet_terms && { sheetTerms: document.sheet_terms }),
  ...(document.converted_quotes_as_loads && { convertedQuotesAsLoads: true }),
});

/** Terms as a document in USD and percent; equal terms give equal JSON. */
export const toTermsDocument = (terms: StrategyTerms): TermsDocument => ({
  margins: writeBands(terms.margins),
  margins_by_equipment: convertEntries(EQUIPMENT_TYPES, terms.marginsByEquipment, writeBands),
  fuel: terms.fuel,
  accessorial_overrides: toChargesDocument(terms.accessorialOverrides),
  port_fees: terms.portFees,
  volume_discounts: terms.volumeDiscounts.map(({ percent, containers }) => ({ percent, containers })),
  rounding: { to: usd(terms.rounding.toCents), mode: terms.rounding.mode },
  validity_days: terms.validityDays,
  guaranteed_percent: terms.guaranteedPercent,
  ...(terms.rules && { rules: terms.rules.map(toRuleDocument) }),
  ...(terms.sheetTerms && { sheet_terms: terms.sheetTerms }),
  ...(terms.convertedQuotesAsLoads && { converted_quotes_as_loads: true }),
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
