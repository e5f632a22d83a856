import {
  CalculateRoutesCommand,
  GeoRoutesClient,
  type GeoRoutesClientConfig,
} from '@aws-sdk/client-geo-routes';
import * as v from 'valibot';
import { failureReason, statusOf } from '../../platform/aws/failure-reason.ts';
import { requestSettings } from '../../platform/aws/request-settings.ts';
import { greatCircleMiles } from '../places/great-circle.ts';
import type { LocatedInState } from '../places/place.ts';
import type { LaneEnds, MapRoutes, RoadDistance, RoadDistances, RoutableDistance } from './road-distance.ts';

const SOURCE = 'amazon-location-truck';
const METRES_PER_MILE = 1609.344;

/** One short attempt: the embedded distance is better than a slow response. */
const LIMITS = { timeoutMs: 1_500, attempts: 1 };

/** After a failure of the service, no call is made for this time, so that an outage delays one batch only. */
const PAUSE_MS = 30_000;

/** Cached lanes, with usable or unusable results; a few hundred bytes each. */
const CACHE_SIZE = 10_000;

/** Decimals of degrees in a cache key (about 10 m). */
const KEY_DECIMALS = 4;

/** Plausible miles: from 0.99 times the great circle to 3 times the embedded miles, each with a margin. */
const MIN_TIMES_GREAT_CIRCLE = 0.99;
const MAX_TIMES_EMBEDDED = 3;
const MARGIN_MILES = 5;

/** Statuses that concern the service (credentials, time-out, throttling). Other 4xx statuses concern one lane. */
const SERVICE_FAILED_STATUSES = new Set([401, 403, 408, 429]);

const routesSchema = v.object({
  Routes: v.tuple([v.object({ Summary: v.object({ Distance: v.pipe(v.number(), v.minValue(0)) }) })]),
});

/** Why the embedded distance is used: the service fails, or its response for one lane is unusable. */
export interface MapFailure {
  readonly of: 'service' | 'lane';
  /** Name of an exception, a status, or the defect of the response. */
  readonly reason: string;
}

export interface AmazonLocationOptions {
  readonly client: GeoRoutesClient;
  /** Used if the service has no usable route. It also decides whether a lane is routable. */
  readonly fallback: RoadDistances;
  /** Called when the service starts to fail, and once for each lane with an unusable response. */
  readonly onFailure: (failure: MapFailure) => void;
  readonly cacheSize?: number;
  readonly now?: () => Date;
}

/** Creates a client of Amazon Location Routes. `config` overrides its settings; tests set an endpoint. */
export const createGeoRoutesClient = (config: GeoRoutesClientConfig = {}): GeoRoutesClient =>
  new GeoRoutesClient({ ...requestSettings(LIMITS), ...config });

/**
 * Road distances by Amazon Location Routes (`geo-routes` CalculateRoutes, fastest truck route without ferries), cached in
 * memory. After a failure of the service, all lanes use the fallback for 30 seconds. After an unusable response, only
 * that lane uses the fallback. Each failure is reported once. `betweenAll` has no fallback.
 * Requires the permission `geo-routes:CalculateRoutes`.
 */
