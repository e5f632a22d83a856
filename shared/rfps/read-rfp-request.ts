import * as v from 'valibot';
import { type OwnTariff, ownEntriesOn } from '../costs/accessorials/own-tariff.ts';
import { MAX_CUSTOMER_LENGTH } from '../customers/customer-names.ts';
import { isLeftOut, optionalField } from '../platform/http/body-fields.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { dayField, readFields } from '../platform/http/request-fields.ts';
import { callerText } from '../platform/text/bounded-text.ts';
import { utcDay } from '../platform/time/utc-calendar.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import { isOfRequirements, quoteFields, readRequirements } from '../quotes/request/read-quote-request.ts';
import { dateErrors } from '../rates/lane.ts';
import { columnChoiceOf, sheetField as sheetName } from '../sheets/column-fields.ts';
import { LANE_FILE } from './files/lane-columns.ts';
import { type LaneDraft, MAX_BODY_LANES } from './lanes/lane-draft.ts';
import { readLane } from './lanes/read-lane.ts';
import { firstPickupDay, pricingMoment, type RfpFields } from './record/stored-rfp.ts';

export const MAX_NAME_LENGTH = 200;

/** Of lanes without equipment, as in rates. */
const DEFAULT_EQUIPMENT = 'container_40';

/** Fields of the body, except `special_requirements` and `lanes`. */
export const rfpFields = v.object({
  name: v.pipe(
    callerText(MAX_NAME_LENGTH),
    v.check((name) => name.trim() !== '', 'must not be empty'),
  ),
  customer: optionalField(callerText(MAX_CUSTOMER_LENGTH)),
  customer_reference: quoteFields.entries.customer_reference,
  equipment_type: optionalField(quoteFields.entries.equipment_type),
  contract_start: optionalField(dayField),
  contract_end: optionalField(dayField),
  source: optionalField(v.picklist(['upload'], 'must be "upload", or left out if the body has the lanes')),
  columns: optionalField(columnChoiceOf(LANE_FILE)),
  sheet: optionalField(sheetName),
});

/** An RFP as requested, with its lanes. */
export interface RfpRequest {
  readonly fields: RfpFields;
  /** 1 to 1,000; undefined if they come by a file. */
  readonly lanes: readonly LaneDraft[] | undefined;
}

/**
 * Reads the body of a new RFP as `readRfpRequest` does. If the base tariff lacks a name, the organization's own tariff is
 * read as well.
 */
export async function readRfpRequestWithTariff(
  body: unknown,
  now: Date,
  ownTariff: () => Promise<OwnTariff | undefined>,
): Promise<Outcome<RfpRequest>> {
  const reading = readRfpRequest(body, now);
  const errors = reading.ok
    ? (reading.body.lanes ?? []).flatMap((lane) => lane.errors)
    : ((reading.rejection.details?.errors ?? []) as readonly FieldError[]);
  return errors.some(isOfRequirements) ? readRfpRequest(body, now, await ownTariff()) : reading;
}

/**
 * Reads the body of a new RFP. Faults of the RFP's own fields reject it, all at once; faults of lanes are in their drafts.
 * @param now decides which contract days prices exist for.
 * @param tariff the organization's own, whose names the body can have.
 */
export function readRfpRequest(body: unknown, now: Date, tariff?: OwnTariff): Outcome<RfpRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return reject(
      invalidParameters([{ field: 'body', message: 'must be a JSON object with the fields of an RFP' }]),
    );
  }
  const given: Readonly<Record<string, unknown>> = { ...body };
  const errors: FieldError[] = [];
  const { source: sourceField, columns, sheet: sheetField, ...own } = rfpFields.entries;
  const read = readFields(given, own, errors);
  const { name, customer = '', customer_reference: customerReference = '' } = read;
  const { equipment_type: equipment = DEFAULT_EQUIPMENT } = read;
  const { contract_start: contractStart, contract_end: contractEnd } = read;
  // Requirements need to fit a lane's equipment, which can be its own. Here they need to exist.
  const ofTariff = ownEntriesOn(tariff, firstPickupDay(contractStart, pricingMoment(contractStart, now)));
  const units = new Map<string, number>();
  const requirements = readRequirements(given.special_requirements, undefined, errors, ofTariff, units) ?? [];
  const quantities = Object.fromEntries(units);
  for (const message of contractStart === undefined ? [] : dateErrors(contractStart, utcDay(now))) {
    errors.push({ field: 'contract_start', message: message.replace(/^date /, '') });
  }
  if (contractStart !== undefined && contractEnd !== undefined && contractEnd < contractStart) {
    errors.push({ field: 'contract_end', message: 'must not be before contract_start' });
  }
  const ofFile = readFields(given, { source: sourceField, columns, sheet: sheetField }, errors);
  const { source, columns: columnChoice, sheet } = ofFile;
  for (const [field, value] of Object.entries({ columns: columnChoice, sheet })) {
    if (value === undefined || source !== undefined) continue;
    errors.push({ field, message: 'must be left out unless source is "upload"' });
  }
  const lanes = source === undefined ? readLaneItems(given.lanes, errors) : undefined;
  if (source !== undefined && !isLeftOut(given.lanes)) {
    errors.push({ field: 'lanes', message: 'must be left out if source is "upload"' });
  }
  if (errors.length > 0 || name === undefined) return reject(invalidParameters(errors));
  const fields = {
    ...{ name, customer, customerReference, equipment, requirements, quantities, contractStart, contractEnd },
    ...{ columnChoice, sheet },
  };
  return succeed({
    fields,
    lanes: lanes?.map((lane) => readLane(lane, { equipment, requirements, quantities, own: ofTariff })),
  });
}

/** The lanes of the body; adds an error if there are none or too many. */
function readLaneItems(given: unknown, errors: FieldError[]): readonly unknown[] {
  const field = 'lanes';
  if (isLeftOut(given)) errors.push({ field, message: 'is required' });
  else if (!Array.isArray(given)) errors.push({ field, message: 'must be an array of lanes' });
  else if (given.length === 0) errors.push({ field, message: 'must have at least 1 lane' });
  else if (given.length > MAX_BODY_LANES) {
    const message = `must have at most ${MAX_BODY_LANES} lanes; ${given.length} were sent`;
    errors.push({ field, message });
  } else return given;
  return [];
}
