import type {
  AwardRfpBody,
  ChangeRfpBody,
  CreatedRfp,
  CreateRfpBody,
  CreateRfpContractRatesBody,
  CreateRfpContractRatesResponse,
  CursorPagination,
  DeleteRfpResponse,
  ListRfpLanesQuery,
  ListRfpsQuery,
  ReadRfpResultsQuery,
  ReadRfpResultsResponse,
  ReadRfpWorkbookResponse,
  Rfp,
  RfpDetail,
  RfpLaneResult,
} from '../api/api-types.ts';
import { ApiError } from '../errors/errors.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { type Answer, type Result, resultOf } from '../transport/result.ts';
import { sleep } from '../transport/retry.ts';
import { Resource, requestOf } from './resource.ts';

/** Options of a wait. `signal` ends it with the reason of the signal. */
export interface WaitOptions extends CallOptions {
  /** Receives the RFP after each read, so that a program can show how many lanes have a result. */
  readonly onProgress?: ((rfp: RfpDetail) => void) | undefined;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 5_000;
/** Of each wait to the one before. */
const WAIT_GROWTH = 1.5;

export type ResultsQuery = Omit<ReadRfpResultsQuery, 'redirect'>;

/** A file of results, or where it can be downloaded. */
export type ResultsFile = { readonly csv: string } | { readonly url: string };

/** Where a file can be downloaded without a key, and until when a download can begin. */
export type FileAddress = ReadRfpWorkbookResponse['file'];

const resultsRequest = (rfpId: string) =>
  requestOf('GET /api/v1/rfps/{rfp_id}/results.csv', { ids: [rfpId], accept: 'text/csv' });

/** RFPs: many lanes that are priced in one go. */
export class Rfps extends Resource {
  /**
   * Creates an RFP. Its 1 to 1,000 lanes are priced after the response: see `waitUntilPriced`. With `source: 'upload'`, send
   * a CSV file of up to 100,000 lanes to `upload.url` with `upload.method` and `upload.headers`.
   */
  create(rfp: CreateRfpBody, options?: KeyedCallOptions): Result<CreatedRfp> {
    return this.memberOf('POST /api/v1/rfps', 'rfp', { body: rfp, isKeyed: true }, options);
  }

  /** Lists RFPs, newest first. */
  list(query: ListRfpsQuery = {}, options?: CallOptions): List<Rfp, CursorPagination> {
    return this.listByCursor('GET /api/v1/rfps', 'rfps', 'rfp_id', { query }, options);
  }

  /** Reads an RFP: progress, sums, lanes by confidence and by error, and earlier versions. */
  get(rfpId: string, options?: CallOptions): Result<RfpDetail> {
    return this.memberOf('GET /api/v1/rfps/{rfp_id}', 'rfp', { ids: [rfpId] }, options);
  }

  /** Lists the lanes of an RFP with their results. Lanes get results in any order while the RFP is priced. */
  lanes(
    rfpId: string,
    query: ListRfpLanesQuery = {},
    options?: CallOptions,
  ): List<RfpLaneResult, CursorPagination> {
    const call = { ids: [rfpId], query };
    return this.listByCursor('GET /api/v1/rfps/{rfp_id}/lanes', 'lanes', 'index', call, options);
  }

  /**
   * The results of a priced RFP as CSV: the columns of the lanes in their order, then those of the results. Waits while the
   * file of a large RFP is written, and downloads it: give `timeoutMs` for a slow connection.
   */
  results(rfpId: string, query: ResultsQuery = {}, options?: CallOptions): Result<string> {
    const read = async (): Promise<Answer<string>> => {
      const { data, response } = await this.#results(rfpId, query, options);
      if (typeof data === 'string') return { data, response };
      const request = { ...resultsRequest(rfpId), address: data.file.url };
      return this.transport.send<string>(request, options);
    };
    return resultOf(read(), (csv) => csv);
  }

  /**
   * The results of a priced RFP as CSV or, of a large RFP, the address of the file, which a browser can open: it needs no
   * key, and a download can begin within 5 minutes. Waits while the file is written.
   */
  resultsFile(rfpId: string, query: ResultsQuery = {}, options?: CallOptions): Result<ResultsFile> {
    return resultOf(this.#results(rfpId, query, options), (data) =>
      typeof data === 'string' ? { csv: data } : { url: data.file.url },
    );
  }

