import type { ReadUsageQuery, ReadUsageResponse } from '../api/api-types.ts';
import type { CallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { Resource } from './resource.ts';

export class Usage extends Resource {
  /** Counts of rate calls and quotes of this and earlier months, and the remaining calls. */
  get(query: ReadUsageQuery = {}, options?: CallOptions): Result<ReadUsageResponse['data']> {
    const request = { method: 'GET', path: '/api/v1/usage', query } as const;
    return resultOf(this.transport.send<ReadUsageResponse>(request, options), ({ data }) => data);
  }
}
