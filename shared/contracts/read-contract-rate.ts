import * as v from 'valibot';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import type { Account } from '../platform/account/account.ts';
import { integerText } from '../platform/http/integer-parameter.ts';
import { fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { contractRateNotFound } from './contract-rejections.ts';
import { describeRates, type RateAnswer } from './documents/rate-document.ts';
import { parseContractRateId } from './rate/contract-rate-id.ts';
import type { ContractRateStore } from './store/dynamodb-contract-rate-store.ts';

const MAX_VERSION = 999_999;

export const readRateParameters = v.object({
  version: v.exactOptional(integerText(1, MAX_VERSION, `must be an integer from 1 to ${MAX_VERSION}`)),
});

/** Reads the current version of a rate, or the version of the query, also of a deleted rate. */
export function readContractRateUseCase(
  rates: Pick<ContractRateStore, 'read' | 'version'>,
  customers: Pick<CustomerMatches, 'idsOf'>,
) {
  return async (
    text: string,
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<RateAnswer>> => {
    const parsed = v.safeParse(readRateParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { version } = parsed.output;
    const rateId = parseContractRateId(text);
    const rate =
      rateId &&
      (version === undefined
        ? (await rates.read(caller, rateId))?.rate
        : await rates.version(caller, rateId, version));
    const [document] = rate ? await describeRates(customers, caller, [rate]) : [];
    return document ? succeed({ rate: document }) : reject(contractRateNotFound(text, version));
  };
}
