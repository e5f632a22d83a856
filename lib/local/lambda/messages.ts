/** Message from the host to a worker. Events are JSON text, as in Lambda. */
export interface InvokeMessage {
  readonly invocation: string;
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

export interface WorkerStart {
  readonly bundle: string;
  /** Name of the exported function. */
  readonly exportName: string;
  readonly functionName: string;
  readonly memoryMb: number;
  /** Clock offset of the host, for `moveDate`. */
  readonly clock: SharedArrayBuffer;
  /** Each invocation is a sampled trace of its own. */
  readonly tracing: boolean;
  /** Folder for a record of the rights that the function uses. */
  readonly recordCallsIn?: string;
}

/** Message from a worker to the host. `result` is JSON text. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'returned'; readonly invocation: string; readonly result: string }
  | {
      readonly kind: 'failed';
      readonly invocation: string;
      readonly errorType: string;
      readonly errorMessage: string;
      /** Only for the log. */
      readonly stack?: string;
    };
