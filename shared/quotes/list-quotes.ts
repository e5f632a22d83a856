import type { Caller } from '../http/api-request.ts';
import { type Outcome, succeed } from '../http/outcome.ts';
import { usd } from '../rates/cents.ts';
import { type ListQuery, readListQuery } from './list-query.ts';
import type { ListedQuotes } from './quote-document.ts';
import { quoteCreatedAt } from './quote-id.ts';
import type { QuoteRow, QuoteStore } from './quote-store.ts';

/** Lists a caller's quotes, newest first, by the query of the call. */
export function createListQuotes(quotes: Pick<QuoteStore, 'list'>) {
  return async (query: Readonly<Record<string, string>>, caller: Caller): Promise<Outcome<ListedQuotes>> => {
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

const describeRow = ({
  quoteId,
  status,
  totalCents,
  currency,
  origin,
  destination,
  customerReference,
}: QuoteRow) => ({
  quote_id: quoteId,
  status,
  created_at: quoteCreatedAt(quoteId).toISOString(),
  total_rate: usd(totalCents),
  currency,
  route: { origin, destination },
  customer_reference: customerReference,
});
