import * as v from 'valibot';
import type { NamedSchemas } from '../../platform/http/operation-description.ts';
import { type RouteTolls, TOLLS_AS_OF } from './toll-facilities.ts';

const amount = v.pipe(
  v.number(),
  v.minValue(0),
  v.check((value) => Number(value.toFixed(2)) === value, 'at most 2 decimals'),
);

/** The tolls of a price as callers see them, USD. */
export const tollsDocument = v.looseObject({
  amount,
  included: v.literal(true),
  facilities: v.array(v.looseObject({ name: v.pipe(v.string(), v.nonEmpty()), amount })),
  as_of: v.pipe(v.string(), v.isoDate()),
});
export type TollsDocument = v.InferOutput<typeof tollsDocument>;

export const describeTolls = ({ cents, facilities }: RouteTolls): TollsDocument => ({
  amount: cents / 100,
  included: true,
  facilities: facilities.map((facility) => ({ name: facility.name, amount: facility.cents / 100 })),
  as_of: TOLLS_AS_OF,
});

export const TOLL_SCHEMAS: NamedSchemas = {
  Tolls: {
    schema: tollsDocument,
    description:
      'Tolls of a truck with five axles on the way that the miles come from: bridges, tunnels and turnpikes in a dated table. The way back of a container counts as far as the truck drives it empty. They are part of the price, before margin and market factor.',
    fields: {
      amount: 'Sum of the facilities in USD; 0 if the way has none.',
      included: 'Always true: the price includes the amount.',
      facilities: 'In the order of the way. Empty if the way has none.',
      'facilities[].name': 'Name, such as `Goethals Bridge`.',
      'facilities[].amount': 'USD, both directions together.',
      as_of: 'Day of the table.',
    },
  },
};
