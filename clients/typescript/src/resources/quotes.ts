import type {
  ConvertQuoteResponse,
  CreatedQuote,
  CreateQuoteBody,
  CreateQuoteResponse,
  DeleteQuoteResponse,
  ListQuoteEventsResponse,
  ListQuotesQuery,
  ListQuotesResponse,
  Quote,
  QuoteEventItem,
  QuoteListItem,
  ReadQuoteResponse,
} from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

export class Quotes extends Resource {
  /** Makes a quote by the pricing strategy of the organization. */
  create(quote: CreateQuoteBody, options?: KeyedCallOptions): Result<CreatedQuote> {
    const request = {
      method: 'POST',
      path: '/api/v1/quotes',
      body: quote,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<CreateQuoteResponse>(request, options), (body) => body.quote);
  }

  /** Lists quotes, newest first. Items have fewer fields than `get` returns. */
  list(
    query: ListQuotesQuery = {},
    options?: CallOptions,
  ): List<QuoteListItem, ListQuotesResponse['pagination']> {
    const readPage = async (offset = query.offset) => {
      const request = { method: 'GET', path: '/api/v1/quotes', query: { ...query, offset } } as const;
      const { data } = await this.transport.send<ListQuotesResponse>(request, options);
      return { items: data.quotes, pagination: data.pagination };
    };
    return new List(
      () =>
        readPages(readPage, ({ items, pagination }) => {
          const next = pagination.offset + items.length;
          return items.length > 0 && next < pagination.total_count ? next : undefined;
        }),
      ({ quote_id }) => quote_id,
    );
  }

  /** Reads a quote. */
  get(quoteId: string, options?: CallOptions): Result<Quote> {
    const request = { method: 'GET', path: path`/api/v1/quotes/${quoteId}` } as const;
    return resultOf(this.transport.send<ReadQuoteResponse>(request, options), ({ quote }) => quote);
  }

  /** Lists the events that a quote has caused, oldest first, each with its deliveries. */
  events(quoteId: string, options?: CallOptions): Result<readonly QuoteEventItem[]> {
    const request = { method: 'GET', path: path`/api/v1/quotes/${quoteId}/events` } as const;
    return resultOf(this.transport.send<ListQuoteEventsResponse>(request, options), ({ events }) => events);
  }

  /** Converts a quote while it is valid. The client does not retry this call. */
  convert(quoteId: string, options?: CallOptions): Result<Quote> {
    const request = { method: 'POST', path: path`/api/v1/quotes/${quoteId}/convert` } as const;
    return resultOf(this.transport.send<ConvertQuoteResponse>(request, options), ({ quote }) => quote);
  }

  /** Deletes a quote. After a retry, `QUOTE_NOT_FOUND` can mean that an earlier attempt deleted it. */
  delete(quoteId: string, options?: CallOptions): Result<DeleteQuoteResponse['quote']> {
    const request = { method: 'DELETE', path: path`/api/v1/quotes/${quoteId}` } as const;
    return resultOf(this.transport.send<DeleteQuoteResponse>(request, options), ({ quote }) => quote);
  }
}
