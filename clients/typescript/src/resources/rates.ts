import type { Lane, PriceLanesResponse, RateResult } from '../api/api-types.ts';
import type { KeyedCallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

export class Rates extends Resource {
  /** Market rates for 1 to 10 lanes, in the order of the lanes. The call counts once toward the monthly usage limit. */
  price(lanes: readonly Lane[], options?: KeyedCallOptions): Result<readonly RateResult[]> {
    const request = {
      method: 'POST',
      path: '/api/v1/rates',
      body: lanes,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<PriceLanesResponse>(request, options), ({ data }) => data);
  }
}
