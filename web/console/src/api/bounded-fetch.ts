/** The maximum of an answer of Lambda, 6 MB. A page of a list has at most some hundred kB. */
export const MAX_ANSWER_BYTES = 6_300_000;

/** The answer is larger than a page can show without blocking the browser. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
  readonly requestId: string | undefined;

  constructor(requestId: string | undefined) {
    super(`The answer has more than ${MAX_ANSWER_BYTES} bytes.`);
    this.requestId = requestId;
  }
}

/**
 * `fetch` that reads the whole body, and at most MAX_ANSWER_BYTES of it.
 * @throws AnswerTooLargeError, and the errors of fetch.
 */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new AnswerTooLargeError(headers.get('x-request-id') ?? undefined);
    }
    chunks.push(value);
  }
  return new Response(new Blob(chunks), { status, statusText, headers });
}
