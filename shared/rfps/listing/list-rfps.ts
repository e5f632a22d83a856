import type * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import { describeRfp, type listRfpsAnswer } from '../documents/rfp-document.ts';
import type { RfpStore } from '../record/rfp-store.ts';
import { readRfpsQuery } from './rfps-query.ts';

/** Lists a caller's RFPs, newest first. */
export function listRfpsUseCase(rfps: Pick<RfpStore, 'list'>) {
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
