import fc from 'fast-check';
import {
  FIXED_FUEL,
  FUEL_MILES,
  FUEL_REGIONS,
  type FuelTerms,
} from '../../../shared/contracts/rate/fuel-terms.ts';

const upTo = (max: number) => fc.integer({ min: 0, max });
const perMile = upTo(200_000);
const percentHundredths = upTo(10_000);
const miles = fc.constantFrom(...FUEL_MILES);
const onDiesel = { region: fc.option(fc.constantFrom(...FUEL_REGIONS)) };

/** Rows of a table by increasing price. */
const rowsOf = (value: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(fc.tuple(upTo(20_000), value), { selector: ([from]) => from, minLength: 1, maxLength: 200 })
    .map((rows) => rows.toSorted(([one], [other]) => one - other));

/** Fuel terms of every form, within the limits of the API. */
export const anyFuel: fc.Arbitrary<FuelTerms> = fc.oneof(
  fc.constantFrom(...FIXED_FUEL),
  fc.record({ method: fc.constant('per_mile' as const), perMile, miles }),
  fc.record({ method: fc.constant('percent' as const), percentHundredths }),
  fc.record({
    ...{ method: fc.constant('peg' as const), pegMills: upTo(20_000) },
    ...{ milesPerGallonHundredths: fc.integer({ min: 100, max: 2_000 }), ...onDiesel, miles },
  }),
  fc.record({
    ...{ method: fc.constant('table' as const), unit: fc.constant('per_mile' as const) },
    ...{ rows: rowsOf(perMile), ...onDiesel, miles },
  }),
  fc.record({
    ...{ method: fc.constant('table' as const), unit: fc.constant('percent' as const) },
    ...{ rows: rowsOf(percentHundredths), ...onDiesel },
  }),
);
