import { afterEach, expect, it, vi } from 'vitest';
import {
  AnswerTooLargeError,
  boundedFetch,
  MAX_ANSWER_BYTES,
} from '../../../web/console/src/api/bounded-fetch.ts';
import { ConnectionError, FreightClient } from '../../../web/console/src/api/client.ts';
import { describeError } from '../../../web/console/src/api/describe-error.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const answerWith = (response: () => Response) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response());

it('an answer up to the limit is read unchanged, with its status and headers', async () => {
  const text = 'ü'.repeat(MAX_ANSWER_BYTES / 2);
  answerWith(() => new Response(text, { status: 429, headers: { 'x-request-id': 'request-1' } }));
  const answer = await boundedFetch('http://localhost/', {});
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([429, 'request-1']);
  expect((await answer.text()) === text).toBe(true);
});

it('an answer without a body is returned', async () => {
  answerWith(() => new Response(null, { status: 204 }));
  expect((await boundedFetch('http://localhost/', {})).status).toBe(204);
});

it('an answer over the limit is not read, and the error names the limit and what to do', async () => {
  answerWith(
    () => new Response('x'.repeat(MAX_ANSWER_BYTES + 1), { headers: { 'x-request-id': 'request-2' } }),
  );
  const client = new FreightClient({
    apiKey: 'frk_test_1',
    baseUrl: 'http://localhost',
    maxRetries: 0,
    fetch: boundedFetch,
  });
  const error = await client.quotes.list().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as ConnectionError).cause).toBeInstanceOf(AnswerTooLargeError);
  expect(describeError(error)).toMatchObject({
    title: 'The answer is too large to show',
    details: [expect.stringContaining('6.3 MB')],
    requestId: 'request-2',
  });
});
