import { reachedTier } from '../../contracts/pricing/reached-tier.ts';
import type { LaneShape } from '../../contracts/rate/contract-lane.ts';
import type { ContractRequest } from '../../contracts/rate/contract-request.ts';
import type { ContractRates } from '../../contracts/record/contract-rate-store.ts';
import { selectContractRate } from '../../contracts/selection/select-contract-rate.ts';
import type { Account } from '../../platform/account/account.ts';
import type { QuoteFields } from '../request/quote-request.ts';
import { laneGeographies } from '../stops/lane-geographies.ts';
import type { QuoteLane } from '../stops/quote-lane.ts';
import type { RequestedStops } from '../stops/quote-stop.ts';
import type { PricedOption, RoutedOption } from './price-lane-option.ts';

type Wanted = Pick<QuoteFields, 'customer' | 'equipment' | 'pickupDay'>;

const TIERS_WITHOUT_VOLUME =
  'The contract rate has volume tiers. Without weekly_volume, its amount below the first tier applies.';

/** What a contract rate of a lane must match. @param requested stops of the request. */
const contractRequest = (
  lane: QuoteLane,
  requested: RequestedStops,
  { customer, equipment, pickupDay }: Wanted,
): ContractRequest => ({ customer, equipment, day: pickupDay, ...laneGeographies(lane, requested) });

/** What the contract rates of a request must match. */
interface ContractOffer {
  readonly account: Account;
  /** Shapes of the rates that the account has; empty for a spot price. */
  readonly shapes: ReadonlySet<LaneShape>;
  /** Stops of the request. */
  readonly requested: RequestedStops;
  readonly fields: QuoteFields;
}

/**
 * The options that can price a request, each with the contract rate of its lane, if one matches. A request for a contract
 * price has only options with a rate: none if no rate matches.
 */
export async function offeredOptions(
  contracts: Pick<ContractRates, 'find'>,
  routed: readonly RoutedOption[],
  { account, shapes, requested, fields }: ContractOffer,
): Promise<readonly RoutedOption[]> {
  const requests = routed.map(({ lane }) => contractRequest(lane, requested, fields));
  const rates = shapes.size === 0 ? [] : await contracts.find(account, requests, shapes);
  const offered = routed.map((option, index) => {
    const request = requests[index];
    const selected = request && selectContractRate(rates, request);
    // The tier follows the selection, so that a volume never changes which rate applies.
    const contract = selected && { ...selected, tier: reachedTier(selected.rate, fields.weeklyVolume) };
    return { ...option, contract };
  });
  return fields.pricingType === 'contract'
    ? offered.filter(({ contract }) => contract !== undefined)
    : offered;
}

/**
 * Names the terminals with a contract rate, if the quote is for another terminal; says that the rate of the quote has
 * tiers, if the request has no volume.
 */
export function contractWarnings(
  { contract }: PricedOption,
  offered: readonly RoutedOption[],
  weeklyVolume: number | null,
): readonly string[] {
  if (contract !== undefined) {
    const isTierUnknown = contract.rate.tiers.length > 0 && weeklyVolume === null;
    return isTierUnknown ? [TIERS_WITHOUT_VOLUME] : [];
  }
  const names = offered.flatMap((option) => (option.contract ? (option.lane.terminal?.name ?? []) : []));
  return names.length === 0
    ? []
    : [`Contract rates apply at ${names.join(', ')}. To use one, name the terminal in the request.`];
}
