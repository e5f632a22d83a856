import type {
  ConvertQuoteBody,
  ConvertQuoteResponse,
  CreatedQuote,
  CreateQuoteBody,
  CreateQuoteResponse,
  CursorPagination,
  DeclineQuoteBody,
  DeclineQuoteResponse,
  DeleteQuoteResponse,
  ListQuoteEventsResponse,
  ListQuoteSharesQuery,
  ListQuoteSharesResponse,
  ListQuotesQuery,
  ListQuotesResponse,
  PreviewQuoteBody,
  PreviewQuoteResponse,
  Quote,
  QuoteEventItem,
  QuoteListItem,
  QuotePreview,
  ReadLaneHistoryQuery,
  ReadLaneHistoryResponse,
  ReadQuoteReportQuery,
  ReadQuoteReportResponse,
  ReadQuoteResponse,
  ReadQuoteShareResponse,
  ReplyToQuoteResponse,
  ReviseQuoteBody,
  ReviseQuoteResponse,
  RevokeQuoteShareResponse,
  ShareQuoteBody,
  ShareQuoteResponse,
} from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import type { Transport } from '../transport/transport.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';
import { QuoteUploads } from './uploads.ts';

export class Quotes extends Resource {
  /** Past quotes, made before or outside the service. */
  readonly uploads: QuoteUploads;

  constructor(transport: Transport) {
    super(transport);
    this.uploads = new QuoteUploads(transport);
  }

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

