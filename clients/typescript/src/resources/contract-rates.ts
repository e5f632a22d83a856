import type {
  ContractRate,
  CreateContractRatesBody,
  CreateContractRatesResponse,
  CursorPagination,
  DeleteContractRateResponse,
  ListContractRatesQuery,
  ReadContractRateQuery,
  ReplaceContractRateBody,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { type Answer, type Result, resultOf } from '../transport/result.ts';
import type { Transport } from '../transport/transport.ts';
import { Resource } from './resource.ts';
import { ContractRateUploads } from './uploads.ts';

export type ExportContractRatesQuery = Omit<ListContractRatesQuery, 'cursor' | 'format' | 'limit'>;

/** Agreed rates by customer and lane, which quotes use before the market. */
export class ContractRates extends Resource {
  readonly uploads: ContractRateUploads;

  constructor(transport: Transport) {
    super(transport);
    this.uploads = new ContractRateUploads(transport);
  }

  /**
   * Writes 1 to 1,000 rates, or none if one is invalid, unless `skip_invalid` is true. A rate with the customer and
   * `external_id` of a stored rate becomes the next version of that rate.
   */
  create(body: CreateContractRatesBody, options?: KeyedCallOptions): Result<CreateContractRatesResponse> {
    return this.call('POST /api/v1/contract-rates', { body, isKeyed: true }, options);
  }

  /** Lists the current versions of contract rates, newest first. */
  list(
    query: Omit<ListContractRatesQuery, 'format'> = {},
    options?: CallOptions,
  ): List<ContractRate, CursorPagination> {
    return this.listByCursor('GET /api/v1/contract-rates', 'rates', 'rate_id', { query }, options);
  }

  /** The current versions of contract rates as CSV, which an import reads. Reads all pages. */
  exportCsv(query: ExportContractRatesQuery = {}, options?: CallOptions): Result<string> {
    const readPages = async (): Promise<Answer<string>> => {
      const request = { method: 'GET', path: '/api/v1/contract-rates', accept: 'text/csv' } as const;
      let csv = '';
      let cursor: string | undefined;
      for (;;) {
        const page = { ...query, format: 'csv', limit: 1_000, cursor };
        const { data, response } = await this.transport.send<string>({ ...request, query: page }, options);
        // Each page has a header.
        csv += cursor === undefined ? data : data.slice(data.indexOf('\n') + 1);
        cursor = /[?&]cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1];
        if (cursor === undefined) return { data: csv, response };
      }
    };
    return resultOf(readPages(), (csv) => csv);
  }

  /** Reads the current version of a rate, or the version of the query, also of a deleted rate. */
  get(rateId: string, query: ReadContractRateQuery = {}, options?: CallOptions): Result<ContractRate> {
    return this.memberOf('GET /api/v1/contract-rates/{rate_id}', 'rate', { ids: [rateId], query }, options);
  }

  /** Replaces all terms of a rate as its next version. With `version`, fails if another call came first. */
  replace(rateId: string, body: ReplaceContractRateBody, options?: CallOptions): Result<ContractRate> {
    return this.memberOf('PUT /api/v1/contract-rates/{rate_id}', 'rate', { ids: [rateId], body }, options);
  }

  /** Deletes a rate; its versions stay readable. */
  delete(rateId: string, options?: CallOptions): Result<DeleteContractRateResponse['rate']> {
    return this.memberOf('DELETE /api/v1/contract-rates/{rate_id}', 'rate', { ids: [rateId] }, options);
  }
}
