import { log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { createEmbeddedRoadDistances } from './embedded-road-distances.ts';
import type { RoadEnvironment } from './road-env.ts';

/** The embedded road distances, which cost nothing, and the paid ones apart if the environment has a map service. */
export async function composeRoadDistances(env: RoadEnvironment) {
  const roadDistances = createEmbeddedRoadDistances();
  if (env.MAP_SERVICE !== 'amazon-location') return { roadDistances };
  // Built into a file of its own (bin/build/lazy-modules.ts): a function without the map service does not load its client.
  const { createAmazonLocationRoadDistances, createGeoRoutesClient } = await import(
    './amazon-location-road-distances.ts'
  );
  const mapRoutes = createAmazonLocationRoadDistances({
    client: createGeoRoutesClient(),
    fallback: roadDistances,
    // Logged here: the file of its own has a log without the context of the call.
    onFailure: ({ of, reason }) =>
      log('warn', of === 'service' ? LOG.mapServiceFailed : LOG.mapAnswerUnusable, { reason }),
  });
  return { roadDistances, mapRoutes };
}
