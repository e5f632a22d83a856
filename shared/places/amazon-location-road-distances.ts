import {
  CalculateRoutesCommand,
  GeoRoutesClient,
  type GeoRoutesClientConfig,
} from '@aws-sdk/client-geo-routes';
import * as v from 'valibot';
import { failureReason } from '../aws/failure-reason.ts';
import { requestSettings } from '../aws/request-settings.ts';
import { greatCircleMiles } from './great-circle.ts';
import type { LocatedInState, RoadDistance, RoadDistances } from './road-distance.ts';

const SOURCE = 'amazon-location-truck';
const METRES_PER_MILE = 1609.344;

/** A slow answer is worth less than the embedded one at once: one attempt. Milliseconds. */
const LIMITS = { timeoutMs: 1_500, attempts: 1 };

/** After a failure the service is left alone this long, so that its trouble costs one batch and not every one. */
const REST_MS = 30_000;

/** Lanes whose miles are kept; a few hundred bytes each. */
const MOST_KEPT = 10_000;

/** Ends this near in degrees (about 10 m) are the same lane. */
const KEY_DECIMALS = 4;

/** An answer is believed between the great circle, give or take, and so many times the embedded miles. */
const LEAST_TIMES_STRAIGHT = 0.99;
const MOST_TIMES_EMBEDDED = 3;
const MARGIN_MILES = 5;

const answer = v.object({
  Routes: v.tuple([v.object({ Summary: v.object({ Distance: v.pipe(v.number(), v.minValue(0)) }) })]),
});

class ImplausibleAnswerError extends Error {
  override readonly name = 'ImplausibleAnswerError';
}

export interface AmazonLocationOptions {
  readonly client: GeoRoutesClient;
  /** Answers where the service does not, and says where no road leads. */
  readonly fallback: RoadDistances;
  /** Called when the service starts to fail, with why: a name of an exception, or a status. */
  readonly onFailure: (reason: string) => void;
  readonly mostKept?: number;
  readonly now?: () => Date;
}

/** A client of Amazon Location's routes for functions. `config` adds to its settings; tests give an endpoint. */
export const createGeoRoutesClient = (config: GeoRoutesClientConfig = {}): GeoRoutesClient =>
  new GeoRoutesClient({ ...requestSettings(LIMITS), ...config });

/**
 * Road distances by Amazon Location's routes (`geo-routes` CalculateRoutes, fastest way of a truck without ferries),
 * kept in memory. Where the service is slow, throttled, broken or gives what cannot be, the fallback answers, with its
 * own source, and one failure is reported. Needs the right `geo-routes:CalculateRoutes`.
 */
export function createAmazonLocationRoadDistances(options: AmazonLocationOptions): RoadDistances {
  const { fallback, onFailure, now = () => new Date(), mostKept = MOST_KEPT } = options;
  const kept = new Map<string, Promise<number>>();
  let restingUntil = 0;

  const ask = (key: string, origin: LocatedInState, destination: LocatedInState): Promise<number> => {
    const known = kept.get(key);
    if (known) return known;
    const asked = routeMiles(options.client, origin, destination);
    const oldest = kept.keys().next();
    if (kept.size >= mostKept && !oldest.done) kept.delete(oldest.value);
    kept.set(key, asked);
    return asked;
  };

  return {
    between: async (origin, destination): Promise<RoadDistance> => {
      const embedded = await fallback.between(origin, destination);
      const key = `${pointKey(origin)} ${pointKey(destination)}`;
      if (!embedded.routable || (now().getTime() < restingUntil && !kept.has(key))) return embedded;
      try {
        const miles = await ask(key, origin, destination);
        assertPossible(miles, greatCircleMiles(origin, destination), embedded.miles);
        return { ...embedded, miles, source: SOURCE };
      } catch (error) {
        kept.delete(key);
        if (now().getTime() >= restingUntil) {
          onFailure(error instanceof ImplausibleAnswerError ? error.message : failureReason(error));
        }
        restingUntil = now().getTime() + REST_MS;
        return embedded;
      }
    },
  };
}

/** @throws ImplausibleAnswerError for an answer without a route; what the client throws. */
async function routeMiles(
  client: GeoRoutesClient,
  origin: LocatedInState,
  destination: LocatedInState,
): Promise<number> {
  const routes = await client.send(
    new CalculateRoutesCommand({
      Origin: [origin.longitude, origin.latitude],
      Destination: [destination.longitude, destination.latitude],
      TravelMode: 'Truck',
      OptimizeRoutingFor: 'FastestRoute',
      Avoid: { Ferries: true },
    }),
  );
  const parsed = v.safeParse(answer, routes);
  if (!parsed.success) throw new ImplausibleAnswerError('not an answer with one route');
  return parsed.output.Routes[0].Summary.Distance / METRES_PER_MILE;
}

function assertPossible(miles: number, straight: number, embedded: number): void {
  const least = LEAST_TIMES_STRAIGHT * straight - MARGIN_MILES;
  const most = MOST_TIMES_EMBEDDED * embedded + MARGIN_MILES;
  if (miles < least || miles > most) {
    throw new ImplausibleAnswerError(
      `${miles.toFixed(0)} miles cannot be: ${straight.toFixed(0)} as the crow flies`,
    );
  }
}

function pointKey({ latitude, longitude }: LocatedInState): string {
  return `${latitude.toFixed(KEY_DECIMALS)} ${longitude.toFixed(KEY_DECIMALS)}`;
}
