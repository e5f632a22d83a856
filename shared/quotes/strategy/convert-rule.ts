import { ANYWHERE, type ContractGeography } from '../../contracts/rate/contract-geography.ts';
import { toCharges, toChargesDocument } from '../../costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import type { PricingRule, RuleTerms } from './pricing-strategy.ts';
import type { RuleConditions } from './rule-conditions.ts';
import { WEEKDAYS } from './rule-conditions.ts';
import type { RuleDocument } from './rule-document.ts';

const cents = (usd: number): number => Math.round(usd * 100);
const usd = (amountCents: number): number => amountCents / 100;

/** The members of an object that are not undefined. */
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
  terms: toTerms(terms),
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

function toTerms({
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
export const toRuleDocument = ({ name, when, terms }: PricingRule): RuleDocument => ({
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
