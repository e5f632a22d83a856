import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import type { ManualPrice, PricingType } from '../record/manual-price.ts';
import type { Quantities } from '../strategy/pricing-strategy.ts';

export interface QuoteFields {
  /** As the caller wrote it; not blank. */
  readonly origin: string;
  readonly destination: string;
  readonly stops: readonly string[];
  readonly equipment: EquipmentType;
  /** YYYY-MM-DD. */
  readonly pickupDay: string;
  /** Tariff names that are allowed with the equipment, each once. */
  readonly requirements: readonly string[];
  /** Of the requirements with a quantity of their own. */
  readonly quantities: Quantities;
  /** "" when there is none. */
  readonly customerReference: string;
  /** Name of the customer; "" when there is none. */
  readonly customer: string;
  readonly pricingType: PricingType;
  /** Loads a week, with at most 2 decimals; null when it is not known. */
  readonly weeklyVolume: number | null;
  /** Pounds of cargo; null when it is not known. */
  readonly weightLbs: number | null;
  /** What is moved; "" when it is not known. */
  readonly commodity: string;
  /** The price that a person sets; null when the strategy or a contract rate prices the quote. */
  readonly price: ManualPrice | null;
}

/** A request as parsed: invalid fields are undefined, and `errors` has an entry for each. */
export interface QuoteDraft {
  readonly fields: { readonly [Name in keyof QuoteFields]: QuoteFields[Name] | undefined };
  readonly errors: readonly FieldError[];
  /** Members of the body that are no fields of a quote. */
  readonly unknown: readonly string[];
  /** The names of `special_requirements`, if the base tariff lacks one: the organization's own tariff may have it. */
  readonly requested?: readonly unknown[];
}
