import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../costs/equipment/equipment-type.ts';
import { MAX_CUSTOMER_LENGTH } from '../customers/customer-names.ts';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../geography/places/read-place-text.ts';
import type { Account } from '../platform/account/account.ts';
import { BYTE_ORDER_MARK } from '../platform/files/csv-rows.ts';
import { prefersType } from '../platform/http/accepted-type.ts';
import { cursorPage, pageParameters } from '../platform/http/cursor-page.ts';
import { fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { FileAnswer } from '../platform/http/text-answer.ts';
import { readDay } from '../platform/time/utc-calendar.ts';
import { describeRates, type RateDocument, rateDocument } from './documents/rate-document.ts';
import { rateFileHeader, rateLine } from './files/write-rate-file.ts';
import { type ContractRateId, parseContractRateId } from './rate/contract-rate-id.ts';
import { MAX_EXTERNAL_ID_LENGTH } from './request/read-contract-rate.ts';
import type { ContractRateStore } from './store/dynamodb-contract-rate-store.ts';

const MAX_LIMIT = 1_000;

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
  ...pageParameters(parseContractRateId, MAX_LIMIT),
  format: v.exactOptional(v.picklist(['json', 'csv'], 'must be json or csv')),
});

/** Reads the query of a list of contract rates. A rejection reports every invalid parameter. */
function readRatesQuery(query: Readonly<Record<string, string>>) {
  const parsed = v.safeParse(listRatesParameters, query);
  if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
  const { customer, equipment_type: equipment, origin, destination, limit, cursor } = parsed.output;
  const { effective_on: effectiveOn, external_id: externalId, format } = parsed.output;
  return succeed({
    filter: { customer, equipment, origin, destination, effectiveOn, externalId },
    limit,
    after: parseContractRateId(cursor),
    format,
  });
}

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
  return async ({ query, accept = '' }: RatesRequest, caller: Account): Promise<Outcome<FileAnswer>> => {
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
function upToMaxBytes(all: readonly RateDocument[], next: ContractRateId | undefined) {
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
