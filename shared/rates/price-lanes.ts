import { replayAnswer } from '../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { AccountLedger } from '../accounts/usage/dynamodb-account-ledger.ts';
import { reachedUsagePercent, usageHeaders, usagePeriod } from '../accounts/usage/usage-headers.ts';
import type { CurrentTariffReader } from '../costs/accessorials/dynamodb-current-tariff.ts';
import type { DieselSource } from '../costs/diesel/dynamodb-diesel-store.ts';
import type { Geocoder, Place } from '../geography/places/place.ts';
import type { RoadDistances } from '../geography/roads/road-distance.ts';
import type { RoadRoutes } from '../geography/routes/embedded-road-routes.ts';
import { describeRoute } from '../geography/routes/route-document.ts';
import { organizationOwner } from '../market/loads/load-owner.ts';
import { marketLane } from '../market/loads/market-lane.ts';
import type { MarketSource } from '../market/published/dynamodb-market-source.ts';
import type { LaneReader } from '../market/published/lane-market.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { log } from '../platform/logging/log.ts';
import * as LOG from '../platform/logging/log-messages.ts';
import { utcDay } from '../platform/time/utc-calendar.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import type { TerminalSource } from '../terminals/snapshots/dynamodb-snapshot-store.ts';
import { deriveRate, rateResult } from './derive-rate.ts';
import { type CheckedLane, checkLanes, type LaneDraft, type RoutedLane } from './lane.ts';
import {
  BILLING_MISSING,
  distanceUnknown,
  type IndexedDestination,
  invalidLanes,
  invalidTerminal,
  notGeocoded,
  ORGANIZATION_MISSING,
  type UnknownDestination,
  usageLimitExceeded,
} from './rate-rejections.ts';
import type { RateResult } from './rates-document.ts';

type PlacedLane = Omit<RoutedLane, 'distance'> & Pick<CheckedLane, 'destination'>;

/**
 * Finds the road distances of all lanes in parallel. Rejects the batch for its unknown destinations, or else for its
 * destinations without a road.
 */
async function routeLanes(
  lanes: readonly CheckedLane[],
  roadDistances: RoadDistances,
): Promise<Outcome<readonly RoutedLane[]>> {
  const placed: PlacedLane[] = [];
  const unknown: UnknownDestination[] = [];
  for (const [index, { located, suggestions, ...lane }] of lanes.entries()) {
    if (located.found) placed.push({ ...lane, place: located.place, placeWarnings: located.warnings });
    else unknown.push({ index, destination: lane.destination, suggestions });
  }
  if (unknown.length > 0) return reject(notGeocoded(unknown));

  const distances = await Promise.all(
    placed.map(({ terminal, place }) => roadDistances.between(terminal, pointOf(place))),
  );
  const routed: RoutedLane[] = [];
  const unreachable: (IndexedDestination & { readonly terminal: string })[] = [];
  for (const [index, { destination, ...lane }] of placed.entries()) {
    const distance = distances[index];
    if (!distance?.routable) unreachable.push({ index, destination, terminal: lane.terminal.name });
    else routed.push({ ...lane, placeWarnings: [...lane.placeWarnings, ...distance.warnings], distance });
  }
  return unreachable.length > 0 ? reject(distanceUnknown(unreachable)) : succeed(routed);
}

const pointOf = ({ latitude, longitude, state }: Place) => ({ latitude, longitude, state });

export interface PriceLanesPorts {
  readonly terminals: TerminalSource<TerminalDirectory>;
  readonly geocoder: Geocoder;
  /** Distances without a charge per route. */
  readonly roadDistances: RoadDistances;
  /** Distances of a map service that charges per route. Default: `roadDistances`. */
  readonly mapRoutes?: RoadDistances;
  /** Paths of lanes, for callers that request them. */
  readonly roadRoutes: RoadRoutes;
  readonly diesel: DieselSource;
  readonly market: MarketSource;
  readonly lanes: LaneReader;
  readonly tariffs: CurrentTariffReader;
  readonly ledger: AccountLedger;
  readonly now: () => Date;
}

type PricedLanes = { readonly status: 'success'; readonly data: readonly RateResult[] };

