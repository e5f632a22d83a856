import type { PricingStrategyTerms, PricingStrategy as Strategy } from '../api/api-types.ts';
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
  replace(terms: PricingStrategyTerms, { ifVersion, ...options }: ReplaceOptions = {}): Result<Strategy> {
    const request = {
      method: 'PUT',
      path: PATH,
      body: terms,
      ...(ifVersion === undefined ? {} : { headers: { 'if-match': `"${ifVersion}"` } }),
    } as const;
    return resultOf(this.transport.send<Strategy>(request, options), (body) => body);
  }
}
