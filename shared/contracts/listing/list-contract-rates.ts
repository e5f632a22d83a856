import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { prefersType } from '../../platform/http/accepted-type.ts';
import type { CsvAnswer } from '../../platform/http/csv-answer.ts';
import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import { describeRate, rateDocument } from '../documents/rate-document.ts';
import { rateFileHeader, rateLine } from '../files/write-rate-file.ts';
import type { ContractRateStore } from '../record/contract-rate-store.ts';
import { readRatesQuery } from './rates-query.ts';

/** The answer of a list of contract rates. */
export const listRatesAnswer = v.object({
  rates: v.array(rateDocument),
  pagination: v.object({ next_cursor: v.nullable(v.string()), limit: v.pipe(v.number(), v.integer()) }),
});

const FILE_NAME = { 'Content-Disposition': 'attachment; filename="contract-rates.csv"' };

export interface RatesRequest {
  readonly query: Readonly<Record<string, string>>;
  /** The header `Accept`. */
  readonly accept: string | undefined;
}

/** Lists a caller's contract rates, newest first: as JSON, or as a CSV file that an import reads. */
export function listContractRatesUseCase(rates: Pick<ContractRateStore, 'list'>) {
  return async ({ query, accept = '' }: RatesRequest, caller: Account): Promise<Outcome<CsvAnswer>> => {
    const read = readRatesQuery(query);
    if (!read.ok) return read;
    const { filter, limit, after } = read.body;
    const page = await rates.list(caller, filter, limit, after);
    const documents = page.rates.map(describeRate);
    const { format = prefersType(accept, 'text/csv', 'application/json') ? 'csv' : 'json' } = read.body;
    if (format === 'csv') {
      const csv = `${rateFileHeader}${documents.map(rateLine).join('')}`;
      return succeed({ csv }, { ...FILE_NAME, ...(page.next && nextLink({ ...query, cursor: page.next })) });
    }
    const body: v.InferOutput<typeof listRatesAnswer> = {
      rates: documents,
      pagination: { next_cursor: page.next ?? null, limit },
    };
    return succeed({ json: body });
  };
}

/** A reference by query alone (RFC 8288, RFC 3986): it is right below each domain and stage. */
function nextLink(query: Readonly<Record<string, string>>): { readonly Link: string } {
  return { Link: `<?${new URLSearchParams(query)}>; rel="next"` };
}
