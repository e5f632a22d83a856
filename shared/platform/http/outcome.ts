import type { Rejection } from './rejection.ts';

type Headers = Readonly<Record<string, string>>;

export interface Rejected {
  readonly ok: false;
  readonly rejection: Rejection;
  readonly headers?: Headers;
}

/** Result of an operation: a body for status 200, or an error. */
export type Outcome<Body> = { readonly ok: true; readonly body: Body; readonly headers?: Headers } | Rejected;

/** Stored answer of an earlier call with the same Idempotency-Key: JSON text of a 200 body, sent unchanged. */
export interface Replay {
  readonly ok: true;
  readonly replayed: string;
  readonly headers?: Headers;
}

export type Answer<Body> = Outcome<Body> | Replay;

export const succeed = <Body>(body: Body, headers?: Headers): Outcome<Body> => ({
  ok: true,
  body,
  ...(headers && { headers }),
});

export const reject = (rejection: Rejection, headers?: Headers): Rejected => ({
  ok: false,
  rejection,
  ...(headers && { headers }),
});
