/** What the host tells a worker. Events cross as JSON text, as they do in Lambda. */
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
  /** The host's clock, as `moveDate` reads it. */
  readonly clock: SharedArrayBuffer;
  /** Folder for a record of the rights that it uses. */
  readonly recordCallsIn?: string;
}

/** What a worker tells the host. `result` is JSON text. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'returned'; readonly invocation: string; readonly result: string }
  | {
      readonly kind: 'failed';
      readonly invocation: string;
      readonly errorType: string;
      readonly errorMessage: string;
      /** For the log alone. */
      readonly stack?: string;
    };