/** The market lane of a lane; none if the destination is unknown, because then the batch is rejected. */
function marketLanesOf({ terminal, located }: CheckedLane) {
  if (!located.found) return [];
  return [marketLane({ kind: 'terminal', terminal, warnings: [] }, located.place, 0)];
}

function routeOf(
  { terminal, place, distance }: RoutedLane,
  roadRoutes: RoadRoutes,
): Pick<RateResult, 'route'> {
  const route = roadRoutes.route({ origin: terminal, destination: place }, distance);
  return route === undefined ? {} : { route: describeRoute(route) };
}

export interface IncludedParts {
  readonly route: boolean;
}

/** `keyed`: set for a call with an Idempotency-Key. All calls with the same key count once. */
export type PriceLanes = (
  drafts: readonly LaneDraft[],
  caller: Account,
  keyed?: KeyedCall,
  include?: IncludedParts,
) => Promise<Answer<PricedLanes>>;

/**
 * Prices a batch of lanes, all or none, and counts it as one call against the caller's usage limit.
 * Order of the checks: lanes, billing, terminal, geocode, distance, usage limit. Counting is the last step, so a failed
 * call does not count. A call over the usage limit never uses the map service.
 */
export function priceLanesUseCase(ports: PriceLanesPorts): PriceLanes {
  const { geocoder, roadDistances, mapRoutes = roadDistances, ledger } = ports;

  return async (drafts, caller, keyed, include = { route: false }) => {
    const now = ports.now();
    const period = usagePeriod(now);
    const [terminals, dieselFor, published] = await Promise.all([
      ports.terminals.current(),
      ports.diesel.current(),
      ports.market.current(),
    ]);
    const { lanes, errors, unknownTerminals, hasOtherErrors } = checkLanes(drafts, {
      terminals,
      geocoder,
      today: utcDay(now),
    });
    if (hasOtherErrors) return reject(invalidLanes(errors, unknownTerminals, terminals));

    // All reads start in the same tick, so that they share one round trip to DynamoDB.
    const owner = organizationOwner(caller.orgId, caller.mode);
    const [account, kept, tariff] = await Promise.all([
      ledger.read(caller, period),
      ports.lanes.read(owner, lanes.flatMap(marketLanesOf), published),
      ports.tariffs.read(caller),
    ]);
    if (!account) return reject(ORGANIZATION_MISSING);
    if (!account.billing) return reject(BILLING_MISSING);

    const [firstUnknown, ...furtherUnknown] = unknownTerminals;
    if (firstUnknown) return reject(invalidTerminal(errors, [firstUnknown, ...furtherUnknown], terminals));

    const { used, usageLimit } = account;
    const isAtLimit = used >= usageLimit;
    const routed = await routeLanes(lanes, isAtLimit ? roadDistances : mapRoutes);
    if (!routed.ok) return routed;
    const headersOf = (count: number) => usageHeaders({ used: count, usageLimit }, now);
    // A keyed call continues: a stored answer of an earlier call with the same key takes precedence over the limit.
    if (isAtLimit && !keyed) return reject(usageLimitExceeded(used, usageLimit, now), headersOf(used));
    // Every destination was found, so `kept` has one entry per lane, in the same order.
    const data = routed.body.map((lane, index) => {
      const known = kept[index];
      const market = known && { ...known, published, owner };
      const result = rateResult(lane, deriveRate(lane, dieselFor, now, tariff, market));
      return include.route ? { ...result, ...routeOf(lane, ports.roadRoutes) } : result;
    });
    const body: PricedLanes = { status: 'success', data };

    const answer = keyed && { call: keyed, body: JSON.stringify(body) };
    const counting = await (answer ? account.countAnswered(answer) : account.count());
    if ('answeredBefore' in counting) return replayAnswer(counting.call, counting.answeredBefore);
    const percent = counting.counted ? reachedUsagePercent(counting.used, usageLimit) : undefined;
    if (percent !== undefined) log(LOG.usageThresholdReached, { percent, used: counting.used, usageLimit });
    const headers = headersOf(counting.used);
    return counting.counted
      ? succeed(body, headers)
      : reject(usageLimitExceeded(counting.used, usageLimit, now), headers);
  };
}
