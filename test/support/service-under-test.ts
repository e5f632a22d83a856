import { assertDescribed } from './described-calls.ts';

/** What an engine cannot show; a row that needs it is left out there, and states it. */
export type Feature =
  /** `$context.authorizer.*` in gateway responses: the family's body of 401 and 429. */
  | 'context-in-gateway-responses'
  /** The caller's key in x-api-key: the emulator takes that header for the gateway's own key. */
  | 'x-api-key-of-the-caller'
  /** A path in which escaped slashes stay part of their segment. */
  | 'escaped-slashes'
  /** A throttle bucket an organization, named by the authorizer. */
  | 'throttle-by-organization'
  /** Functions that are ready at once: it starts a process a call, and fifty outlast the time a call may take. */
  | 'fifty-calls-at-once'
  /** API Gateway's limits on bodies: 6 MB to a function, 10 MB at all. */
  | 'gateway-body-limits';

export interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `raw` is sent as it is. */
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
}

export interface TestOrganization {
  readonly orgId: string;
  readonly apiKey: string;
}

/** The whole service on some engine, seen as a caller and as its operator. */
export interface ServiceUnderTest {
  readonly name: string;
  readonly missing: readonly Feature[];
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** The operator's command line; `--json` output parsed. */
  freight<T>(...args: string[]): Promise<T>;
  stop(): Promise<void>;
}

/** Makes an organization as the operator does. */
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

/** Sends one call over HTTP. */
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
