import * as v from 'valibot';
import { KEY_IN_USE } from '../accounts/idempotency/answer-once.ts';
import type { KeyedAnswer, KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { objectOf, optionalField } from '../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../platform/http/request-fields.ts';
import type { CreatedRates } from './documents/rate-document.ts';
import { MAX_RATES } from './rate/contract-rate.ts';
import { callIdentity } from './rate/contract-rate-id.ts';
import {
  type RatesRequest,
  type WriteContractRatesPorts,
  writeContractRatesUseCase,
} from './write-contract-rates.ts';

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

/** Reads the body of new rates, without the rates themselves. */
export function readContractRates(body: unknown): Outcome<RatesRequest> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true });
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  if (isRequestObject(body)) rejectUnknownFields(body, ratesFields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  return succeed({ rates: parsed.output.rates, skipInvalid: parsed.output.skip_invalid ?? false });
}

export interface CreateContractRatesPorts extends WriteContractRatesPorts {
  /** False if the key has an answer. */
  readonly rememberAnswer: (answer: KeyedAnswer) => Promise<boolean>;
  readonly now: () => Date;
}

/**
 * Writes the rates of a call; see `writeContractRatesUseCase`. A repeated call with an Idempotency-Key continues after a
 * crash, or returns the first answer.
 */
export function createContractRatesUseCase(ports: CreateContractRatesPorts) {
  const writeRates = writeContractRatesUseCase(ports);
  return async (request: RatesRequest, caller: Account, keyed?: KeyedCall): Promise<Answer<CreatedRates>> => {
    const written = await writeRates(request, caller, {
      at: ports.now(),
      identityOf: (index) => keyed && callIdentity(keyed, index),
    });
    if (!written.ok || keyed === undefined) return written;
    const isFirst = await ports.rememberAnswer({ call: keyed, body: JSON.stringify(written.body) });
    return isFirst ? succeed(written.body) : reject(KEY_IN_USE);
  };
}
