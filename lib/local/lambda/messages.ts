/** Message from the host to a worker. Events are JSON text, as in Lambda. */
export interface InvokeMessage {
  readonly invocation: string;
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Value of `_X_AMZN_TRACE_ID`. */
  readonly traceHeader: string;
}

export interface WorkerStart {
  readonly bundle: string;
  /** Name of the exported function. */
  readonly exportName: string;
  readonly functionName: string;
  readonly memoryMb: number;
  /** Clock offset of the host, for `moveDate`. */
  readonly clock: SharedArrayBuffer;
  /** Folder for a record of the rights that the function uses. */
  readonly recordCallsIn?: string;
}

/** An invocation that begins. The AWS SDK sends the trace header with each call of the function. */
export interface InvocationStart {
  /** Name of the function in the template. */
  readonly functionName: string;
  readonly traceHeader: string;
  /** JSON text. */
  readonly event: string;
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
