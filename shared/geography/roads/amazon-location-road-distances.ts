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

/** A slow answer is worth less than the embedded one at once: one attempt. Milliseconds. */
const LIMITS = { timeoutMs: 1_500, attempts: 1 };

/** After a failure of the service it is left alone this long, so that its trouble costs one batch and not every one. */
const PAUSE_MS = 30_000;

/** Lanes whose answers are kept, usable or not; a few hundred bytes each. */
const CACHE_SIZE = 10_000;

/** Ends this near in degrees (about 10 m) are the same lane. */
const KEY_DECIMALS = 4;

/** An answer is believed between the great circle, give or take, and so many times the embedded miles. */
const LEAST_TIMES_STRAIGHT = 0.99;
const MOST_TIMES_EMBEDDED = 3;
const MARGIN_MILES = 5;

/** Timed out, no valid credentials, throttled: the service fails, whatever the lane. Other 4xx are about one lane. */
const SERVICE_FAILED_STATUSES = new Set([401, 403, 408, 429]);

const answer = v.object({
  Routes: v.tuple([v.object({ Summary: v.object({ Distance: v.pipe(v.number(), v.minValue(0)) }) })]),
});

/** Why the embedded distance answers: the service fails for all lanes, or its answer for one lane is unusable. */
export interface MapFailure {
  readonly of: 'service' | 'lane';
  /** A name of an exception, a status, or what is wrong with the answer. */
  readonly reason: string;
}

export interface AmazonLocationOptions {
  readonly client: GeoRoutesClient;
  /** Answers where the service does not, and says where no road leads. */
  readonly fallback: RoadDistances;
  /** Called when the service starts to fail, and for each lane whose answer is unusable. */
  readonly onFailure: (failure: MapFailure) => void;
  readonly cacheSize?: number;
  readonly now?: () => Date;
}

/** A client of Amazon Location's routes for functions. `config` adds to its settings; tests give an endpoint. */
export const createGeoRoutesClient = (config: GeoRoutesClientConfig = {}): GeoRoutesClient =>
  new GeoRoutesClient({ ...requestSettings(LIMITS), ...config });

/**
 * Road distances by Amazon Location's routes (`geo-routes` CalculateRoutes, fastest way of a truck without ferries),
 * kept in memory. Where the service is slow, throttled or broken, it rests for all lanes. Where its answer for a lane is
 * unusable, that is kept for the lane. In both cases the fallback answers, with its own source, and one failure is reported.
 * `betweenAll` has no fallback. Needs the right `geo-routes:CalculateRoutes`.
 */
export function createAmazonLocationRoadDistances(options: AmazonLocationOptions): RoadDistances & MapRoutes {
  const { fallback, onFailure, now = () => new Date(), cacheSize = CACHE_SIZE } = options;
  /** Undefined for a lane whose answer was unusable: it is not bought again. */
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
      if (!(error instanceof UnusableAnswerError)) throw error;
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

  /** Undefined without a usable answer. */
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

/** The service answered, and the answer is of no use for the lane that was asked for. */
class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError';
}

/** @throws UnusableAnswerError for an answer without miles; any other error is a failure of the service. */
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
    throw isAboutLane(error) ? new UnusableAnswerError(failureReason(error)) : error;
  });
  const parsed = v.safeParse(answer, routes);
  if (!parsed.success) throw new UnusableAnswerError('not an answer with one route');
  return parsed.output.Routes[0].Summary.Distance / METRES_PER_MILE;
}

/** Whether the service rejected the lane, or answered what is no JSON. */
function isAboutLane(error: unknown): boolean {
  const status = statusOf(error);
  if (error instanceof SyntaxError) return true;
  return status !== undefined && status >= 400 && status < 500 && !SERVICE_FAILED_STATUSES.has(status);
}

/** @throws UnusableAnswerError */
function assertPlausible(miles: number, straight: number, embedded: number): void {
  const least = LEAST_TIMES_STRAIGHT * straight - MARGIN_MILES;
  const most = MOST_TIMES_EMBEDDED * embedded + MARGIN_MILES;
  if (miles < least || miles > most) {
    throw new UnusableAnswerError(
      `${miles.toFixed(0)} miles cannot be: ${straight.toFixed(0)} as the crow flies`,
    );
  }
}

function pointKey({ latitude, longitude }: LocatedInState): string {
  return `${latitude.toFixed(KEY_DECIMALS)} ${longitude.toFixed(KEY_DECIMALS)}`;
}
