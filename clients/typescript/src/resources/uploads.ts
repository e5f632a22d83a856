import type {
  ContractRateUpload,
  CreateContractRateUploadBody,
  CreatedContractRateUpload,
  CreatedMarketUpload,
  CreatedQuoteUpload,
  CreateMarketUploadBody,
  CreateQuoteUploadBody,
  MarketUpload,
  QuoteUpload,
  ReadMarketSummaryResponse,
} from '../api/api-types.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import type { Transport } from '../transport/transport.ts';
import { type Call, Resource, requestOf } from './resource.ts';

/** Uploads of one kind of file, in the mode of the key of the client. */
class Uploads<Member extends 'upload' | 'data', Body, Upload, Created> extends Resource {
  readonly #path: string;
  readonly #member: Member;

  constructor(transport: Transport, uploads: string, member: Member) {
    super(transport);
    this.#path = uploads;
    this.#member = member;
  }

  #send<Data>(operation: string, call: Call, options: CallOptions | undefined): Result<Data> {
    const request = requestOf(operation, call, options);
    return resultOf(
      this.transport.send<Record<Member, Data>>(request, options),
      (body) => body[this.#member],
    );
  }

  /**
   * Creates an upload. Send the file to the address of the answer (`address`, of loads `upload`), with its method and
   * headers; the import then starts by itself.
   */
  create(body: Body = {} as Body, options?: KeyedCallOptions): Result<Created> {
    return this.#send(`POST ${this.#path}`, { body, isKeyed: true }, options);
  }

  /** Reads how far an upload is, and its rejected rows when the import has ended. */
  get(uploadId: string, options?: CallOptions): Result<Upload> {
    return this.#send(`GET ${this.#path}/{id}`, { ids: [uploadId] }, options);
  }

  /** Cancels an upload whose import has not ended; it no longer counts as unfinished. */
  cancel(uploadId: string, options?: CallOptions): Result<Upload> {
    return this.#send(`DELETE ${this.#path}/{id}`, { ids: [uploadId] }, options);
  }
}

/** Uploads of contract rates. */
export class ContractRateUploads extends Uploads<
  'upload',
  CreateContractRateUploadBody,
  ContractRateUpload,
  CreatedContractRateUpload
> {
  constructor(transport: Transport) {
    super(transport, '/api/v1/contract-rates/uploads', 'upload');
  }
}

/** Uploads of past quotes, which count in reports. */
export class QuoteUploads extends Uploads<'upload', CreateQuoteUploadBody, QuoteUpload, CreatedQuoteUpload> {
  constructor(transport: Transport) {
    super(transport, '/api/v1/quotes/uploads', 'upload');
  }
}

/** Uploads of the organization's own loads. */
class MarketUploads extends Uploads<'data', CreateMarketUploadBody, MarketUpload, CreatedMarketUpload> {
  constructor(transport: Transport) {
    super(transport, '/api/v1/market/uploads', 'data');
  }
}

export class Market extends Resource {
  readonly uploads: MarketUploads;

  constructor(transport: Transport) {
    super(transport);
    this.uploads = new MarketUploads(transport);
  }

  /** What the loads of the organization contribute to the market, and whether they are shared. */
  summary(options?: CallOptions): Result<ReadMarketSummaryResponse['data']> {
    return this.memberOf('GET /api/v1/market/summary', 'data', {}, options);
  }
}
