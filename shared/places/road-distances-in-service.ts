import { defaultProvider } from '../dynamodb/environment-credentials.ts';
import { createAmazonLocationRoadDistances } from './amazon-location-road-distances.ts';
import { createEmbeddedRoadDistances } from './embedded-road-distances.ts';
import type { RoadDistances } from './road-distance.ts';
import type { RoadEnvironment } from './road-env.ts';

/** The road distances of a stage: those of the map service over the embedded ones where it has one. */
export function roadDistancesInService(env: RoadEnvironment): RoadDistances {
  const { roadDistances, mapRoutes } = quoteRoadsInService(env);
  return mapRoutes ?? roadDistances;
}

/** The embedded road distances, which cost nothing, and the paid ones apart where a stage has a map service. */
export function quoteRoadsInService(env: RoadEnvironment) {
  const embedded = createEmbeddedRoadDistances();
  if (env.MAP_SERVICE !== 'amazon-location') return { roadDistances: embedded };
  const mapRoutes = createAmazonLocationRoadDistances({
    region: env.AWS_REGION,
    credentials: defaultProvider(),
    fallback: embedded,
  });
  return { roadDistances: embedded, mapRoutes };
}
