import type { ContractRate, NewContractRate } from '../api/client.ts';
import { today } from '../format/dates.ts';
import { type NumberRange, numberError, numberIn } from '../format/typed-number.ts';
import { type ChargeDraft, chargeDrafts, readCharges } from '../strategy/charge-draft.ts';
import { chargeErrors } from '../strategy/charge-errors.ts';
import type { FieldErrors } from '../strategy/strategy-limits.ts';
import { draftOfFuel, EMPTY_FUEL, type FuelDraft, fuelErrors, fuelOfDraft } from './fuel-draft.ts';
import type { RateType } from './rate-texts.ts';

export interface TierDraft {
  readonly key: string;
  readonly fromVolume: string;
  readonly amount: string;
}

/** A contract rate as it is typed. */
export interface RateDraft {
  readonly customer: string;
  readonly externalId: string;
  readonly origin: string;
  readonly destination: string;
  readonly equipment: string;
  readonly rateType: RateType;
  readonly amount: string;
  readonly minimum: string;
  readonly fuel: FuelDraft;
  /** YYYY-MM-DD; the last day can be empty. */
  readonly from: string;
  readonly to: string;
  readonly tiers: readonly TierDraft[];
  readonly charges: readonly ChargeDraft[];
}

/** The limits of the API. A test compares them with its rules. */
const AMOUNTS: Readonly<Record<RateType, NumberRange>> = {
  flat: { min: 0.01, max: 100_000, decimals: 2 },
  per_mile: { min: 0.0001, max: 1_000, decimals: 4 },
  percent_of_market: { min: 0.01, max: 500, decimals: 2 },
};
const MINIMUM: NumberRange = { min: 0.01, max: 100_000, decimals: 2 };
const VOLUME: NumberRange = { min: 1, max: 10_000, decimals: 0 };

/** Entries of the list of tiers. */
export const MAX_TIERS = 20;
/** In characters. */
export const MAX_CUSTOMER_LENGTH = 200;
export const MAX_ID_LENGTH = 100;

export const emptyTier = (): TierDraft => ({ key: crypto.randomUUID(), fromVolume: '', amount: '' });

export const emptyRate = (): RateDraft => ({
  ...{ customer: '', externalId: '', origin: '', destination: '', equipment: 'container_40' },
  ...{ rateType: 'flat', amount: '', minimum: '', fuel: EMPTY_FUEL },
  ...{ from: today(), to: '', tiers: [], charges: [] },
});

/** A rate as texts, for the form. */
export const draftOfRate = (rate: ContractRate): RateDraft => ({
  customer: rate.customer,
  externalId: rate.external_id,
  origin: rate.origin,
  destination: rate.destination,
  equipment: rate.equipment_type,
  rateType: rate.rate_type,
  amount: String(rate.amount),
  minimum: String(rate.minimum ?? ''),
  fuel: draftOfFuel(rate.fuel),
  from: rate.effective_from,
  to: rate.effective_to ?? '',
  tiers: rate.tiers.map(({ from_volume, amount }) => ({
    key: crypto.randomUUID(),
    fromVolume: String(from_volume),
    amount: String(amount),
  })),
  charges: chargeDrafts(rate.accessorial_overrides),
});

/** What is wrong, by the name that the API gives the field; {} if the API can decide. */
export function rateErrors(draft: RateDraft): FieldErrors {
  const range = AMOUNTS[draft.rateType];
  const found: (readonly [field: string, message: string | undefined])[] = [
    ['origin', draft.origin.trim() === '' ? 'Enter where moves start, or * for anywhere.' : undefined],
    [
      'destination',
      draft.destination.trim() === '' ? 'Enter where moves end, or * for anywhere.' : undefined,
    ],
    ['amount', numberError(draft.amount, range)],
    ['minimum', draft.minimum.trim() === '' ? undefined : numberError(draft.minimum, MINIMUM)],
    ['effective_from', draft.from === '' ? 'Enter the first day of pickup.' : undefined],
    [
      'effective_to',
      draft.to !== '' && draft.to < draft.from ? 'Enter a day that is not before the first day.' : undefined,
    ],
    ...draft.tiers.flatMap((tier, index) => [
      [`tiers[${index}].from_volume`, volumeError(tier, draft.tiers[index - 1])] as const,
      [`tiers[${index}].amount`, numberError(tier.amount, range)] as const,
    ]),
    ...Object.entries(fuelErrors(draft.fuel)),
    ...chargeErrors('accessorial_overrides', draft.charges),
  ];
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

function volumeError({ fromVolume }: TierDraft, before: TierDraft | undefined): string | undefined {
  const least = before === undefined ? 0 : numberIn(before.fromVolume);
  return (
    numberError(fromVolume, VOLUME) ??
    (numberIn(fromVolume) <= least
      ? `Enter more than ${least} loads: the tier before starts there.`
      : undefined)
  );
}

/** The request of a draft without errors. Fields without a value are left out. */
export const rateBody = (draft: RateDraft): NewContractRate => ({
  origin: draft.origin.trim(),
  destination: draft.destination.trim(),
  equipment_type: draft.equipment,
  rate_type: draft.rateType,
  amount: numberIn(draft.amount),
  fuel: fuelOfDraft(draft.fuel),
  effective_from: draft.from,
  ...(draft.customer.trim() === '' ? {} : { customer: draft.customer.trim() }),
  ...(draft.externalId.trim() === '' ? {} : { external_id: draft.externalId.trim() }),
  ...(draft.minimum.trim() === '' ? {} : { minimum: numberIn(draft.minimum) }),
  ...(draft.to === '' ? {} : { effective_to: draft.to }),
  ...(draft.tiers.length === 0
    ? {}
    : {
        tiers: draft.tiers.map(({ fromVolume, amount }) => ({
          from_volume: numberIn(fromVolume),
          amount: numberIn(amount),
        })),
      }),
  ...(draft.charges.length === 0 ? {} : { accessorial_overrides: readCharges(draft.charges) }),
});
