import type { Caller } from '../account/account.ts';

/** An authorized call with a parsed body, as an operation receives it. */
export interface ApiRequest {
  /** The account and the API key, from the authorizer. */
  readonly caller: Caller;
  /** Scopes of the API key. */
  readonly scopes: readonly string[];
  readonly requestId: string;
  /** Decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters, each sent once; empty ones are absent. */
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined for operations without a body. */
  readonly body: unknown;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}
