import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import { describeRate, rateDocument } from '../documents/rate-document.ts';
import type { ContractRateStore } from '../record/contract-rate-store.ts';
import { readRatesQuery } from './rates-query.ts';

/** The answer of a list of contract rates. */
export const listRatesAnswer = v.object({
  rates: v.array(rateDocument),
  pagination: v.object({ next_cursor: v.nullable(v.string()), limit: v.pipe(v.number(), v.integer()) }),
});

/** Lists a caller's contract rates, newest first. */
export function listContractRatesUseCase(rates: Pick<ContractRateStore, 'list'>) {
  return async (
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof listRatesAnswer>>> => {
    const read = readRatesQuery(query);
    if (!read.ok) return read;
    const { filter, limit, after } = read.body;
    const page = await rates.list(caller, filter, limit, after);
    return succeed({
      rates: page.rates.map(describeRate),
      pagination: { next_cursor: page.next ?? null, limit },
    });
  };
}
