import type { GeographyKey } from '../../contracts/rate/contract-geography.ts';
import type { LaneScope } from '../../contracts/selection/order-of-selection.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { CustomerMatch } from '../../customers/customer-names.ts';

/** In the order of `weekdayOf`. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The moves to which a rule applies: those that meet all conditions. Bounds belong to their ranges. */
export interface RuleConditions extends LaneScope {
  readonly equipment?: readonly EquipmentType[];
  /** One way. */
  readonly minMiles?: number;
  readonly maxMiles?: number;
  /** Of the day of pickup. */
  readonly weekdays?: readonly Weekday[];
  /** Days from the day of the quote to the day of pickup. */
  readonly minLeadDays?: number;
  readonly maxLeadDays?: number;
}

/** What rules compare, besides equipment, miles and day of pickup. */
export interface RuleInput {
  /** Without names only rules for all customers match. */
  readonly customer: CustomerMatch;
  /** Every geography that contains the stop. */
  readonly origin: readonly GeographyKey[];
  readonly destination: readonly GeographyKey[];
  /** Days from the day of the quote to the day of pickup. */
  readonly leadDays: number;
}
