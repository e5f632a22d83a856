import { defaultProvider } from '../dynamodb/environment-credentials.ts';
import { createAmazonLocationRoadDistances } from './amazon-location-road-distances.ts';
import { createEmbeddedRoadDistances } from './embedded-road-distances.ts';
import type { RoadDistances } from './road-distance.ts';
import type { RoadEnvironment } from './road-env.ts';

/** The road distances of a stage: those of the map service over the embedded ones where it has one. */
export function roadDistancesInService(env: RoadEnvironment): RoadDistances {
  const embedded = createEmbeddedRoadDistances();
  return env.MAP_SERVICE === 'amazon-location'
    ? createAmazonLocationRoadDistances({
        region: env.AWS_REGION,
        credentials: defaultProvider(),
        fallback: embedded,
      })
    : embedded;
}
