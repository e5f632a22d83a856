/** What a response states in addition to its body. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Support needs it. */
  readonly requestId: string | undefined;
  /** Requests that were sent. */
  readonly attempts: number;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A call. `await` returns the data; `withResponse()` returns the data, the status and the headers. */
export interface Result<Data> extends Promise<Data> {
  withResponse(): Promise<Answer<Data>>;
}

/** The result of a call; `read` selects the data in its body. */
export function resultOf<Body, Data>(call: Promise<Answer<Body>>, read: (body: Body) => Data): Result<Data> {
  const answer = call.then(({ data, response }) => ({ data: read(data), response }));
  const data = answer.then((value) => value.data);
  return Object.assign(data, {
    withResponse: () => {
      // The caller handles `answer`; without a handler, a failure of `data` would end a Node process.
      data.catch(() => {});
      return answer;
    },
  });
}