  /**
   * The address of the results as an Excel workbook, which a browser can open: it needs no key. Waits while the workbook is
   * written. `for: 'customer'` is the version for the customer of the RFP, without cost, margin and confidence.
   */
  workbook(rfpId: string, query: ResultsQuery = {}, options?: CallOptions): Result<FileAddress> {
    const call = { ids: [rfpId], query: { ...query, redirect: 'false' } };
    const request = requestOf('GET /api/v1/rfps/{rfp_id}/results.xlsx', call);
    const read = () => this.transport.send<ReadRfpWorkbookResponse>(request, options);
    return resultOf(this.#whenWritten(read, options), ({ file }) => file);
  }

  #results(
    rfpId: string,
    query: ResultsQuery,
    options?: CallOptions,
  ): Promise<Answer<string | ReadRfpResultsResponse>> {
    const request = { ...resultsRequest(rfpId), query: { ...query, redirect: 'false' } };
    return this.#whenWritten(
      () => this.transport.send<string | ReadRfpResultsResponse>(request, options),
      options,
    );
  }

  /** Repeats a request until its file is written. */
  async #whenWritten<Body>(
    read: () => Promise<Answer<Body>>,
    options: CallOptions = {},
  ): Promise<Answer<Body>> {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        const isNotReady = error instanceof ApiError && error.code === 'RFP_NOT_READY';
        if (!isNotReady || error.retryAfter === undefined) throw error;
        await sleep(error.retryAfter * 1_000, options.signal);
      }
    }
  }

  /** Changes the name, the margin or lanes: corrections, prices and exclusions. Changed lanes are priced again. */
  update(rfpId: string, change: ChangeRfpBody, options?: CallOptions): Result<Rfp> {
    return this.memberOf('PATCH /api/v1/rfps/{rfp_id}', 'rfp', { ids: [rfpId], body: change }, options);
  }

  /** Prices all lanes by the market of today, in a new version. */
  reprice(rfpId: string, options?: KeyedCallOptions): Result<Rfp> {
    const call = { ids: [rfpId], isKeyed: true } as const;
    return this.memberOf('POST /api/v1/rfps/{rfp_id}/reprice', 'rfp', call, options);
  }

  /** Records which lanes were won or lost. */
  award(rfpId: string, award: AwardRfpBody, options?: KeyedCallOptions): Result<Rfp> {
    const call = { ids: [rfpId], body: award, isKeyed: true } as const;
    return this.memberOf('POST /api/v1/rfps/{rfp_id}/award', 'rfp', call, options);
  }

  /** Makes contract rates of the RFP's customer from won lanes. A repetition makes no second rate. */
  makeContractRates(
    rfpId: string,
    terms: CreateRfpContractRatesBody,
    options?: CallOptions,
  ): Result<CreateRfpContractRatesResponse> {
    const call = { ids: [rfpId], body: terms, isRead: true } as const;
    return this.call('POST /api/v1/rfps/{rfp_id}/contract-rates', call, options);
  }

  /** Closes an RFP. */
  close(rfpId: string, options?: KeyedCallOptions): Result<Rfp> {
    const call = { ids: [rfpId], isKeyed: true } as const;
    return this.memberOf('POST /api/v1/rfps/{rfp_id}/close', 'rfp', call, options);
  }

  /** Deletes an RFP. After a retry, `RFP_NOT_FOUND` can mean that an earlier attempt deleted it. */
  delete(rfpId: string, options?: CallOptions): Result<DeleteRfpResponse['rfp']> {
    return this.memberOf('DELETE /api/v1/rfps/{rfp_id}', 'rfp', { ids: [rfpId] }, options);
  }

  /**
   * Reads an RFP until its file is read and no lane is left to price, first after half a second, then at growing intervals of at most 5 s.
   * @returns the RFP, also if its status is `failed`.
   */
  async waitUntilPriced(rfpId: string, { onProgress, ...options }: WaitOptions = {}): Promise<RfpDetail> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * WAIT_GROWTH)) {
      const rfp = await this.get(rfpId, options);
      onProgress?.(rfp);
      if (rfp.status !== 'pricing' && rfp.status !== 'awaiting_upload') return rfp;
      await sleep(waitMs, options.signal);
    }
  }
}
