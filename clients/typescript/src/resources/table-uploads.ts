import type {
  ContractRateUpload,
  CreateContractRateUploadBody,
  CreatedContractRateUpload,
  CreatedQuoteUpload,
  CreateQuoteUploadBody,
  QuoteUpload,
} from '../api/api-types.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import type { Transport } from '../transport/transport.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

/** Uploads of files, CSV or XLSX, of up to 100,000 rows, in the mode of the key of the client. */
class TableUploads<Body, Upload, Created> extends Resource {
  readonly #path: string;

  constructor(transport: Transport, uploads: string) {
    super(transport);
    this.#path = uploads;
  }

  /**
   * Creates an upload. Send the file to `address.url` with `address.method` and `address.headers`; the import then starts
   * by itself.
   */
  create(body: Body = {} as Body, options?: KeyedCallOptions): Result<Created> {
    const request = {
      method: 'POST',
      path: this.#path,
      body,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<{ upload: Created }>(request, options), ({ upload }) => upload);
  }

  /** Reads how far an upload is, and its rejected rows when the import has ended. */
  get(uploadId: string, options?: CallOptions): Result<Upload> {
    const request = { method: 'GET', path: `${this.#path}${path`/${uploadId}`}` } as const;
    return resultOf(this.transport.send<{ upload: Upload }>(request, options), ({ upload }) => upload);
  }

  /** Cancels an upload whose import has not ended; it no longer counts as unfinished. */
  cancel(uploadId: string, options?: CallOptions): Result<Upload> {
    const request = { method: 'DELETE', path: `${this.#path}${path`/${uploadId}`}` } as const;
    return resultOf(this.transport.send<{ upload: Upload }>(request, options), ({ upload }) => upload);
  }
}

/** Uploads of contract rates. */
export class ContractRateUploads extends TableUploads<
  CreateContractRateUploadBody,
  ContractRateUpload,
  CreatedContractRateUpload
> {
  constructor(transport: Transport) {
    super(transport, '/api/v1/contract-rates/uploads');
  }
}

/** Uploads of past quotes, which count in reports. */
export class QuoteUploads extends TableUploads<CreateQuoteUploadBody, QuoteUpload, CreatedQuoteUpload> {
  constructor(transport: Transport) {
    super(transport, '/api/v1/quotes/uploads');
  }
}
