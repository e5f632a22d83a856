import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { CustomerMatch } from '../../customers/customer-names.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { GeographyKey } from './contract-geography.ts';

/** A move for which a contract rate is wanted. */
export interface ContractRequest {
  /** Without names only rates for all customers match. */
  readonly customer: CustomerMatch;
  /** Every geography that contains the stop (`terminalGeographies`, `doorGeographies`). */
  readonly origin: readonly GeographyKey[];
  readonly destination: readonly GeographyKey[];
  readonly equipment: EquipmentType;
  /** Day of the pickup. */
  readonly day: UtcDay;
}
