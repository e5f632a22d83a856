import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import {
  type CustomerMatch,
  looseCustomerKey,
  looseKeysOf,
  nameInKey,
} from '../../customers/customer-names.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import { type GeographyKey, kindOf } from './contract-geography.ts';
import type { ContractRate, ContractTerms } from './contract-rate.ts';

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

/** Rates of one lane differ only in time and terms. */
export interface ContractLane {
  /** Loose form of the customer, so that all its spellings have one lane; "" = all customers. */
  readonly customer: string;
  readonly equipment: EquipmentType;
  readonly origin: GeographyKey;
  readonly destination: GeographyKey;
}

/** Customer or not, kind of origin, kind of destination: "customer port zip3". */
export type LaneShape = string;

/** Maximum rates of one lane. */
export const MAX_RATES_OF_A_LANE = 100;

/** Maximum bytes of the rates of one lane, which are one item: fuel tables can have 3 kB each. */
export const MAX_LANE_BYTES = 340_000;

/** A rate as it is stored: JSON is smaller than attributes, and conditions only need the version. */
export const rateText = (rate: ContractRate): string => JSON.stringify(rate);

/** Bytes of a rate in its lane. */
export const rateBytes = (rate: ContractRate): number => Buffer.byteLength(rateText(rate));

type LaneTerms = Pick<ContractTerms, 'customer' | 'equipment' | 'origin' | 'destination'>;

export const laneOf = ({ customer, equipment, origin, destination }: LaneTerms): ContractLane => ({
  customer: looseCustomerKey(customer),
  equipment,
  origin: origin.key,
  destination: destination.key,
});

/** A text that identifies the lane: its parts with "#" between them. The customer is last: it can contain "#". */
export const laneText = ({ customer, equipment, origin, destination }: ContractLane): string =>
  [equipment, origin, destination, nameInKey(customer)].join('#');

export const shapeOf = ({ customer, origin, destination }: ContractLane): LaneShape =>
  [customer === '' ? 'all' : 'customer', kindOf(origin), kindOf(destination)].join(' ');

/** What decides which lanes can have a rate for a move. */
export type LaneRequest = Pick<ContractRequest, 'customer' | 'origin' | 'destination' | 'equipment'>;

/** The lanes, each once, that can have a rate for a request. @param shapes of the rates that the organization has. */
export function lanesOfRequests(
  requests: readonly LaneRequest[],
  shapes: ReadonlySet<LaneShape>,
): readonly ContractLane[] {
  const lanes = new Map<string, ContractLane>();
  for (const { customer, equipment, origin: origins, destination: destinations } of requests) {
    const customers = [...looseKeysOf(customer), ''];
    for (const origin of origins) {
      for (const destination of destinations) {
        for (const each of customers) {
          const lane = { customer: each, equipment, origin, destination };
          if (shapes.has(shapeOf(lane))) lanes.set(laneText(lane), lane);
        }
      }
    }
  }
  return [...lanes.values()];
}