export function createAmazonLocationRoadDistances(options: AmazonLocationOptions): RoadDistances & MapRoutes {
  const { fallback, onFailure, now = () => new Date(), cacheSize = CACHE_SIZE } = options;
  /** Miles by lane. Undefined for an unusable response, so that the lane is not requested (and charged) again. */
  const cache = new Map<string, Promise<number | undefined>>();
  let pausedUntil = 0;

  const requestMiles = async (
    { origin, destination }: LaneEnds,
    embeddedMiles: number,
  ): Promise<number | undefined> => {
    try {
      const miles = await routeMiles(options.client, origin, destination);
      assertPlausible(miles, greatCircleMiles(origin, destination), embeddedMiles);
      return miles;
    } catch (error) {
      if (!(error instanceof UnusableRouteError)) throw error;
      onFailure({ of: 'lane', reason: error.message });
      return undefined;
    }
  };

  const routeMilesOnce = (
    key: string,
    lane: LaneEnds,
    embeddedMiles: number,
  ): Promise<number | undefined> => {
    const known = cache.get(key);
    if (known) return known;
    const requested = requestMiles(lane, embeddedMiles);
    const oldest = cache.keys().next();
    if (cache.size >= cacheSize && !oldest.done) cache.delete(oldest.value);
    cache.set(key, requested);
    return requested;
  };

  /** Undefined without a usable response. */
  const route = async (
    origin: LocatedInState,
    destination: LocatedInState,
    embedded: RoadDistance,
  ): Promise<RoutableDistance | undefined> => {
    const key = `${pointKey(origin)} ${pointKey(destination)}`;
    if (!embedded.routable || (now().getTime() < pausedUntil && !cache.has(key))) return undefined;
    try {
      const miles = await routeMilesOnce(key, { origin, destination }, embedded.miles);
      return miles === undefined ? undefined : { ...embedded, miles, source: SOURCE };
    } catch (error) {
      cache.delete(key);
      if (now().getTime() >= pausedUntil) onFailure({ of: 'service', reason: failureReason(error) });
      pausedUntil = now().getTime() + PAUSE_MS;
      return undefined;
    }
  };

  return {
    between: async (origin, destination) => {
      const embedded = await fallback.between(origin, destination);
      return (await route(origin, destination, embedded)) ?? embedded;
    },
    betweenAll: async (lanes) => {
      const embedded = await Promise.all(
        lanes.map(({ origin, destination }) => fallback.between(origin, destination)),
      );
      const routes = await Promise.all(
        lanes.map(({ origin, destination }, index) =>
          route(origin, destination, embedded[index] ?? { routable: false }),
        ),
      );
      const found = routes.filter((each) => each !== undefined);
      return found.length === lanes.length ? found : undefined;
    },
  };
}

/** The service responded, but the response is unusable for the requested lane. */
class UnusableRouteError extends Error {
  override readonly name = 'UnusableRouteError';
}

/** @throws UnusableRouteError for a response without miles; any other error is a failure of the service. */
async function routeMiles(
  client: GeoRoutesClient,
  origin: LocatedInState,
  destination: LocatedInState,
): Promise<number> {
  const command = new CalculateRoutesCommand({
    Origin: [origin.longitude, origin.latitude],
    Destination: [destination.longitude, destination.latitude],
    TravelMode: 'Truck',
    OptimizeRoutingFor: 'FastestRoute',
    Avoid: { Ferries: true },
  });
  const routes = await client.send(command).catch((error: unknown) => {
    throw isAboutLane(error) ? new UnusableRouteError(failureReason(error)) : error;
  });
  const parsed = v.safeParse(routesSchema, routes);
  if (!parsed.success) throw new UnusableRouteError('response does not contain one route');
  return parsed.output.Routes[0].Summary.Distance / METRES_PER_MILE;
}

/** Whether the service rejected the lane, or the response is not JSON. */
function isAboutLane(error: unknown): boolean {
  const status = statusOf(error);
  if (error instanceof SyntaxError) return true;
  return status !== undefined && status >= 400 && status < 500 && !SERVICE_FAILED_STATUSES.has(status);
}

/** @throws UnusableRouteError */
function assertPlausible(miles: number, straight: number, embedded: number): void {
  const least = MIN_TIMES_GREAT_CIRCLE * straight - MARGIN_MILES;
  const most = MAX_TIMES_EMBEDDED * embedded + MARGIN_MILES;
  if (miles < least || miles > most) {
    throw new UnusableRouteError(
      `${miles.toFixed(0)} miles is implausible: the great-circle distance is ${straight.toFixed(0)} miles`,
    );
  }
}

function pointKey({ latitude, longitude }: LocatedInState): string {
  return `${latitude.toFixed(KEY_DECIMALS)} ${longitude.toFixed(KEY_DECIMALS)}`;
}
