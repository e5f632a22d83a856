import { assertDescribed } from './described-calls.ts';

/** Features that an engine may lack; a test that requires a missing feature is skipped and names it. */
export type Feature =
  /** `$context.authorizer.*` in gateway responses: the body of 401 and 429 in the error format of the endpoint. */
  | 'context-in-gateway-responses'
  /** The caller's key in x-api-key: the emulator reads its gateway key from that header. */
  | 'x-api-key-of-the-caller'
  /** Paths in which an escaped slash stays part of its segment. */
  | 'escaped-slashes'
  /** One throttle bucket per organization, named by the authorizer. */
  | 'throttle-by-organization'
  /** Warm functions: the emulator starts one process per call, and 50 calls at once exceed the time-out of a call. */
  | 'fifty-calls-at-once'
  /** Limits of API Gateway and Lambda for bodies: 6 MB to a function, 10 MB per request. */
  | 'gateway-body-limits';

export interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `raw` is sent unchanged. */
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface TestOrganization {
  readonly orgId: string;
  readonly apiKey: string;
}

/** The complete service on any engine, as used by a caller and by the operator. */
export interface ServiceUnderTest {
  readonly name: string;
  readonly missing: readonly Feature[];
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** The operator's command line; `--json` output parsed. */
  freight<T>(...args: string[]): Promise<T>;
  stop(): Promise<void>;
}

/** Creates an organization as the operator does. */
export function createOrganization(
  service: Pick<ServiceUnderTest, 'freight'>,
  ...flags: string[]
): Promise<TestOrganization> {
  return service.freight('org', 'create', '--name', 'Test organization', ...flags, '--json');
}

/** An enterprise organization. The default request rate does not limit the tests. */
export const createEnterprise = (service: Pick<ServiceUnderTest, 'freight'>, requestsPerMinute = 60_000) =>
  createOrganization(service, '--plan', 'enterprise', '--requests-per-minute', String(requestsPerMinute));

/** Sends one call over HTTP, and fails if the call or its answer is not as openapi.json describes them. */
export async function send(baseUrl: string, method: string, path: string, call: Call = {}): Promise<Answer> {
  const { answer, sent } = await exchange(baseUrl, method, path, call);
  assertDescribed({ method, path, ...sent, answer });
  return answer;
}

/** Sends one call over HTTP; `extra` contains headers that the engine requires. */
export async function exchange(
  baseUrl: string,
  method: string,
  path: string,
  { key, headers = {}, body, raw }: Call = {},
): Promise<{
  readonly answer: Answer;
  readonly sent: { readonly headers: Headers; readonly body: string | undefined };
}> {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const given = { ...(key === undefined ? {} : { 'x-api-key': key }), ...headers };
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: given,
    redirect: 'manual',
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  return {
    answer: { status: response.status, headers: response.headers, text, json: parsed(text) },
    sent: {
      headers: new Headers(given),
      body: content === undefined ? undefined : Buffer.from(content).toString(),
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
