import type { Rejection } from './rejection.ts';

/** The answer of an operation whose body is a text that is not JSON. */
export interface TextAnswer {
  /** Content-Type of the response. */
  readonly contentType: string;
  readonly text: string;
}

/** The errors of a path that people open in a browser. */
export interface ErrorPages {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly write: (kind: Rejection['kind']) => string;
}
