/** The answer of an operation whose body is a text that is not JSON. */
export interface TextAnswer {
  /** Default: 200. */
  readonly status?: 404;
  /** Content-Type of the response. */
  readonly contentType: string;
  readonly text: string;
}
