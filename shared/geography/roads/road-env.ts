import * as v from 'valibot';

/** The variables of every function that asks for road distances. */
export const ROAD_VARIABLES = {
  MAP_SERVICE: v.picklist(['embedded', 'amazon-location']),
};

export type RoadEnvironment = v.InferOutput<v.ObjectSchema<typeof ROAD_VARIABLES, undefined>>;
