import { usd } from '../../costs/model/cents.ts';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import type { ListedQuotes } from '../record/quote-document.ts';
import { quoteCreatedAt } from '../record/quote-id.ts';
import type { QuoteRow, QuoteStore } from '../record/quote-store.ts';
import { type ListQuery, readListQuery } from './list-query.ts';

/** Lists a caller's quotes, newest first. */
export function listQuotesUseCase(quotes: Pick<QuoteStore, 'list'>) {
  return async (query: Readonly<Record<string, string>>, caller: Account): Promise<Outcome<ListedQuotes>> => {
    const read = readListQuery(query);
    if (!read.ok) return read;
    const { filter, limit, offset }: ListQuery = read.body;
    const { rows, totalCount } = await quotes.list(caller, filter, limit, offset);
    return succeed({
      quotes: rows.map(describeRow),
      pagination: { total_count: totalCount, limit, offset },
    });
  };
}

/** A quote of a list. */
export const describeRow = ({
  quoteId,
  status,
  outcome,
  totalCents,
  currency,
  origin,
  destination,
  customerReference,
  customer,
  customerId,
  equipment,
}: QuoteRow) => ({
  quote_id: quoteId,
  status,
  outcome,
  created_at: quoteCreatedAt(quoteId).toISOString(),
  total_rate: usd(totalCents),
  currency,
  route: { origin, destination },
  customer_reference: customerReference,
  customer,
  customer_id: customerId ?? null,
  equipment_type: equipment,
});
