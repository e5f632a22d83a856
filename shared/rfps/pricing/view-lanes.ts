import type { Account } from '../../platform/account/account.ts';
import { addDays, type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import { applyStrategy, lossWarnings, setPrice, totalTooLow } from '../../quotes/pricing/apply-strategy.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import type { StrategyStore } from '../../quotes/strategy/dynamodb-strategies.ts';
import type { PricingRule, PricingStrategy } from '../../quotes/strategy/pricing-strategy.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import {
  type FailedLane,
  type LanePrice,
  type LaneResult,
  type LaneTerms,
  summarizeLane,
} from '../lanes/lane-result.ts';
import type { StoredRfp } from '../record/stored-rfp.ts';
import type { RfpReader } from '../store/dynamodb-rfp-reader.ts';

class StrategyMissingError extends Error {
  override readonly name = 'StrategyMissingError';
}

/** The strategy that prices a run. @throws StrategyMissingError; versions are never deleted. */
export async function strategyOf(
  strategies: Pick<StrategyStore, 'version'>,
  { orgId, mode }: Account,
  version: number,
): Promise<PricingStrategy> {
  const strategy = await strategies.version(orgId, mode, version);
  if (strategy === undefined) throw new StrategyMissingError(`strategy version ${version} does not exist`);
  return strategy;
}

/** By what the customer's prices of an RFP's lanes are derived. */
export interface CustomerTerms {
  readonly strategy: PricingStrategy;
  /** Replaces the margins of the strategy; undefined = it does not. */
  readonly marginPercent: number | undefined;
}

/** The customer's price of a lane. @param manual the price that a person set; null if there is none. */
export function priceLane(
  result: LaneResult,
  { strategy, marginPercent }: CustomerTerms,
  manual: LaneDraft['price'],
): LanePrice {
  if (result.status === 'failed') return { result };
  const { move, warnings } = result;
  const price = applyStrategy(move, withMargin(strategy, marginPercent));
  if (manual === null) return { result, price };
  const set = setPrice(price, manual);
  if (set === undefined) return { result: failedBy(totalTooLow(price)) };
  const losses = lossWarnings(move.linehaulCents + move.fuelCents, set);
  return {
    result: { ...result, warnings: [...warnings, ...losses] },
    price: set,
    setPrice: { manual, strategyTotalCents: price.totalCents },
  };
}

function failedBy(error: ReturnType<typeof totalTooLow>): FailedLane {
  const { message } = invalidParameters([error]);
  return { status: 'failed', error: { code: 'LANE_INVALID', message, details: { errors: [error] } } };
}

/** A strategy with one markup for all lanes instead of its margin bands and the margins of its rules. */
export const withMargin = (
  strategy: PricingStrategy,
  marginPercent: CustomerTerms['marginPercent'],
): PricingStrategy =>
  marginPercent === undefined
    ? strategy
    : {
        ...strategy,
        margins: [{ fromMiles: 0, percent: marginPercent, floorCents: 0 }],
        marginsByEquipment: {},
        ...(strategy.rules && { rules: strategy.rules.map(withoutMargin) }),
      };

const withoutMargin = ({ terms: { margin: _, ...terms }, ...rule }: PricingRule): PricingRule => ({
  ...rule,
  terms,
});

/** What prices the lanes of a version. */
export type PricedVersion = Pick<
  StoredRfp,
  'rfpId' | 'version' | 'pricing' | 'termsRevision' | 'marginPercent'
> &
  Partial<Pick<StoredRfp, 'run'>>;

export interface ViewLanesPorts {
  readonly rfps: Pick<RfpReader, 'lanes'>;
  readonly strategies: Pick<StrategyStore, 'version'>;
}

/** A lane with its result and its customer's price. */
export interface LaneView {
  readonly index: number;
  readonly draft: LaneDraft;
  readonly terms: LaneTerms;
  readonly priced: LanePrice;
  /** Customer's price times loads a week, integer cents. */
  readonly weeklyCents: number;
  /** The last day of the validity of a quote that was made when the version was priced. */
  readonly validUntil: UtcDay;
}

/**
 * The lanes of a version at some indexes, in their order, with the customer's prices by the strategy and margins of the
 * version. Lanes without a result are left out: they are priced now, or the RFP was deleted meanwhile.
 * @throws if the strategy does not exist; versions of strategies are never deleted.
 */
export async function viewLanes(
  { rfps, strategies }: ViewLanesPorts,
  account: Account,
  version: PricedVersion,
  indexes: readonly number[],
): Promise<readonly LaneView[]> {
  const [lanes, strategy] = await Promise.all([
    rfps.lanes(account, version, indexes),
    strategyOf(strategies, account, version.pricing.strategyVersion),
  ]);
  const pricedOn = utcDay(new Date(version.pricing.asOf));
  const customer = { strategy, marginPercent: version.marginPercent };
  return indexes.flatMap((index) => {
    const lane = lanes.get(index);
    if (lane === undefined) return [];
    const { draft, result, terms } = lane;
    const priced = priceLane(withWarnings(result, draft.warnings), customer, draft.price);
    const { weeklyCents } = summarizeLane(draft, priced, terms);
    const validUntil = addDays(pricedOn, priced.price?.rule?.validityDays ?? strategy.validityDays);
    return [{ index, draft, terms, priced, weeklyCents, validUntil }];
  });
}

/** The result with the warnings about the lane's row first. */
const withWarnings = (result: LaneResult, warnings: LaneDraft['warnings'] = []): LaneResult =>
  result.status === 'priced' && warnings.length > 0
    ? { ...result, warnings: [...warnings.map(({ message }) => message), ...result.warnings] }
    : result;
