import * as v from 'valibot';
import type { Environment } from '../../platform/env/read-env.ts';
import { log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { createEmbeddedRoadDistances } from './embedded-road-distances.ts';

/** Environment variables of functions that use road distances. */
export const ROAD_VARIABLES = {
  MAP_SERVICE: v.picklist(['embedded', 'amazon-location']),
};

type RoadEnvironment = Environment<typeof ROAD_VARIABLES>;

/** Creates the embedded road distances, which are free, and the paid map routes if the environment has a map service. */
export async function composeRoadDistances(env: RoadEnvironment) {
  const roadDistances = createEmbeddedRoadDistances();
  if (env.MAP_SERVICE !== 'amazon-location') return { roadDistances };
  // Functions without a map service do not start the client.
  const { createAmazonLocationRoadDistances, createGeoRoutesClient } = await import(
    './amazon-location-road-distances.ts'
  );
  const mapRoutes = createAmazonLocationRoadDistances({
    client: createGeoRoutesClient(),
    fallback: roadDistances,
    // Logged here, because the log of the separate file does not have the context of the call.
    onFailure: ({ of, reason }) =>
      log(of === 'service' ? LOG.mapServiceFailed : LOG.mapAnswerUnusable, { reason }),
  });
  return { roadDistances, mapRoutes };
}
