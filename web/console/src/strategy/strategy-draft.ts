import type { EquipmentType, PricingStrategy, PricingStrategyTerms } from '../api/client.ts';
import { numberIn } from '../format/typed-number.ts';
import { EQUIPMENT } from '../rates/equipment.ts';
import { type ChargeDraft, chargeDrafts, readCharges } from './charge-draft.ts';
import { type RuleDraft, readRule, ruleDrafts, rulesMember } from './rule-draft.ts';

export type Fuel = PricingStrategyTerms['fuel'];
export type RoundingMode = PricingStrategyTerms['rounding']['mode'];
type Bands = PricingStrategyTerms['margins'];

/** A margin band as it is typed. The first band of a list starts at 0 miles, whatever its text is. */
export interface BandDraft {
  readonly id: string;
  readonly fromMiles: string;
  readonly percent: string;
  readonly floor: string;
}

export interface EquipmentDraft {
  readonly equipment: EquipmentType;
  readonly bands: readonly BandDraft[];
}

export interface DiscountDraft {
  readonly id: string;
  readonly percent: string;
  readonly containers: string;
}

/** A pricing strategy as it is typed. */
export interface StrategyDraft {
  readonly margins: readonly BandDraft[];
  readonly byEquipment: readonly EquipmentDraft[];
  readonly fuel: Fuel;
  readonly charges: readonly ChargeDraft[];
  readonly portFees: boolean;
  readonly discounts: readonly DiscountDraft[];
  readonly roundingStep: string;
  readonly roundingMode: RoundingMode;
  readonly validityDays: string;
  readonly guaranteedPercent: string;
  readonly rules: readonly RuleDraft[];
  readonly sheetTerms: string;
  readonly convertedQuotesAsLoads: boolean;
}

/** The terms of a version, without its number and time. */
export const termsOf = ({ version: _, updated_at: __, ...terms }: PricingStrategy): PricingStrategyTerms =>
  terms;

export const emptyBand = (): BandDraft => ({
  id: crypto.randomUUID(),
  fromMiles: '',
  percent: '',
  floor: '',
});
export const emptyDiscount = (): DiscountDraft => ({
  id: crypto.randomUUID(),
  percent: '',
  containers: '',
});

/** Terms as texts, for the form. */
export function draftOf(terms: PricingStrategyTerms): StrategyDraft {
  return {
    margins: bandDrafts(terms.margins),
    byEquipment: equipmentOf(terms).map(([equipment, bands]) => ({ equipment, bands: bandDrafts(bands) })),
    fuel: terms.fuel,
    charges: chargeDrafts(terms.accessorial_overrides),
    portFees: terms.port_fees,
    discounts: terms.volume_discounts.map(({ percent, containers }) => ({
      id: crypto.randomUUID(),
      percent: String(percent),
      containers: String(containers),
    })),
    roundingStep: String(terms.rounding.to),
    roundingMode: terms.rounding.mode,
    validityDays: String(terms.validity_days),
    guaranteedPercent: String(terms.guaranteed_percent),
    rules: ruleDrafts(terms.rules),
    sheetTerms: terms.sheet_terms ?? '',
    convertedQuotesAsLoads: terms.converted_quotes_as_loads ?? false,
  };
}

/** The terms that a draft without errors states. A text that is not a number becomes NaN. */
export function draftTerms(draft: StrategyDraft): PricingStrategyTerms {
  const byEquipment: Partial<Record<EquipmentType, Bands>> = {};
  for (const { equipment, bands } of draft.byEquipment) byEquipment[equipment] = readBands(bands);
  return {
    margins: readBands(draft.margins),
    margins_by_equipment: byEquipment,
    fuel: draft.fuel,
    accessorial_overrides: readCharges(draft.charges),
    port_fees: draft.portFees,
    volume_discounts: draft.discounts.map(({ percent, containers }) => ({
      percent: numberIn(percent),
      containers: numberIn(containers),
    })),
    rounding: { to: numberIn(draft.roundingStep), mode: draft.roundingMode },
    validity_days: numberIn(draft.validityDays),
    guaranteed_percent: numberIn(draft.guaranteedPercent),
    ...rulesMember(draft.rules.map(readRule)),
    ...sheetTermsMember(draft.sheetTerms.trim()),
    ...asLoadsMember(draft.convertedQuotesAsLoads),
  };
}

/** As the API answers: absent without terms. */
export const sheetTermsMember = (terms = '') => (terms === '' ? {} : { sheet_terms: terms });
/** As the API answers: absent if converted quotes do not become loads. */
export const asLoadsMember = (asLoads = false) => (asLoads ? { converted_quotes_as_loads: true } : {});

const bandDrafts = (bands: Bands): BandDraft[] =>
  bands.map(({ from_miles, percent, floor }) => ({
    id: crypto.randomUUID(),
    fromMiles: String(from_miles),
    percent: String(percent),
    floor: String(floor),
  }));

const readBands = (bands: readonly BandDraft[]): Bands =>
  bands.map(({ fromMiles, percent, floor }, index) => ({
    from_miles: index === 0 ? 0 : numberIn(fromMiles),
    percent: numberIn(percent),
    floor: numberIn(floor),
  }));

/** Equipment with bands of its own, in the order of the choices of the form. */
const equipmentOf = ({ margins_by_equipment: byEquipment }: PricingStrategyTerms) =>
  (Object.keys(EQUIPMENT) as EquipmentType[]).flatMap((equipment) => {
    const bands = byEquipment[equipment];
    return bands === undefined ? [] : [[equipment, bands] as const];
  });
