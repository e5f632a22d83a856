import type { OwnAccessorial } from '../../costs/accessorials/own-tariff.ts';
import { requirementFault } from '../../costs/accessorials/requirement-names.ts';
import { servedTerminal } from '../../costs/accessorials/tariff.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { MapRoutes, RoadDistance } from '../../geography/roads/road-distance.ts';
import { joinLegs, legsOf } from '../../geography/roads/way-through-stops.ts';
import type { MarketLane } from '../../market/loads/market-lane.ts';
import type { LaneMarket, StoredLane } from '../../market/published/lane-market.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import { invalidParameters, noRoute } from '../request/quote-rejections.ts';
import type { QuoteFields } from '../request/quote-request.ts';
import { type LaneOptions, laneOptions, type QuoteLane } from '../stops/quote-lane.ts';
import type { LocatedStops } from './check-request.ts';
import { marketLaneOf } from './market-cost.ts';
import {
  aroundMedian,
  lowerMedian,
  type OptionTerms,
  type PricedOption,
  priceLaneOption,
  type RoutedOption,
} from './price-lane-option.ts';

/** Maximum of paid routes for one quote. It is odd, so that the lower median is in the middle. */
const MAX_PAID_ROUTES = 3;

/**
 * Replaces the distances of the options around the lower median by those of a map service, which charges for each route.
 * @param options with the free distances that `priced` was priced with, in the same order.
 * @returns undefined if the service has no usable route for one of them; then all options keep their free distances.
 */
async function routeByMap(
  mapRoutes: MapRoutes,
  options: readonly RoutedOption[],
  priced: readonly PricedOption[],
): Promise<readonly RoutedOption[] | undefined> {
  const chosen = new Set(aroundMedian(priced, MAX_PAID_ROUTES).map(({ lane }) => lane));
  const routed = options.filter(({ lane }) => chosen.has(lane));
  const distances = await mapRoutes.betweenAll(routed.flatMap(({ lane }) => legsOf(lane)));
  return (
    distances &&
    routed.map((option, index) => {
      const legs = option.lane.via.length + 1;
      const distance = joinLegs(distances.slice(index * legs, (index + 1) * legs));
      return distance.routable ? { ...option, distance } : option;
    })
  );
}

export type LanePlan = LaneOptions & LocatedStops;

type MoveFields = Pick<QuoteFields, 'equipment' | 'requirements'>;

export const planLanes = (
  located: LocatedStops,
  equipment: EquipmentType,
  terminals: NearestTerminals,
): LanePlan => ({ ...located, ...laneOptions(located, equipment, terminals) });

/**
 * The lanes with a terminal that offers all requirements; some fees of a port apply only at some of its terminals.
 * @param own entries of the organization's own tariff for the day of pickup.
 */
export function servedLanes(
  lanes: readonly QuoteLane[],
  { equipment, requirements }: MoveFields,
  own: readonly OwnAccessorial[],
): Outcome<readonly QuoteLane[]> {
  const faultOf = ({ terminal }: QuoteLane) =>
    requirementFault(requirements, { equipment, terminal: terminal && servedTerminal(terminal) }, own);
  const served = lanes.filter((lane) => faultOf(lane) === undefined);
  const [first] = lanes;
  const message = served.length === 0 && first && faultOf(first);
  return message ? reject(invalidParameters([{ field: 'special_requirements', message }])) : succeed(served);
}

/** The market lanes of a plan's lanes, in their order; [] for a plan without a terminal. */
export const marketLanesOf = (
  lanes: readonly QuoteLane[],
  equipment: EquipmentType,
): readonly Omit<MarketLane, 'miles'>[] => lanes.flatMap((lane) => marketLaneOf(lane, equipment) ?? []);

/**
 * The served lanes of a plan with a road between their ends; a rejection if there is none.
 * @param served some of the plan's lanes.
 * @param distances of the plan's lanes, in their order.
 * @param stored market data of `marketLanesOf`, in its order.
 */
export function routeLanes(
  { lanes, origin, destination }: LanePlan,
  served: readonly QuoteLane[],
  distances: readonly RoadDistance[],
  stored: readonly StoredLane[],
  market: Pick<LaneMarket, 'published' | 'owner'>,
): Outcome<readonly RoutedOption[]> {
  const routed = lanes.flatMap((lane, index): readonly RoutedOption[] => {
    const distance = distances[index];
    const known = stored[index];
    return distance?.routable && served.includes(lane)
      ? [{ lane, distance, market: known && { ...known, ...market } }]
      : [];
  });
  if (routed.length > 0) return succeed(routed);
  const [first] = distances;
  const leg = lanes[0] && first?.routable === false ? legsOf(lanes[0])[first.leg ?? -1] : undefined;
  return reject(noRoute((leg?.origin ?? origin.stop).name, (leg?.destination ?? destination.stop).name));
}

/**
 * Prices the options of a move and chooses the one with the lower median of the totals.
 * @param routed at least one.
 * @param mapRoutes paid distances, which replace those around the median; absent = not used.
 */
export async function priceOptions(
  routed: readonly RoutedOption[],
  terms: OptionTerms,
  mapRoutes?: MapRoutes,
): Promise<{ readonly chosen: PricedOption; readonly options: readonly PricedOption[] }> {
  const price = (option: RoutedOption) => priceLaneOption(option, terms);
  const free = routed.map(price);
  const paid = mapRoutes && (await routeByMap(mapRoutes, routed, free));
  const options = paid?.map(price) ?? free;
  return { chosen: lowerMedian(options), options };
}
