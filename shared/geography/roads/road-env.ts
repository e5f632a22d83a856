import * as v from 'valibot';

/** Environment variables of functions that use road distances. */
export const ROAD_VARIABLES = {
  MAP_SERVICE: v.picklist(['embedded', 'amazon-location']),
};

export type RoadEnvironment = v.InferOutput<v.ObjectSchema<typeof ROAD_VARIABLES, undefined>>;
