/** As Lambda gives them to a function; the shape is the AWS SDK's. */
interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface OpenSearchConnection {
  /** Such as https://vpc-terminals.us-east-1.es.amazonaws.com, without a path. */
  readonly endpoint: string;
  /** For a request in all: loading the library and the second attempt included. */
  readonly timeoutMs: number;
  /** Absent for a node on this machine, which takes unsigned requests. */
  readonly signing?: { readonly region: string; readonly credentials: () => Promise<Credentials> };
}
