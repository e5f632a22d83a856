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

/** The answer of an operation with a CSV file: the file with a header, as UTF-8 text; its address; or a JSON body. */
export type FileAnswer =
  | { readonly csv: string }
  | { readonly location: string }
  | { readonly json: Readonly<Record<string, unknown>> };
