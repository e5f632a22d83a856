import type {
  CursorPagination,
  PreviewPricingStrategyBody,
  PreviewPricingStrategyResponse,
  PricingStrategyVersion,
  ReadPricingStrategyHistoryQuery,
  ReadPricingStrategyHistoryResponse,
  ReplacePricingStrategyBody,
  ReplacePricingStrategyResponse,
  PricingStrategy as Strategy,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { Resource } from './resource.ts';

const PATH = '/api/v1/pricing-strategy';

export interface ReplaceOptions extends CallOptions {
  /** Replaces the strategy only if this is its version; otherwise the call fails with `STRATEGY_CHANGED`. */
  readonly ifVersion?: number | undefined;
}

export class PricingStrategy extends Resource {
  /** Reads the current pricing strategy. */
  get(options?: CallOptions): Result<Strategy> {
    return resultOf(this.transport.send<Strategy>({ method: 'GET', path: PATH }, options), (body) => body);
  }

  /**
   * Replaces the whole pricing strategy. After a retry, `STRATEGY_CHANGED` can mean that an earlier attempt replaced it.
   */
  replace(
    terms: ReplacePricingStrategyBody,
    { ifVersion, ...options }: ReplaceOptions = {},
  ): Result<ReplacePricingStrategyResponse> {
    const request = {
      method: 'PUT',
      path: PATH,
      body: terms,
      ...(ifVersion === undefined ? {} : { headers: { 'if-match': `"${ifVersion}"` } }),
    } as const;
    return resultOf(this.transport.send<ReplacePricingStrategyResponse>(request, options), (body) => body);
  }

  /** Lists all versions, newest first, each with its terms, author and note. */
  history(
    query: ReadPricingStrategyHistoryQuery = {},
    options?: CallOptions,
  ): List<PricingStrategyVersion, CursorPagination> {
    return this.listByCursor(
      `${PATH}/history`,
      query,
      options,
      (page: ReadPricingStrategyHistoryResponse) => page.versions,
      ({ version }) => String(version),
    );
  }

  /** Prices the newest quotes with the current strategy and with other terms. Changes nothing. */
  preview(terms: PreviewPricingStrategyBody, options?: CallOptions): Result<PreviewPricingStrategyResponse> {
    const request = { method: 'POST', path: `${PATH}/preview`, body: terms, isRead: true } as const;
    return resultOf(this.transport.send<PreviewPricingStrategyResponse>(request, options), (body) => body);
  }
}
