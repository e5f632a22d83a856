import type { Account } from '../../platform/account/account.ts';
import { addDays, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import type { StrategyStore } from '../../quotes/strategy/dynamodb-strategies.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import { type LanePrice, type LaneResult, type LaneTerms, summarizeLane } from '../lanes/lane-result.ts';
import type { StoredRfp } from '../record/stored-rfp.ts';
import type { RfpReader } from '../store/dynamodb-rfp-reader.ts';
import { priceLane, strategyOf } from './price-lane.ts';

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
