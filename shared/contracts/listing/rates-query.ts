import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { readDay } from '../../platform/time/utc-day.ts';
import { type ContractRateId, parseContractRateId } from '../rate/contract-rate-id.ts';
import type { ContractRateFilter } from '../record/contract-rate-store.ts';
import { MAX_EXTERNAL_ID_LENGTH } from '../request/read-contract-rate.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;
const LIMIT = `must be an integer from 1 to ${MAX_LIMIT}`;
const CURSOR = 'must be the next_cursor of a previous page';

const text = (longest: number) =>
  v.exactOptional(v.pipe(v.string(), v.maxLength(2 * longest, `must have at most ${longest} characters`)));

/** Query parameters of a list of contract rates. */
export const listRatesParameters = v.object({
  customer: text(MAX_CUSTOMER_LENGTH),
  equipment_type: v.exactOptional(
    v.picklist(EQUIPMENT_TYPES, `must be one of ${EQUIPMENT_TYPES.join(', ')}`),
  ),
  origin: text(MAX_PLACE_TEXT_LENGTH),
  destination: text(MAX_PLACE_TEXT_LENGTH),
  effective_on: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((day) => readDay(day) !== undefined, 'must be a date in the format YYYY-MM-DD'),
      v.metadata({ format: 'date' }),
    ),
  ),
  external_id: text(MAX_EXTERNAL_ID_LENGTH),
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((id) => parseContractRateId(id) !== undefined, CURSOR),
    ),
  ),
  limit: integerParameter(MAX_LIMIT, DEFAULT_LIMIT, LIMIT),
  format: v.exactOptional(v.picklist(['json', 'csv'], 'must be json or csv')),
});

export interface RatesQuery {
  readonly filter: ContractRateFilter;
  readonly limit: number;
  readonly after: ContractRateId | undefined;
  /** Undefined: by the header `Accept`. */
  readonly format: 'json' | 'csv' | undefined;
}

/** Reads the query of a list of contract rates. A rejection reports every invalid parameter. */
export function readRatesQuery(query: Readonly<Record<string, string>>): Outcome<RatesQuery> {
  const parsed = v.safeParse(listRatesParameters, query);
  if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
  const { customer, equipment_type: equipment, origin, destination, limit, cursor } = parsed.output;
  const { effective_on: effectiveOn, external_id: externalId, format } = parsed.output;
  return succeed({
    filter: {
      ...(customer === undefined ? {} : { customer }),
      ...(equipment && { equipment }),
      ...(origin === undefined ? {} : { origin }),
      ...(destination === undefined ? {} : { destination }),
      ...(effectiveOn && { effectiveOn }),
      ...(externalId === undefined ? {} : { externalId }),
    },
    limit,
    after: parseContractRateId(cursor),
    format,
  });
}
