import * as v from 'valibot';
import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import { pageParameters } from '../../platform/http/cursor-page.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { readDay } from '../../platform/time/utc-calendar.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import { describeRfp, type listRfpsAnswer } from '../documents/rfp-document.ts';
import { RFP_STATUSES } from '../record/rfp-status.ts';
import { parseRfpId } from '../record/stored-rfp.ts';
import type { RfpReader } from '../store/dynamodb-rfp-reader.ts';

const MAX_ID_LENGTH = 100;
const CUSTOMER_ID = `must have at most ${MAX_ID_LENGTH} characters`;
const CUSTOMER = `must have at most ${MAX_CUSTOMER_LENGTH} characters`;

const day = v.pipe(
  v.string(),
  v.check((text) => readDay(text) !== undefined, 'must be a date in the format YYYY-MM-DD'),
  v.metadata({ format: 'date' }),
);

/** Query parameters of a list of RFPs. */
export const listRfpsParameters = v.object({
  status: v.exactOptional(v.picklist(RFP_STATUSES, `must be one of ${RFP_STATUSES.join(', ')}`)),
  customer: v.exactOptional(v.pipe(v.string(), v.maxLength(2 * MAX_CUSTOMER_LENGTH, CUSTOMER))),
  customer_id: v.exactOptional(v.pipe(v.string(), v.maxLength(MAX_ID_LENGTH, CUSTOMER_ID))),
  created_from: v.exactOptional(day),
  created_to: v.exactOptional(day),
  ...pageParameters(parseRfpId),
});

/** Reads the query of a list of RFPs. A rejection reports every invalid parameter. */
export function readRfpsQuery(query: Readonly<Record<string, string>>) {
  const parsed = v.safeParse(listRfpsParameters, query);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  const { created_from: first, created_to: last } = query;
  const areDays = !errors.some(({ field }) => field.startsWith('created_'));
  if (areDays && first !== undefined && last !== undefined && first > last) {
    errors.push({ field: 'created_from', message: 'must not be after created_to' });
  }
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  const { status, customer, customer_id: customerId, limit, cursor } = parsed.output;
  const { created_from: createdFrom, created_to: createdTo } = parsed.output;
  return succeed({
    filter: { status, customer, customerId, createdFrom, createdTo },
    limit,
    after: parseRfpId(cursor),
  });
}

/** Lists a caller's RFPs, newest first. */
export function listRfpsUseCase(rfps: Pick<RfpReader, 'list'>) {
  return async (
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof listRfpsAnswer>>> => {
    const read = readRfpsQuery(query);
    if (!read.ok) return read;
    const { filter, limit, after } = read.body;
    const page = await rfps.list(caller, filter, limit, after);
    return succeed({
      rfps: page.rfps.map(describeRfp),
      pagination: { next_cursor: page.next ?? null, limit },
    });
  };
}
