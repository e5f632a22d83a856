import * as v from 'valibot';
import {
  decimal,
  isLeftOut,
  listOf,
  objectOf,
  optionalField,
  pathItem,
} from '../../platform/http/body-fields.ts';
import { type FieldError, showName } from '../../platform/http/invalid-parameters.ts';
import { isRequestObject, type RequestObject } from '../../platform/http/request-fields.ts';
import {
  FIXED_FUEL,
  FUEL_METHODS,
  FUEL_MILES,
  FUEL_REGIONS,
  type FuelMiles,
  type FuelRow,
  type FuelTerms,
  MAX_FUEL_ROWS,
} from '../rate/fuel-terms.ts';

const perMile = decimal(0, 20, 4);
const percent = decimal(0, 100, 2);
const dieselPrice = decimal(0, 20, 3);
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.exactOptional(optionalField(schema));
const miles = optional(v.picklist(FUEL_MILES, `must be one of ${FUEL_MILES.join(', ')}`));
const region = optional(
  v.picklist(
    FUEL_REGIONS,
    `must be one of ${FUEL_REGIONS.join(', ')}, the regions whose diesel prices the service has; without it, the region of the origin applies`,
  ),
);
/** Chosen by `formOf`. */
const method = v.unknown();

const milesOf = (given: FuelMiles | undefined): FuelMiles => given ?? 'one_way';

const ROW = 'must be an object with from, and either per_mile or percent; to is optional';
const rowFields = {
  from: dieselPrice,
  to: optional(dieselPrice),
  per_mile: optional(perMile),
  percent: optional(percent),
};
const row = objectOf(rowFields, ROW);
type Row = v.InferOutput<typeof row>;

/** Printed tables end a row at the last price before the next one: 3.00 to 3.04, 3.05 to 3.09. */
const MAX_GAP_MILLS = 10;

const mills = (price: number): number => Math.round(price * 1_000);
const unitOf = ({ per_mile }: Row) => (per_mile === undefined ? 'percent' : 'per_mile');

/** What is wrong with a valid row among its neighbors, by field; "" = the row. */
function rowFaults(one: Row, before: Row | undefined, after: Row | undefined, first: Row) {
  const { from, to, per_mile, percent } = one;
  const faults: (readonly [field: string, message: string])[] = [];
  if ((per_mile === undefined) === (percent === undefined)) {
    faults.push(['', 'must have either per_mile or percent']);
  } else if (unitOf(one) !== unitOf(first)) {
    faults.push(['', `must have ${unitOf(first)}, as the first row`]);
  }
  if (before !== undefined && from <= before.from) {
    faults.push(['from', 'must be greater than in the previous row']);
  } else if (before?.to !== undefined && mills(from) - mills(before.to) > MAX_GAP_MILLS) {
    faults.push([
      'from',
      `must be at most 0.01 above the end of the previous row (${before.to}): a price between has no row`,
    ]);
  }
  if (to === undefined) return faults;
  if (after === undefined) {
    faults.push(['to', 'must be left out in the last row, which also applies to all higher prices']);
  } else if (to <= from) faults.push(['to', 'must be greater than from']);
  else if (to > after.from) faults.push(['to', 'must not be greater than from of the next row']);
  return faults;
}

const rows = v.pipe(
  listOf(row, 1, 'rows', MAX_FUEL_ROWS),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    for (const [at, one] of value.entries()) {
      for (const [field, message] of rowFaults(one, value[at - 1], value[at + 1], value[0] ?? one)) {
        const path = [pathItem(value, at), ...(field === '' ? [] : [pathItem(one, field)])];
        addIssue({ message, path: path as [v.IssuePathItem, ...v.IssuePathItem[]] });
      }
    }
  }),
);

/** The members of each form of a surcharge, and what they are in words. */
const FORMS = {
  per_mile: { fields: { method, value: perMile, miles }, has: 'a fixed amount per mile has value and miles' },
  peg: {
    fields: { method, peg: dieselPrice, miles_per_gallon: decimal(1, 20, 2), region, miles },
    has: 'a surcharge above a peg has peg, miles_per_gallon, region and miles',
  },
  percent: { fields: { method, value: percent }, has: 'a percentage has only value' },
  table: { fields: { method, rows, region, miles }, has: 'a table has rows, region and miles' },
} as const;
type Form = keyof typeof FORMS;

const MEMBERS = new Set(Object.values(FORMS).flatMap(({ fields }) => Object.keys(fields)));

