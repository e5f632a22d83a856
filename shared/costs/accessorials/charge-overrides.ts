import * as v from 'valibot';
import { convertEntries } from '../../platform/collections/convert-entries.ts';
import { decimal, mapOf, objectOf, pathItem } from '../../platform/http/body-fields.ts';
import type { FieldTexts } from '../../platform/http/operation-description.ts';
import { isTimed, TARIFF } from './tariff.ts';

/** Above any price of a truckload, to detect a misplaced decimal point. */
const MAX_USD = 100_000;
const MAX_PERCENT = 500;

export const percent = decimal(0, MAX_PERCENT, 2);
export const usd = decimal(0, MAX_USD, 2);

const MAX_FREE_TIME = 999;

/** A charge in place of that of the tariff. */
export type ChargeOverride =
  /** Without `freeTime`, that of the tariff stays. */
  { readonly cents: number; readonly freeTime?: number } | { readonly percentOfBase: number };

/** Tariff names, each once, in the order of the tariff. */
export const OVERRIDABLE = [...new Set(TARIFF.map(({ name }) => name))];

/** Names of charges by time, which can have free time. */
const TIMED = OVERRIDABLE.filter((named) =>
  TARIFF.some(({ name, frequency }) => name === named && isTimed(frequency)),
);

const unknownAccessorial = () => `is not a known accessorial; use one of ${OVERRIDABLE.join(', ')}`;

const CHARGE = 'must have either rate (USD) or percent_of_base; free_time only with rate';

const charge = v.pipe(
  objectOf(
    {
      rate: v.exactOptional(usd),
      percent_of_base: v.exactOptional(percent),
      free_time: v.exactOptional(decimal(0, MAX_FREE_TIME, 0)),
    },
    CHARGE,
  ),
  v.check(
    ({ rate, percent_of_base, free_time }) =>
      rate === undefined
        ? percent_of_base !== undefined && free_time === undefined
        : percent_of_base === undefined,
    CHARGE,
  ),
);

/** Charges by accessorial name, in USD and percent, that replace those of the tariff. */
export const chargeOverrides = v.pipe(
  mapOf(OVERRIDABLE, unknownAccessorial, charge),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [name, override] of Object.entries(dataset.value)) {
      if (override.free_time === undefined || TIMED.includes(name)) continue;
      addIssue({
        message: `must only be given for ${TIMED.join(', ')}`,
        path: [pathItem(dataset.value, name), pathItem(override, 'free_time')],
      });
    }
  }),
);
type ChargeDocument = v.InferOutput<typeof charge>;
type ChargesDocument = Record<string, ChargeDocument>;

const readCharge = ({ rate, percent_of_base, free_time }: ChargeDocument): ChargeOverride =>
  rate === undefined
    ? { percentOfBase: percent_of_base ?? 0 }
    : { cents: Math.round(rate * 100), ...(free_time !== undefined && { freeTime: free_time }) };

const writeCharge = (charge: ChargeOverride): ChargeDocument =>
  'cents' in charge
    ? { rate: charge.cents / 100, ...(charge.freeTime !== undefined && { free_time: charge.freeTime }) }
    : { percent_of_base: charge.percentOfBase };

/** The charges of a valid document, with USD as integer cents. */
export const toCharges = (document: Readonly<Partial<ChargesDocument>>): Record<string, ChargeOverride> =>
  convertEntries(OVERRIDABLE, document, readCharge) as Record<string, ChargeOverride>;

/** Charges as a document; equal charges give equal JSON. */
export const toChargesDocument = (charges: Readonly<Record<string, ChargeOverride>>): ChargesDocument =>
  convertEntries(OVERRIDABLE, charges, writeCharge) as ChargesDocument;

/** Texts of the members of charges at a path of a body. */
export const overrideTexts = (path: string): FieldTexts => ({
  [`${path}.*`]: {
    description: 'Either `rate`, possibly with `free_time`, or `percent_of_base`.',
    minProperties: 1,
    maxProperties: 2,
  },
  [`${path}.*.rate`]: 'USD per unit.',
  [`${path}.*.percent_of_base`]: 'Percent of the base rate.',
  [`${path}.*.free_time`]: `Days or hours that are not charged, for ${TIMED.map((name) => `\`${name}\``).join(', ')}. Absent: those of the tariff.`,
});
