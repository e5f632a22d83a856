import type { Refusal } from './rejection.ts';

type Headers = Readonly<Record<string, string>>;

/** An expected error of an operation. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  readonly headers?: Headers;
}

/** Result of an operation: a body for status 200, or an error. */
export type Outcome<Body> = { readonly ok: true; readonly body: Body; readonly headers?: Headers } | Refused;

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

export const refuse = (refusal: Refusal, headers?: Headers): Refused => ({
  ok: false,
  refusal,
  ...(headers && { headers }),
});