  /** The price that a quote would have at this moment; stores and counts nothing. */
  preview(quote: PreviewQuoteBody, options?: CallOptions): Result<QuotePreview> {
    const request = { method: 'POST', path: '/api/v1/quotes/preview', body: quote, isRead: true } as const;
    return resultOf(this.transport.send<PreviewQuoteResponse>(request, options), ({ preview }) => preview);
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

  /**
   * The sheet of a quote for its customer: an HTML page, or a PDF file. The PDF file is a text of ASCII characters, which can
   * be written to a file as it is.
   */
  sheet(quoteId: string, format: 'html' | 'pdf' = 'html', options?: CallOptions): Result<string> {
    const request = {
      method: 'GET',
      path: path`/api/v1/quotes/${quoteId}/sheet`,
      query: { format },
      accept: format === 'pdf' ? 'application/pdf' : 'text/html',
    } as const;
    return resultOf(this.transport.send<string>(request, options), (text) => text);
  }

  /** One sheet of up to 50 quotes of a customer, as `sheet` returns it. Stores nothing. */
  sheetOf(
    quoteIds: readonly string[],
    format: 'html' | 'pdf' = 'html',
    options?: CallOptions,
  ): Result<string> {
    const request = {
      method: 'POST',
      path: '/api/v1/quote-sheets',
      query: { format },
      body: { quote_ids: quoteIds },
      accept: format === 'pdf' ? 'application/pdf' : 'text/html',
      isRead: true,
    } as const;
    return resultOf(this.transport.send<string>(request, options), (text) => text);
  }

  /** Reports win rate, margin and spread to the market by month, customer, lane or equipment. */
  report(query: ReadQuoteReportQuery = {}, options?: CallOptions): Result<ReadQuoteReportResponse> {
    const request = { method: 'GET', path: '/api/v1/reports/quotes', query: { ...query } } as const;
    return resultOf(this.transport.send<ReadQuoteReportResponse>(request, options), (report) => report);
  }

  /** Returns what was quoted, won and lost on a lane and near it, by month, with the last five quotes. */
  laneHistory(query: ReadLaneHistoryQuery, options?: CallOptions): Result<ReadLaneHistoryResponse> {
    const request = { method: 'GET', path: '/api/v1/lanes/history', query: { ...query } } as const;
    return resultOf(this.transport.send<ReadLaneHistoryResponse>(request, options), (history) => history);
  }

  /**
   * Creates the share link of a quote, in place of an earlier one. `url` is in this response only; it is absent if a call
   * with an earlier idempotency key is repeated.
   */
  share(quoteId: string, share: ShareQuoteBody = {}, options?: KeyedCallOptions): Result<ShareQuoteResponse> {
    const request = {
      method: 'POST',
      path: path`/api/v1/quotes/${quoteId}/share`,
      body: share,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<ShareQuoteResponse>(request, options), (body) => body);
  }

  /** Expiry and views of the share link of a quote. */
  readShare(quoteId: string, options?: CallOptions): Result<ReadQuoteShareResponse> {
    const request = { method: 'GET', path: path`/api/v1/quotes/${quoteId}/share` } as const;
    return resultOf(this.transport.send<ReadQuoteShareResponse>(request, options), (body) => body);
  }

  /** Lists the share links that have not expired, that of the newest quote first. */
  listShares(
    query: ListQuoteSharesQuery = {},
    options?: CallOptions,
  ): List<ReadQuoteShareResponse, CursorPagination> {
    return this.listByCursor(
      '/api/v1/shares',
      query,
      options,
      (page: ListQuoteSharesResponse) => page.shares,
      ({ quote_id }) => quote_id,
    );
  }

  /** Revokes the share link of a quote. After a retry, `SHARE_LINK_NOT_FOUND` can mean that an earlier attempt did. */
  revokeShare(quoteId: string, options?: CallOptions): Result<RevokeQuoteShareResponse> {
    const request = { method: 'DELETE', path: path`/api/v1/quotes/${quoteId}/share` } as const;
    return resultOf(this.transport.send<RevokeQuoteShareResponse>(request, options), (body) => body);
  }

  /** The draft of a mail to the customer. Nothing is sent. */
  reply(quoteId: string, options?: CallOptions): Result<ReplyToQuoteResponse> {
    const request = { method: 'GET', path: path`/api/v1/quotes/${quoteId}/reply` } as const;
    return resultOf(this.transport.send<ReplyToQuoteResponse>(request, options), (body) => body);
  }

  /** Lists the events that a quote has caused, oldest first, each with its deliveries. */
  events(quoteId: string, options?: CallOptions): Result<readonly QuoteEventItem[]> {
    const request = { method: 'GET', path: path`/api/v1/quotes/${quoteId}/events` } as const;
    return resultOf(this.transport.send<ListQuoteEventsResponse>(request, options), ({ events }) => events);
  }

  /** Converts a quote while it is valid. The client does not retry this call. */
  convert(quoteId: string, conversion: ConvertQuoteBody = {}, options?: CallOptions): Result<Quote> {
    const request = {
      method: 'POST',
      path: path`/api/v1/quotes/${quoteId}/convert`,
      body: conversion,
    } as const;
    return resultOf(this.transport.send<ConvertQuoteResponse>(request, options), ({ quote }) => quote);
  }

  /** Records that the customer declined a quote. The client does not retry this call. */
  decline(quoteId: string, decline: DeclineQuoteBody, options?: CallOptions): Result<Quote> {
    const request = {
      method: 'POST',
      path: path`/api/v1/quotes/${quoteId}/decline`,
      body: decline,
    } as const;
    return resultOf(this.transport.send<DeclineQuoteResponse>(request, options), ({ quote }) => quote);
  }

  /** Makes a quote with changed fields, which supersedes this one. */
  revise(quoteId: string, changes: ReviseQuoteBody = {}, options?: KeyedCallOptions): Result<CreatedQuote> {
    const request = {
      method: 'POST',
      path: path`/api/v1/quotes/${quoteId}/revise`,
      body: changes,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<ReviseQuoteResponse>(request, options), ({ quote }) => quote);
  }

  /** Deletes a quote. After a retry, `QUOTE_NOT_FOUND` can mean that an earlier attempt deleted it. */
  delete(quoteId: string, options?: CallOptions): Result<DeleteQuoteResponse['quote']> {
    const request = { method: 'DELETE', path: path`/api/v1/quotes/${quoteId}` } as const;
    return resultOf(this.transport.send<DeleteQuoteResponse>(request, options), ({ quote }) => quote);
  }
}
