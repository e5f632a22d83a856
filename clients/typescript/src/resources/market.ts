import type { ReadMarketSummaryResponse } from '../api/api-types.ts';
import type { CallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import type { Transport } from '../transport/transport.ts';
import { Resource } from './resource.ts';
import { MarketUploads } from './uploads.ts';

export class Market extends Resource {
  readonly uploads: MarketUploads;

  constructor(transport: Transport) {
    super(transport);
    this.uploads = new MarketUploads(transport);
  }

  /** What the loads of the organization contribute to the market, and whether they are shared. */
  summary(options?: CallOptions): Result<ReadMarketSummaryResponse['data']> {
    const request = { method: 'GET', path: '/api/v1/market/summary' } as const;
    return resultOf(this.transport.send<ReadMarketSummaryResponse>(request, options), ({ data }) => data);
  }
}
