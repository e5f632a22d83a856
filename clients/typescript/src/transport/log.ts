interface Attempt {
  readonly method: string;
  /** Without host and query. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
}

/** Entries contain neither the API key nor headers, queries or bodies. */
export type LogEntry =
  | (Attempt & { readonly kind: 'request' })
  | (Attempt & {
      readonly kind: 'response';
      readonly status: number;
      readonly requestId: string | undefined;
      readonly durationMs: number;
    })
  | (Attempt & {
      readonly kind: 'failure';
      /** Name of the error, such as `RequestTimeoutError`. */
      readonly error: string;
      readonly durationMs: number;
    })
  | (Attempt & {
      readonly kind: 'retry';
      /** Wait before the next attempt. */
      readonly delayMs: number;
    });
