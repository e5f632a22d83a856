import type {
  CancelMarketUploadResponse,
  CreatedMarketUpload,
  CreateMarketUploadBody,
  CreateMarketUploadResponse,
  MarketUpload,
  ReadMarketUploadResponse,
} from '../api/api-types.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

/** Uploads of the organization's own loads, in the mode of the key of the client. */
export class MarketUploads extends Resource {
  /**
   * Creates an upload. Send the file to `upload.url` with `upload.method` and `upload.headers`; the import then starts
   * by itself.
   */
  create(body: CreateMarketUploadBody = {}, options?: KeyedCallOptions): Result<CreatedMarketUpload> {
    const request = {
      method: 'POST',
      path: '/api/v1/market/uploads',
      body,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<CreateMarketUploadResponse>(request, options), ({ data }) => data);
  }

  /** Reads how far an upload is, and its rejected rows when the import has ended. */
  get(uploadId: string, options?: CallOptions): Result<MarketUpload> {
    const request = { method: 'GET', path: path`/api/v1/market/uploads/${uploadId}` } as const;
    return resultOf(this.transport.send<ReadMarketUploadResponse>(request, options), ({ data }) => data);
  }

  /** Cancels an upload whose import has not ended; it no longer counts as unfinished. */
  cancel(uploadId: string, options?: CallOptions): Result<MarketUpload> {
    const request = { method: 'DELETE', path: path`/api/v1/market/uploads/${uploadId}` } as const;
    return resultOf(this.transport.send<CancelMarketUploadResponse>(request, options), ({ data }) => data);
  }
}
