import type { Refusal } from './refusal.ts';

/** What an operation answers: a body for status 200, or a refusal that the family's mapper writes. */
export type Outcome<Body> =
  | { readonly ok: true; readonly body: Body; readonly headers?: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly refusal: Refusal };

export const succeed = <Body>(body: Body): Outcome<Body> => ({ ok: true, body });

export const refuse = (refusal: Refusal): Outcome<never> => ({ ok: false, refusal });
