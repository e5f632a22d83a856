import type {
  AccessorialTariff,
  CursorPagination,
  PreviewPricingStrategyBody,
  PreviewPricingStrategyResponse,
  PricingStrategyVersion,
  ReadAccessorialsQuery,
  ReadPricingStrategyHistoryQuery,
  ReplaceAccessorialsBody,
  ReplacePricingStrategyBody,
  ReplacePricingStrategyResponse,
  PricingStrategy as Strategy,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { Resource } from './resource.ts';

export interface ReplaceOptions extends CallOptions {
  /** Replaces only this version; otherwise the call fails with `STRATEGY_CHANGED` or `TARIFF_CHANGED`. */
  readonly ifVersion?: number | undefined;
}

const ifMatch = (version: number | undefined) =>
  version === undefined ? {} : { headers: { 'if-match': `"${version}"` } };

export class PricingStrategy extends Resource {
  /** Reads the current pricing strategy. */
  get(options?: CallOptions): Result<Strategy> {
    return this.call('GET /api/v1/pricing-strategy', {}, options);
  }

  /**
   * Replaces the whole pricing strategy. After a retry, `STRATEGY_CHANGED` can mean that an earlier attempt replaced it.
   */
  replace(
    terms: ReplacePricingStrategyBody,
    { ifVersion, ...options }: ReplaceOptions = {},
  ): Result<ReplacePricingStrategyResponse> {
    return this.call('PUT /api/v1/pricing-strategy', { body: terms, ...ifMatch(ifVersion) }, options);
  }

  /** Lists all versions, newest first, each with its terms, author and note. */
  history(
    query: ReadPricingStrategyHistoryQuery = {},
    options?: CallOptions,
  ): List<PricingStrategyVersion, CursorPagination> {
    const operation = 'GET /api/v1/pricing-strategy/history';
    return this.listByCursor(operation, 'versions', 'version', { query }, options);
  }

  /** Prices the newest quotes with the current strategy and with other terms. Changes nothing. */
  preview(terms: PreviewPricingStrategyBody, options?: CallOptions): Result<PreviewPricingStrategyResponse> {
    return this.call('POST /api/v1/pricing-strategy/preview', { body: terms, isRead: true }, options);
  }
}

export class Accessorials extends Resource {
  /** Lists the accessorials that can apply, by equipment and name if the query has them. */
  list(query: ReadAccessorialsQuery = {}, options?: CallOptions): Result<AccessorialTariff> {
    return this.call('GET /api/v1/accessorials', { query }, options);
  }

  /** Replaces the organization's own tariff. After a retry, `TARIFF_CHANGED` can mean that an earlier attempt did. */
  replace(
    tariff: ReplaceAccessorialsBody,
    { ifVersion, ...options }: ReplaceOptions = {},
  ): Result<AccessorialTariff> {
    return this.call('PUT /api/v1/accessorials', { body: tariff, ...ifMatch(ifVersion) }, options);
  }
}
