import type { Refusal } from './refusal.ts';

type Headers = Readonly<Record<string, string>>;

/** A refusal to be written in an error format. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  readonly headers?: Headers;
}

/** What an operation answers: a body for status 200, or a refusal. */
export type Outcome<Body> = { readonly ok: true; readonly body: Body; readonly headers?: Headers } | Refused;

/** The answer that a call with the same Idempotency-Key got: JSON text of a 200 body, sent as it is. */
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
