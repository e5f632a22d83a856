import * as v from 'valibot';
import type { CustomerMatches } from '../../customers/dynamodb-customers.ts';
import type { Account } from '../../platform/account/account.ts';
import { BYTE_ORDER_MARK } from '../../platform/files/csv-rows.ts';
import { prefersType } from '../../platform/http/accepted-type.ts';
import type { CsvAnswer } from '../../platform/http/csv-answer.ts';
import { cursorPage } from '../../platform/http/cursor-page.ts';
import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import { describeRates, type RateDocument, rateDocument } from '../documents/rate-document.ts';
import { rateFileHeader, rateLine } from '../files/write-rate-file.ts';
import type { ContractRatePage, ContractRateStore } from '../record/contract-rate-store.ts';
import { readRatesQuery } from './rates-query.ts';

/** The answer of a list of contract rates. */
export const listRatesAnswer = v.object({
  rates: v.array(rateDocument),
  pagination: cursorPage,
});

const FILE_NAME = { 'Content-Disposition': 'attachment; filename="contract-rates.csv"' };

export interface RatesRequest {
  readonly query: Readonly<Record<string, string>>;
  /** The header `Accept`. */
  readonly accept: string | undefined;
}

/** Lists a caller's contract rates, newest first: as JSON, or as a CSV file that an import reads. */
export function listContractRatesUseCase(
  rates: Pick<ContractRateStore, 'list'>,
  customers: Pick<CustomerMatches, 'idsOf'>,
) {
  return async ({ query, accept = '' }: RatesRequest, caller: Account): Promise<Outcome<CsvAnswer>> => {
    const read = readRatesQuery(query);
    if (!read.ok) return read;
    const { filter, limit, after } = read.body;
    const page = await rates.list(caller, filter, limit, after);
    const { documents, next } = upToMaxBytes(await describeRates(customers, caller, page.rates), page.next);
    const { format = prefersType(accept, 'text/csv', 'application/json') ? 'csv' : 'json' } = read.body;
    if (format === 'csv') {
      const csv = `${BYTE_ORDER_MARK}${rateFileHeader}${documents.map(rateLine).join('')}`;
      return succeed({ csv }, { ...FILE_NAME, ...(next && nextLink({ ...query, cursor: next })) });
    }
    const body: v.InferOutput<typeof listRatesAnswer> = {
      rates: documents,
      pagination: { next_cursor: next ?? null, limit },
    };
    return succeed({ json: body });
  };
}

/** Answers of functions have at most 6 MB. A rate has at most 15 kB. */
const MAX_BYTES = 4_000_000;

/** The rates of a page, and the cursor of the next one. Rates with large tables end the page early. */
function upToMaxBytes(all: readonly RateDocument[], next: ContractRatePage['next']) {
  const documents: RateDocument[] = [];
  let bytes = 0;
  for (const document of all) {
    bytes += Buffer.byteLength(JSON.stringify(document));
    const last = documents.at(-1);
    if (last !== undefined && bytes > MAX_BYTES) return { documents, next: last.rate_id };
    documents.push(document);
  }
  return { documents, next };
}

/** A reference by query alone (RFC 8288, RFC 3986): it is right below each domain and stage. */
function nextLink(query: Readonly<Record<string, string>>): { readonly Link: string } {
  return { Link: `<?${new URLSearchParams(query)}>; rel="next"` };
}
