import type { PricingStrategyTerms } from '../api/client.ts';
import { numberIn } from '../format/typed-number.ts';
import { type ChargeDraft, chargeDrafts, readCharges } from './charge-draft.ts';

export type PricingRule = NonNullable<PricingStrategyTerms['rules']>[number];
export type Weekday = NonNullable<PricingRule['when']['weekdays']>[number];

/** A rule as it is typed. An empty text or list means that the rule has no such condition or term. */
export interface RuleDraft {
  readonly id: string;
  readonly name: string;
  readonly customer: string;
  readonly origin: string;
  readonly destination: string;
  readonly equipment: readonly string[];
  readonly minMiles: string;
  readonly maxMiles: string;
  readonly weekdays: readonly Weekday[];
  readonly minLeadDays: string;
  readonly maxLeadDays: string;
  readonly percent: string;
  readonly floor: string;
  readonly roundingStep: string;
  readonly roundingMode: PricingStrategyTerms['rounding']['mode'];
  readonly validityDays: string;
  readonly fuel: PricingStrategyTerms['fuel'] | '';
  readonly charges: readonly ChargeDraft[];
}

export const emptyRule = (): RuleDraft => ({
  ...{ id: crypto.randomUUID(), name: '', customer: '', origin: '', destination: '', equipment: [] },
  ...{ minMiles: '', maxMiles: '', weekdays: [], minLeadDays: '', maxLeadDays: '' },
  ...{ percent: '', floor: '', roundingStep: '', roundingMode: 'nearest', validityDays: '', fuel: '' },
  charges: [],
});

const text = (value: number | string | undefined): string => String(value ?? '');

/** Rules as texts, for the form. */
export const ruleDrafts = (rules: readonly PricingRule[] = []): RuleDraft[] =>
  rules.map(({ name, when, terms }) => ({
    id: crypto.randomUUID(),
    name,
    customer: text(when.customer),
    origin: text(when.origin),
    destination: text(when.destination),
    equipment: when.equipment_types ?? [],
    minMiles: text(when.min_miles),
    maxMiles: text(when.max_miles),
    weekdays: when.weekdays ?? [],
    minLeadDays: text(when.min_lead_days),
    maxLeadDays: text(when.max_lead_days),
    percent: text(terms.margin?.percent),
    floor: text(terms.margin?.floor),
    roundingStep: text(terms.rounding?.to),
    roundingMode: terms.rounding?.mode ?? 'nearest',
    validityDays: text(terms.validity_days),
    fuel: terms.fuel ?? '',
    charges: chargeDrafts(terms.accessorial_overrides ?? {}),
  }));

export const isFilled = (value: string): boolean => value.trim() !== '';
const numberMember = <Name extends string>(name: Name, value: string) =>
  (isFilled(value) ? { [name]: numberIn(value) } : {}) as { readonly [Key in Name]?: number };
const textMember = <Name extends string>(name: Name, value: string) =>
  (isFilled(value) ? { [name]: value.trim() } : {}) as { readonly [Key in Name]?: string };

/** The rule that a draft without errors states, with its members in the order of the API. */
export const readRule = (draft: RuleDraft): PricingRule => ({
  name: draft.name.trim(),
  when: {
    ...textMember('customer', draft.customer),
    ...textMember('origin', draft.origin),
    ...textMember('destination', draft.destination),
    ...(draft.equipment.length === 0 ? {} : { equipment_types: draft.equipment }),
    ...numberMember('min_miles', draft.minMiles),
    ...numberMember('max_miles', draft.maxMiles),
    ...(draft.weekdays.length === 0 ? {} : { weekdays: draft.weekdays }),
    ...numberMember('min_lead_days', draft.minLeadDays),
    ...numberMember('max_lead_days', draft.maxLeadDays),
  },
  terms: {
    ...(isFilled(draft.percent) || isFilled(draft.floor)
      ? { margin: { percent: numberIn(draft.percent), floor: numberIn(draft.floor) } }
      : {}),
    ...(isFilled(draft.roundingStep)
      ? { rounding: { to: numberIn(draft.roundingStep), mode: draft.roundingMode } }
      : {}),
    ...numberMember('validity_days', draft.validityDays),
    ...(draft.fuel === '' ? {} : { fuel: draft.fuel }),
    ...(draft.charges.length === 0 ? {} : { accessorial_overrides: readCharges(draft.charges) }),
  },
});

/** As the API answers: absent without rules. */
export const rulesMember = (rules: readonly PricingRule[] = []) => (rules.length > 0 ? { rules } : {});
