import * as v from 'valibot';
import {
  FIXED_FUEL,
  FUEL_METHODS,
  FUEL_MILES,
  FUEL_REGIONS,
  type FuelTable,
  type FuelTerms,
  MAX_FUEL_ROWS,
} from '../rate/fuel-terms.ts';

const row = v.object({
  from: v.number(),
  to: v.exactOptional(v.number()),
  per_mile: v.exactOptional(v.number()),
  percent: v.exactOptional(v.number()),
});

/** A fuel surcharge of a rate, with the members of its method: USD, USD per mile, USD per gallon, or percent. */
export const fuelSurchargeDocument = v.object({
  method: v.picklist(FUEL_METHODS),
  value: v.exactOptional(v.number()),
  peg: v.exactOptional(v.number()),
  miles_per_gallon: v.exactOptional(v.number()),
  rows: v.exactOptional(v.pipe(v.array(row), v.minLength(1), v.maxLength(MAX_FUEL_ROWS))),
  region: v.exactOptional(v.picklist(FUEL_REGIONS)),
  miles: v.exactOptional(v.picklist(FUEL_MILES)),
});

/** The fuel of a rate for callers. */
export const fuelDocument = v.union([v.picklist(FIXED_FUEL), fuelSurchargeDocument]);
export type FuelDocument = v.InferOutput<typeof fuelDocument>;

/** Fuel as callers send it, with all defaults; equal fuel gives equal JSON. */
export function describeFuel(fuel: FuelTerms): FuelDocument {
  if (typeof fuel === 'string') return fuel;
  const region = 'region' in fuel && fuel.region !== null ? { region: fuel.region } : {};
  switch (fuel.method) {
    case 'per_mile':
      return { method: 'per_mile', value: fuel.perMile / 10_000, miles: fuel.miles };
    case 'peg':
      return {
        method: 'per_mile',
        peg: fuel.pegMills / 1_000,
        miles_per_gallon: fuel.milesPerGallonHundredths / 100,
        ...region,
        miles: fuel.miles,
      };
    case 'percent':
      return { method: 'percent', value: fuel.percentHundredths / 100 };
    case 'table':
      return {
        method: 'table',
        rows: describeRows(fuel),
        ...region,
        ...(fuel.unit === 'per_mile' && { miles: fuel.miles }),
      };
  }
}

const describeRows = ({ rows, unit }: FuelTable) =>
  rows.map(([fromMills, value], at) => {
    const next = rows[at + 1];
    return {
      from: fromMills / 1_000,
      ...(next && { to: next[0] / 1_000 }),
      ...(unit === 'per_mile' ? { per_mile: value / 10_000 } : { percent: value / 100 }),
    };
  });
