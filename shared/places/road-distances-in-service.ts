import { defaultProvider } from '../dynamodb/environment-credentials.ts';
import { createAmazonLocationRoadDistances } from './amazon-location-road-distances.ts';
import { createEmbeddedRoadDistances } from './embedded-road-distances.ts';
import type { RoadEnvironment } from './road-env.ts';

/** The embedded road distances, which cost nothing, and the paid ones apart where a stage has a map service. */
export function roadDistancesInService(env: RoadEnvironment) {
  const embedded = createEmbeddedRoadDistances();
  if (env.MAP_SERVICE !== 'amazon-location') return { roadDistances: embedded };
  const mapRoutes = createAmazonLocationRoadDistances({
    region: env.AWS_REGION,
    credentials: defaultProvider(),
    fallback: embedded,
  });
  return { roadDistances: embedded, mapRoutes };
}
