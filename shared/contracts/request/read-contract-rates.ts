import * as v from 'valibot';
import { objectOf, optionalField } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { MAX_RATES } from '../rate/rates-per-call.ts';

const COUNT = `must be a list of 1 to ${MAX_RATES} rates`;

/** Fields of the body. Each rate is read by `readContractRate`. */
export const ratesFields = {
  rates: v.pipe(
    v.array(v.unknown(), COUNT),
    v.check((rates) => rates.length >= 1 && rates.length <= MAX_RATES, COUNT),
  ),
  skip_invalid: v.exactOptional(optionalField(v.boolean('must be true or false'))),
};
const schema = objectOf(ratesFields, 'must be a JSON object with a list of rates');

export interface RatesRequest {
  readonly rates: readonly unknown[];
  /** Whether valid rates are written although others are invalid. */
  readonly skipInvalid: boolean;
}

/** Reads the body of new rates, without the rates themselves. */
export function readContractRates(body: unknown): Outcome<RatesRequest> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true });
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  if (isRequestObject(body)) rejectUnknownFields(body, ratesFields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  return succeed({ rates: parsed.output.rates, skipInvalid: parsed.output.skip_invalid ?? false });
}
