import * as v from 'valibot';
import { chargeOverrides, toChargesDocument } from '../../costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import type { CustomerMatches } from '../../customers/dynamodb-customers.ts';
import type { Account } from '../../platform/account/account.ts';
import { type ContractRate, type ContractTerms, RATE_TYPES } from '../rate/contract-rate.ts';
import { AMOUNTS, describeTier, tierDocument } from '../rate/rate-amounts.ts';
import { describeFuel, fuelDocument } from './fuel-document.ts';

const terms = v.object({
  customer: v.string(),
  origin: v.string(),
  destination: v.string(),
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  rate_type: v.picklist(RATE_TYPES),
  amount: v.number(),
  minimum: v.nullable(v.number()),
  fuel: fuelDocument,
  accessorial_overrides: chargeOverrides,
  effective_from: v.pipe(v.string(), v.isoDate()),
  effective_to: v.nullable(v.pipe(v.string(), v.isoDate())),
  tiers: v.array(tierDocument),
  external_id: v.string(),
});

/** A version of a contract rate for callers: USD, USD per mile, or percent. A valid body of a replacement. */
export const rateDocument = v.object({
  rate_id: v.string(),
  version: v.pipe(v.number(), v.integer()),
  ...terms.entries,
  customer_id: v.nullable(v.string()),
  updated_at: v.pipe(v.string(), v.isoTimestamp()),
});
export type RateDocument = v.InferOutput<typeof rateDocument>;

/** Fields of a document that a caller cannot set; a replacement ignores them. */
export const READ_ONLY_FIELDS = { rate_id: true, customer_id: true, updated_at: true } as const;

export const rateAnswer = v.object({ rate: rateDocument });
export type RateAnswer = v.InferOutput<typeof rateAnswer>;

export const replacedRateAnswer = v.object({ rate: rateDocument, warnings: v.array(v.string()) });
export type ReplacedRateAnswer = v.InferOutput<typeof replacedRateAnswer>;

export const deletedRateAnswer = v.object({
  rate: v.object({ rate_id: v.string(), deleted: v.literal(true) }),
});

/** Terms as callers send them; equal terms give equal JSON. */
export function describeTerms(rate: ContractTerms): v.InferOutput<typeof terms> {
  const { units } = AMOUNTS[rate.rateType];
  const { minimumCents } = rate;
  return {
    customer: rate.customer,
    origin: rate.origin.text,
    destination: rate.destination.text,
    equipment_type: rate.equipment,
    rate_type: rate.rateType,
    amount: rate.amount / units,
    minimum: minimumCents === undefined ? null : minimumCents / 100,
    fuel: describeFuel(rate.fuel),
    accessorial_overrides: toChargesDocument(rate.accessorialOverrides),
    effective_from: rate.effectiveFrom,
    effective_to: rate.effectiveTo ?? null,
    tiers: rate.tiers.map((tier) => describeTier(rate, tier)),
    external_id: rate.externalId,
  };
}

/** A rate without the customer that its name stands for now. */
export const describeRate = (rate: ContractRate): Omit<RateDocument, 'customer_id'> => ({
  rate_id: rate.rateId,
  version: rate.version,
  ...describeTerms(rate),
  updated_at: rate.updatedAt,
});

/** The documents of rates, with the customers that their names stand for. */
export async function describeRates(
  customers: Pick<CustomerMatches, 'idsOf'>,
  account: Account,
  rates: readonly ContractRate[],
): Promise<readonly RateDocument[]> {
  const named = await customers.idsOf(
    account,
    rates.map(({ customer }) => customer),
  );
  return rates.map((rate) => ({
    ...describeRate(rate),
    customer_id: named.get(rate.customer)?.customerId ?? null,
  }));
}

/** Whether two rates have the same terms; the geographies are compared by their keys. */
export const sameTerms = (one: ContractTerms, other: ContractTerms): boolean =>
  one.origin.key === other.origin.key &&
  one.destination.key === other.destination.key &&
  JSON.stringify({ ...describeTerms(one), origin: '', destination: '' }) ===
    JSON.stringify({ ...describeTerms(other), origin: '', destination: '' });
