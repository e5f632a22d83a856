import { log } from '../logging/log.ts';
import * as LOG from '../logging/log-messages.ts';
import { createEmbeddedRoadDistances } from './embedded-road-distances.ts';
import type { RoadDistances } from './road-distance.ts';
import type { RoadEnvironment } from './road-env.ts';

/** The road distances of a stage: those of the map service over the embedded ones if the environment has one. */
export async function roadDistancesInService(env: RoadEnvironment): Promise<RoadDistances> {
  const fallback = createEmbeddedRoadDistances();
  if (env.MAP_SERVICE !== 'amazon-location') return fallback;
  // Built into a file of its own (bin/build/bundles.ts): a function without the map service does not load its client.
  const { createAmazonLocationRoadDistances, createGeoRoutesClient } = await import(
    './amazon-location-road-distances.ts'
  );
  return createAmazonLocationRoadDistances({
    client: createGeoRoutesClient(),
    fallback,
    onFailure: (reason) => log('warn', LOG.mapServiceFailed, { reason }),
  });
}