/** The form of an object; undefined if its method is none. */
function formOf({ method: given, value, peg, miles_per_gallon: mpg }: RequestObject): Form | undefined {
  const known = FUEL_METHODS.find((one) => one === given);
  return known === 'per_mile' && isLeftOut(value) && !(isLeftOut(peg) && isLeftOut(mpg)) ? 'peg' : known;
}

const SCHEMAS: Readonly<Record<Form, v.GenericSchema<unknown, FuelTerms>>> = {
  per_mile: v.pipe(
    v.object(FORMS.per_mile.fields, 'is required, or peg and miles_per_gallon'),
    v.transform(
      (given): FuelTerms => ({
        method: 'per_mile',
        perMile: Math.round(given.value * 10_000),
        miles: milesOf(given.miles),
      }),
    ),
  ),
  peg: v.pipe(
    v.object(FORMS.peg.fields, 'is required'),
    v.transform(
      (given): FuelTerms => ({
        method: 'peg',
        pegMills: mills(given.peg),
        milesPerGallonHundredths: Math.round(given.miles_per_gallon * 100),
        region: given.region ?? null,
        miles: milesOf(given.miles),
      }),
    ),
  ),
  percent: v.pipe(
    v.object(FORMS.percent.fields, 'is required'),
    v.transform(
      (given): FuelTerms => ({ method: 'percent', percentHundredths: Math.round(given.value * 100) }),
    ),
  ),
  table: v.pipe(
    v.object(FORMS.table.fields, 'is required'),
    v.rawCheck(({ dataset: { typed, value }, addIssue }) => {
      if (!typed || value.miles === undefined || value.rows.some(({ percent }) => percent === undefined))
        return;
      addIssue({ message: 'must be left out if the rows have percent', path: [pathItem(value, 'miles')] });
    }),
    v.transform((given): FuelTerms => {
      const common = { method: 'table', region: given.region ?? null } as const;
      return given.rows.some(({ percent }) => percent === undefined)
        ? { ...common, unit: 'per_mile', rows: rowsOf(given.rows), miles: milesOf(given.miles) }
        : { ...common, unit: 'percent', rows: rowsOf(given.rows) };
    }),
  ),
};

const rowsOf = (given: readonly Row[]): readonly FuelRow[] =>
  given.map((one) => [
    mills(one.from),
    one.per_mile === undefined ? Math.round((one.percent ?? 0) * 100) : Math.round(one.per_mile * 10_000),
  ]);

const fixed = v.picklist(
  FIXED_FUEL,
  `must be ${FIXED_FUEL.join(', ')}, or an object with method ${FUEL_METHODS.join(', ')}`,
);
const withoutMethod = v.pipe(
  v.object(
    { method: v.custom<never>(() => false, `must be one of ${FUEL_METHODS.join(', ')}`) },
    'is required',
  ),
  v.transform((given) => given.method),
);

/** The fuel of a rate as callers send it. `unknownFuelFields` finds the members that it ignores. */
export const fuelField = v.lazy((given): v.GenericSchema<unknown, FuelTerms> => {
  if (!isRequestObject(given)) return fixed;
  const form = formOf(given);
  return form === undefined ? withoutMethod : SCHEMAS[form];
});

/** Errors for members of fuel that its form does not have. */
export function unknownFuelFields(given: unknown): readonly FieldError[] {
  if (!isRequestObject(given)) return [];
  const form = formOf(given);
  if (form === undefined) return [];
  const { fields, has } = FORMS[form];
  return [
    ...Object.entries(given).flatMap(([name, value]) => {
      if (Object.hasOwn(fields, name)) return [];
      if (!MEMBERS.has(name)) return [{ field: `fuel.${showName(name)}`, message: UNKNOWN }];
      return isLeftOut(value) ? [] : [{ field: `fuel.${name}`, message: `must be left out: ${has}` }];
    }),
    ...(form === 'table' && Array.isArray(given.rows) ? given.rows.slice(0, MAX_FUEL_ROWS) : []).flatMap(
      (one: unknown, at) =>
        (isRequestObject(one) ? Object.keys(one) : [])
          .filter((name) => !Object.hasOwn(rowFields, name))
          .map((name) => ({ field: `fuel.rows[${at}].${showName(name)}`, message: UNKNOWN })),
    ),
  ];
}

const UNKNOWN = 'is not a field of this operation';
