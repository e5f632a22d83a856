import * as v from 'valibot';
import type { ChargeOverride } from '../../costs/accessorials/charge-overrides.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import type { ContractRateId } from './contract-rate-id.ts';
import type { FuelTerms } from './fuel-terms.ts';

/** Kinds of geographies of a contract rate, narrowest first. `port` is a UN/LOCODE, `zip3` the first three digits. */
export const GEOGRAPHY_KINDS = ['terminal', 'zip', 'city', 'zip3', 'port', 'state', 'any'] as const;
export type GeographyKind = (typeof GEOGRAPHY_KINDS)[number];

/** A geography in a form that is equal for all spellings: "zip:30318", "city:GA atlanta". Has no "#". */
export type GeographyKey = `${GeographyKind}:${string}`;

/** Where a contract rate begins or ends. */
export interface ContractGeography {
  readonly key: GeographyKey;
  /** A text that is resolved to the same geography: "30318", "Atlanta, GA", "USSAV", "*". */
  readonly text: string;
}

export const ANYWHERE: ContractGeography = { key: 'any:*', text: '*' };

/** The kind of a geography, from its key. */
export const kindOf = (key: GeographyKey): GeographyKind =>
  GEOGRAPHY_KINDS.find((kind) => key.startsWith(`${kind}:`)) ?? 'any';

/** Position of a kind among all: 0 is the narrowest. */
export const widthOf = (key: GeographyKey): number => GEOGRAPHY_KINDS.indexOf(kindOf(key));

export const RATE_TYPES = ['flat', 'per_mile', 'percent_of_market'] as const;
export type RateType = (typeof RATE_TYPES)[number];

/** The amount from a number of loads a week. */
export interface VolumeTier {
  readonly fromVolume: number;
  /** In the unit of the rate's `amount`. */
  readonly amount: number;
}

/** What an organization agrees with a customer for a lane. */
export interface ContractTerms {
  /** Name of the customer as written; "" = a rate for all customers. */
  readonly customer: string;
  readonly origin: ContractGeography;
  readonly destination: ContractGeography;
  readonly equipment: EquipmentType;
  readonly rateType: RateType;
  /**
   * An integer greater than 0. flat: cents; per_mile: hundredths of a cent per mile; percent_of_market: hundredths of a
   * percent of the market's linehaul.
   */
  readonly amount: number;
  /** Least base rate; undefined = none. */
  readonly minimumCents: number | undefined;
  readonly fuel: FuelTerms;
  /** Charges by accessorial name that replace those of the pricing strategy. */
  readonly accessorialOverrides: Readonly<Record<string, ChargeOverride>>;
  /** First and last pickup day; without a last day the rate has no end. */
  readonly effectiveFrom: UtcDay;
  readonly effectiveTo: UtcDay | undefined;
  /** By increasing volume. Below the first tier `amount` applies. */
  readonly tiers: readonly VolumeTier[];
  /** Id of the rate in the organization's own system, unique for its customer; "" = none. */
  readonly externalId: string;
}

/** One version of a contract rate. Versions never change. */
export interface ContractRate extends ContractTerms {
  readonly rateId: ContractRateId;
  /** 1 for a new rate; each replacement adds 1. */
  readonly version: number;
  /** When this version was written, ISO 8601 UTC. */
  readonly updatedAt: string;
}

/** Whether a rate applies on a day. */
export const isEffectiveOn = (
  { effectiveFrom, effectiveTo }: Pick<ContractTerms, 'effectiveFrom' | 'effectiveTo'>,
  day: UtcDay,
): boolean => effectiveFrom <= day && (effectiveTo === undefined || day <= effectiveTo);

/** Maximum rates of a call. */
export const MAX_RATES = 1_000;

/** Contract rates of an organization and mode. */
export const MAX_STORED_RATES = 100_000;

/** The amounts of each type: units for one USD or percent, and bounds. */
export const AMOUNTS: Readonly<Record<RateType, { units: number; decimals: number; most: number }>> = {
  flat: { units: 100, decimals: 2, most: 100_000 },
  per_mile: { units: 10_000, decimals: 4, most: 1_000 },
  percent_of_market: { units: 100, decimals: 2, most: 500 },
};

/** The amount from a number of loads a week, in the unit of the rate's amount. */
export const tierDocument = v.object({ from_volume: v.pipe(v.number(), v.integer()), amount: v.number() });

/** A tier of a rate for callers: USD, USD per mile, or percent. */
export const describeTier = (
  { rateType }: Pick<ContractTerms, 'rateType'>,
  { fromVolume, amount }: VolumeTier,
): v.InferOutput<typeof tierDocument> => ({
  from_volume: fromVolume,
  amount: amount / AMOUNTS[rateType].units,
});
