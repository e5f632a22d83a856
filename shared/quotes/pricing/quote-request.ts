import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';

/** A fault of one field of a request, for `details.errors`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What a quote is asked for, each field as the rules take it. */
export interface QuoteFields {
  /** As the caller wrote it, with something in it. */
  readonly origin: string;
  readonly destination: string;
  readonly equipment: EquipmentType;
  /** A day of the calendar, YYYY-MM-DD. */
  readonly pickupDay: string;
  /** Names of the tariff that may be asked for with the equipment, each once. */
  readonly requirements: readonly string[];
  /** "" when there is none. */
  readonly customerReference: string;
}

/** A request as far as it could be read: faulty fields are undefined, and `faults` tells all of them. */
export interface QuoteDraft {
  readonly fields: { readonly [Name in keyof QuoteFields]: QuoteFields[Name] | undefined };
  readonly faults: readonly FieldError[];
}
