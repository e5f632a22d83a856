import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { type AwsCredentials, signRequest } from '../aws/sign-request.ts';

export interface OpenSearchConnection {
  /** Such as https://vpc-terminals.us-east-1.es.amazonaws.com: paths are put behind it, and it has none. */
  readonly endpoint: string;
  /** For a call in all, its second attempt included. */
  readonly timeoutMs: number;
  /** Absent for a node on this machine, which takes unsigned requests. */
  readonly signing?: { readonly region: string; readonly credentials: () => Promise<AwsCredentials> };
}

export interface OpenSearchAnswer {
  readonly status: number;
  /** Undefined where it was no JSON. */
  readonly body: unknown;
}

/** A caller of one domain or node, over connections that are kept. */
export interface OpenSearchClient {
  /**
   * @param path of letters, digits, "-", "_" and "/" only, with no query: it is signed as it is.
   * @param body JSON, or lines of it for a bulk request.
   * @throws OpenSearchUnreachableError where no attempt was answered in time.
   */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: string): Promise<OpenSearchAnswer>;
  /** Closes the connections. */
  close(): void;
}

/** Nothing answered in time; the message says why, and carries no data. */
export class OpenSearchUnreachableError extends Error {
  override readonly name = 'OpenSearchUnreachableError';
}

/** Too busy, or a node in trouble behind a balancer: another attempt may meet a better one. */
const WORTH_ANOTHER = new Set([429, 502, 503, 504]);

/** A connection that a firewall has forgotten never fails: half of the time is kept for a new one. */
const FIRST_SHARE = 0.5;

const PAUSE_MS = 20;

/** Makes a client; a call that fails to connect, is too slow or is turned away has one more attempt, on a new connection. */
export function createOpenSearchClient(connection: OpenSearchConnection): OpenSearchClient {
  const { endpoint, timeoutMs } = connection;
  const isSecure = new URL(endpoint).protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });

  const attempt = async (
    method: string,
    path: string,
    body: string,
    { isFirst, withinMs }: { readonly isFirst: boolean; readonly withinMs: number },
  ): Promise<OpenSearchAnswer> => {
    const url = new URL(path, endpoint);
    const signal = AbortSignal.timeout(Math.max(1, Math.round(withinMs)));
    const headers = await headersFor(connection, { method, url, body });
    const outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // Without an agent a connection of its own is made, and closed after.
      agent: isFirst ? agent : false,
      signal,
    });
    // What fails after the answer has begun is told by the answer's stream.
    outgoing.on('error', () => {});
    outgoing.end(body);
    const [incoming] = await once(outgoing, 'response');
    let text = '';
    incoming.setEncoding('utf8');
    for await (const chunk of incoming) text += chunk;
    return { status: incoming.statusCode, body: readJson(text) };
  };

  return {
    call: async (method, path, body = '') => {
      const deadline = performance.now() + timeoutMs;
      const first = await attempt(method, path, body, {
        isFirst: true,
        withinMs: timeoutMs * FIRST_SHARE,
      }).catch(() => undefined);
      if (first !== undefined && !WORTH_ANOTHER.has(first.status)) return first;
      await wait(PAUSE_MS);
      const withinMs = deadline - performance.now();
      try {
        return await attempt(method, path, body, { isFirst: false, withinMs });
      } catch (error) {
        throw new OpenSearchUnreachableError(reasonOf(error), { cause: error });
      }
    },
    close: () => agent.destroy(),
  };
}

async function headersFor(
  { signing }: OpenSearchConnection,
  request: { readonly method: string; readonly url: URL; readonly body: string },
): Promise<Readonly<Record<string, string>>> {
  const headers = { 'content-type': 'application/json' };
  if (signing === undefined) return headers;
  const credentials = await signing.credentials();
  const scope = { region: signing.region, service: 'es', credentials, now: new Date() };
  return signRequest({ ...request, headers }, scope);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return String(code ?? name ?? error);
}
