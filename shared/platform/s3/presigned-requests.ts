/** An address that lets a caller without AWS credentials send one object. */
export interface PresignedPut {
  readonly url: string;
  readonly method: 'PUT';
  /** The request must have exactly these values: the signature includes them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Port: signed addresses of single objects of a bucket. */
export interface PresignedRequests {
  /**
   * An address that stores one object with this key. If the key exists, S3 rejects the request with 412, so that no
   * second file replaces the first.
   * @param seconds until the address expires, from 1; a request that began earlier still ends.
   */
  put(
    key: string,
    options: { readonly contentType: string; readonly seconds: number },
  ): Promise<PresignedPut>;
  /** An address that reads an object as a download with a file name. */
  get(
    key: string,
    options: {
      readonly fileName: string;
      readonly seconds: number;
      /** Default: CSV. */
      readonly contentType?: string;
    },
  ): Promise<string>;
}
