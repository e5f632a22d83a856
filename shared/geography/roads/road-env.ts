import * as v from 'valibot';
import type { Environment } from '../../platform/env/read-env.ts';

/** Environment variables of functions that use road distances. */
export const ROAD_VARIABLES = {
  MAP_SERVICE: v.picklist(['embedded', 'amazon-location']),
};

export type RoadEnvironment = Environment<typeof ROAD_VARIABLES>;
