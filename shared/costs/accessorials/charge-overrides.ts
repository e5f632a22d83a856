import * as v from 'valibot';
import { convertEntries } from '../../platform/collections/convert-entries.ts';
import { decimal, mapOf, objectOf } from '../../platform/http/body-fields.ts';
import type { Charge } from './accessorial.ts';
import { TARIFF } from './tariff.ts';

/** Above any price of a truckload, to detect a misplaced decimal point. */
const MAX_USD = 100_000;
const MAX_PERCENT = 500;

export const percent = decimal(0, MAX_PERCENT, 2);
export const usd = decimal(0, MAX_USD, 2);

const afterTheMove = TARIFF.filter(({ occasion }) => occasion === 'after the move').map(({ name }) => name);

/** Tariff names that can be part of a quote, each once, in the order of the tariff. */
export const OVERRIDABLE = [...new Set(TARIFF.map(({ name }) => name))].filter(
  (name) => !afterTheMove.includes(name),
);

const unknownAccessorial = (name: string) =>
  afterTheMove.includes(name)
    ? 'is charged after the move and cannot be part of a quote'
    : `is not a known accessorial; use one of ${OVERRIDABLE.join(', ')}`;

const CHARGE = 'must have either rate (USD) or percent_of_base';

const charge = v.pipe(
  objectOf({ rate: v.exactOptional(usd), percent_of_base: v.exactOptional(percent) }, CHARGE),
  v.check((given) => Object.keys(given).length === 1, CHARGE),
);

/** Charges by accessorial name, in USD and percent, that replace those of the tariff. */
export const chargeOverrides = mapOf(OVERRIDABLE, unknownAccessorial, charge);
type ChargeDocument = v.InferOutput<typeof charge>;
type ChargesDocument = Record<string, ChargeDocument>;

const readCharge = ({ rate, percent_of_base }: ChargeDocument): Charge =>
  rate === undefined ? { percentOfBase: percent_of_base ?? 0 } : { cents: Math.round(rate * 100) };

const writeCharge = (charge: Charge): ChargeDocument =>
  'cents' in charge ? { rate: charge.cents / 100 } : { percent_of_base: charge.percentOfBase };

/** The charges of a valid document, with USD as integer cents. */
export const toCharges = (document: Readonly<Partial<ChargesDocument>>): Record<string, Charge> =>
  convertEntries(OVERRIDABLE, document, readCharge) as Record<string, Charge>;

/** Charges as a document; equal charges give equal JSON. */
export const toChargesDocument = (charges: Readonly<Record<string, Charge>>): ChargesDocument =>
  convertEntries(OVERRIDABLE, charges, writeCharge) as ChargesDocument;
