import type {
  ConvertQuoteBody,
  CreatedQuote,
  CreateQuoteBody,
  CursorPagination,
  DeclineQuoteBody,
  DeleteQuoteResponse,
  ListQuoteSharesQuery,
  ListQuotesQuery,
  ListQuotesResponse,
  PreviewQuoteBody,
  Quote,
  QuoteEventItem,
  QuoteListItem,
  QuotePreview,
  ReadLaneHistoryQuery,
  ReadLaneHistoryResponse,
  ReadQuoteReportQuery,
  ReadQuoteReportResponse,
  ReadQuoteShareResponse,
  ReplyToQuoteResponse,
  ReviseQuoteBody,
  RevokeQuoteShareResponse,
  ShareQuoteBody,
  ShareQuoteResponse,
} from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import type { Transport } from '../transport/transport.ts';
import { type Call, Resource, requestOf } from './resource.ts';
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
    return this.memberOf('POST /api/v1/quotes', 'quote', { body: quote, isKeyed: true }, options);
  }

  /** The price that a quote would have at this moment; stores and counts nothing. */
  preview(quote: PreviewQuoteBody, options?: CallOptions): Result<QuotePreview> {
    return this.memberOf('POST /api/v1/quotes/preview', 'preview', { body: quote, isRead: true }, options);
  }

  /** Lists quotes, newest first. Items have fewer fields than `get` returns. */
  list(
    query: ListQuotesQuery = {},
    options?: CallOptions,
  ): List<QuoteListItem, ListQuotesResponse['pagination']> {
    const readPage = async (offset = query.offset) => {
      const request = requestOf('GET /api/v1/quotes', { query: { ...query, offset } });
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
    return this.memberOf('GET /api/v1/quotes/{quote_id}', 'quote', { ids: [quoteId] }, options);
  }

  /**
   * The sheet of a quote for its customer: an HTML page, or a PDF file. The PDF file is a text of ASCII characters, which can
   * be written to a file as it is.
   */
  sheet(quoteId: string, format: 'html' | 'pdf' = 'html', options?: CallOptions): Result<string> {
    return this.#sheet('GET /api/v1/quotes/{quote_id}/sheet', { ids: [quoteId] }, format, options);
  }

  /** One sheet of up to 50 quotes of a customer, as `sheet` returns it. Stores nothing. */
  sheetOf(
    quoteIds: readonly string[],
    format: 'html' | 'pdf' = 'html',
    options?: CallOptions,
  ): Result<string> {
    const call = { body: { quote_ids: quoteIds }, isRead: true } as const;
    return this.#sheet('POST /api/v1/quote-sheets', call, format, options);
  }

  #sheet(of: string, call: Call, format: 'html' | 'pdf', options?: CallOptions): Result<string> {
    const accept = format === 'pdf' ? 'application/pdf' : 'text/html';
    const request = requestOf(of, { ...call, query: { format }, accept });
    return resultOf(this.transport.send<string>(request, options), (text) => text);
  }

  /** Reports win rate, margin and spread to the market by month, customer, lane or equipment. */
  report(query: ReadQuoteReportQuery = {}, options?: CallOptions): Result<ReadQuoteReportResponse> {
    return this.call('GET /api/v1/reports/quotes', { query }, options);
  }

  /** Returns what was quoted, won and lost on a lane and near it, by month, with the last five quotes. */
  laneHistory(query: ReadLaneHistoryQuery, options?: CallOptions): Result<ReadLaneHistoryResponse> {
    return this.call('GET /api/v1/lanes/history', { query }, options);
  }

  /**
   * Creates the share link of a quote, in place of an earlier one. `url` is in this response only; it is absent if a call
   * with an earlier idempotency key is repeated.
   */
  share(quoteId: string, share: ShareQuoteBody = {}, options?: KeyedCallOptions): Result<ShareQuoteResponse> {
    const call = { ids: [quoteId], body: share, isKeyed: true } as const;
    return this.call('POST /api/v1/quotes/{quote_id}/share', call, options);
  }

  /** Expiry and views of the share link of a quote. */
  readShare(quoteId: string, options?: CallOptions): Result<ReadQuoteShareResponse> {
    return this.call('GET /api/v1/quotes/{quote_id}/share', { ids: [quoteId] }, options);
  }

  /** Lists the share links that have not expired, that of the newest quote first. */
  listShares(
    query: ListQuoteSharesQuery = {},
    options?: CallOptions,
  ): List<ReadQuoteShareResponse, CursorPagination> {
    return this.listByCursor('GET /api/v1/shares', 'shares', 'quote_id', { query }, options);
  }

  /** Revokes the share link of a quote. After a retry, `SHARE_LINK_NOT_FOUND` can mean that an earlier attempt did. */
  revokeShare(quoteId: string, options?: CallOptions): Result<RevokeQuoteShareResponse> {
    return this.call('DELETE /api/v1/quotes/{quote_id}/share', { ids: [quoteId] }, options);
  }

  /** The draft of a mail to the customer. Nothing is sent. */
  reply(quoteId: string, options?: CallOptions): Result<ReplyToQuoteResponse> {
    return this.call('GET /api/v1/quotes/{quote_id}/reply', { ids: [quoteId] }, options);
  }

  /** Lists the events that a quote has caused, oldest first, each with its deliveries. */
  events(quoteId: string, options?: CallOptions): Result<readonly QuoteEventItem[]> {
    return this.memberOf('GET /api/v1/quotes/{quote_id}/events', 'events', { ids: [quoteId] }, options);
  }

  /** Converts a quote while it is valid. The client does not retry this call. */
  convert(quoteId: string, conversion: ConvertQuoteBody = {}, options?: CallOptions): Result<Quote> {
    const call = { ids: [quoteId], body: conversion };
    return this.memberOf('POST /api/v1/quotes/{quote_id}/convert', 'quote', call, options);
  }

  /** Records that the customer declined a quote. The client does not retry this call. */
  decline(quoteId: string, decline: DeclineQuoteBody, options?: CallOptions): Result<Quote> {
    const call = { ids: [quoteId], body: decline };
    return this.memberOf('POST /api/v1/quotes/{quote_id}/decline', 'quote', call, options);
  }

  /** Makes a quote with changed fields, which supersedes this one. */
  revise(quoteId: string, changes: ReviseQuoteBody = {}, options?: KeyedCallOptions): Result<CreatedQuote> {
    const call = { ids: [quoteId], body: changes, isKeyed: true } as const;
    return this.memberOf('POST /api/v1/quotes/{quote_id}/revise', 'quote', call, options);
  }

  /** Deletes a quote. After a retry, `QUOTE_NOT_FOUND` can mean that an earlier attempt deleted it. */
  delete(quoteId: string, options?: CallOptions): Result<DeleteQuoteResponse['quote']> {
    return this.memberOf('DELETE /api/v1/quotes/{quote_id}', 'quote', { ids: [quoteId] }, options);
  }
}
