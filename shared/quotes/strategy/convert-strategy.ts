import { ANYWHERE, type ContractGeography } from '../../contracts/rate/contract-rate.ts';
import { toCharges, toChargesDocument } from '../../costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { convertEntries } from '../../platform/collections/convert-entries.ts';
import {
  type MarginBand,
  type PricingRule,
  type RuleConditions,
  type RuleTerms,
  type StrategyTerms,
  type StrategyVersion,
  WEEKDAYS,
} from './pricing-strategy.ts';
import type { RuleDocument, StrategyDocument, TermsDocument } from './strategy-document.ts';

type Given<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };
const given = <Members extends object>(members: Members): Given<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;

interface Places {
  readonly origin: ContractGeography;
  readonly destination: ContractGeography;
}

/** The rule of a valid document; lists are in the order of the service, each entry once. */
export const toRule = ({ name, when, terms }: RuleDocument, places: Places): PricingRule => ({
  name: name.trim(),
  when: toConditions(when, places),
  terms: toRuleTerms(terms),
});

function toConditions(when: RuleDocument['when'], places: Places): RuleConditions {
  const { equipment_types: equipment, weekdays } = when;
  const customer = (when.customer ?? '').trim();
  return {
    ...{ customer, ...places },
    ...given({
      equipment: equipment && EQUIPMENT_TYPES.filter((type) => equipment.includes(type)),
      minMiles: when.min_miles,
      maxMiles: when.max_miles,
      weekdays: weekdays && WEEKDAYS.filter((day) => weekdays.includes(day)),
      minLeadDays: when.min_lead_days,
      maxLeadDays: when.max_lead_days,
    }),
  };
}

function toRuleTerms({
  margin,
  rounding,
  validity_days,
  fuel,
  accessorial_overrides,
}: RuleDocument['terms']): RuleTerms {
  return given({
    margin: margin && { percent: margin.percent, floorCents: cents(margin.floor) },
    rounding: rounding && { toCents: cents(rounding.to), mode: rounding.mode },
    validityDays: validity_days,
    fuel,
    accessorialOverrides: accessorial_overrides && toCharges(accessorial_overrides),
  });
}

const placeText = ({ key, text }: ContractGeography) => (key === ANYWHERE.key ? undefined : text);

/** A rule as a document in USD and percent; equal rules give equal JSON. */
const toRuleDocument = ({ name, when, terms }: PricingRule): RuleDocument => ({
  name,
  when: given({
    customer: when.customer === '' ? undefined : when.customer,
    origin: placeText(when.origin),
    destination: placeText(when.destination),
    equipment_types: when.equipment && [...when.equipment],
    min_miles: when.minMiles,
    max_miles: when.maxMiles,
    weekdays: when.weekdays && [...when.weekdays],
    min_lead_days: when.minLeadDays,
    max_lead_days: when.maxLeadDays,
  }),
  terms: given({
    margin: terms.margin && { percent: terms.margin.percent, floor: usd(terms.margin.floorCents) },
    rounding: terms.rounding && { to: usd(terms.rounding.toCents), mode: terms.rounding.mode },
    validity_days: terms.validityDays,
    fuel: terms.fuel,
    accessorial_overrides: terms.accessorialOverrides && toChargesDocument(terms.accessorialOverrides),
  }),
});

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

export const sameTerms = (one: StrategyTerms, other: StrategyTerms): boolean =>
  JSON.stringify(toTermsDocument(one)) === JSON.stringify(toTermsDocument(other));

/** The response of a strategy version. Callers can send its ETag in If-Match. */
export const answerStrategy = (strategy: StrategyVersion) => ({
  ok: true as const,
  body: {
    version: strategy.version,
    ...toTermsDocument(strategy),
    updated_at: strategy.updatedAt,
  } satisfies StrategyDocument,
  headers: { ETag: `"${strategy.version}"` },
});
