/** AWS credentials, with the field names of the AWS SDK. */
interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface OpenSearchConnection {
  /** Such as https://vpc-terminals.us-east-1.es.amazonaws.com, without a path. */
  readonly endpoint: string;
  /** Limit for a whole request, including the load of the library and the retry. */
  readonly timeoutMs: number;
  /** Absent for a local node, which accepts unsigned requests. */
  readonly signing?: { readonly region: string; readonly credentials: () => Promise<Credentials> };
}
