import type {
  CancelContractRateUploadResponse,
  ContractRateUpload,
  CreateContractRateUploadBody,
  CreateContractRateUploadResponse,
  CreatedContractRateUpload,
  ReadContractRateUploadResponse,
} from '../api/api-types.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

/** Uploads of files of up to 100,000 contract rates, in the mode of the key of the client. */
export class ContractRateUploads extends Resource {
  /**
   * Creates an upload. Send the file to `address.url` with `address.method` and `address.headers`; the import then starts
   * by itself.
   */
  create(
    body: CreateContractRateUploadBody = {},
    options?: KeyedCallOptions,
  ): Result<CreatedContractRateUpload> {
    const request = {
      method: 'POST',
      path: '/api/v1/contract-rates/uploads',
      body,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(
      this.transport.send<CreateContractRateUploadResponse>(request, options),
      ({ upload }) => upload,
    );
  }

  /** Reads how far an upload is, and its rejected rows when the import has ended. */
  get(uploadId: string, options?: CallOptions): Result<ContractRateUpload> {
    const request = { method: 'GET', path: path`/api/v1/contract-rates/uploads/${uploadId}` } as const;
    return resultOf(
      this.transport.send<ReadContractRateUploadResponse>(request, options),
      ({ upload }) => upload,
    );
  }

  /** Cancels an upload whose import has not ended; it no longer counts as unfinished. */
  cancel(uploadId: string, options?: CallOptions): Result<ContractRateUpload> {
    const request = { method: 'DELETE', path: path`/api/v1/contract-rates/uploads/${uploadId}` } as const;
    return resultOf(
      this.transport.send<CancelContractRateUploadResponse>(request, options),
      ({ upload }) => upload,
    );
  }
}
