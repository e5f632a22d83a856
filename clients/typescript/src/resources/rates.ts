import type { Lane, PriceLanesResponse, RateResult } from '../api/api-types.ts';
import type { KeyedCallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

export interface PriceOptions extends KeyedCallOptions {
  /** `route` adds the path of each lane on a map, with its highways. */
  readonly include?: 'route' | undefined;
}

export class Rates extends Resource {
  /** Market rates for 1 to 10 lanes, in the order of the lanes. The call counts once toward the monthly usage limit. */
  price(lanes: readonly Lane[], { include, ...options }: PriceOptions = {}): Result<readonly RateResult[]> {
    const request = {
      method: 'POST',
      path: '/api/v1/rates',
      query: { include },
      body: lanes,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<PriceLanesResponse>(request, options), ({ data }) => data);
  }
}
