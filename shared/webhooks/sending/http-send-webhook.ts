import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction, type Socket } from 'node:net';
import { blockedAddressReason, type ReceiverAddresses } from '../receiver-guard/address-guard.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import {
  connectionFailure,
  failedStatus,
  NOT_HTTP,
  type SendError,
  type SendFailure,
  type SendStage,
  timedOut,
} from '../receiver-guard/send-failure.ts';
import { receiverHost } from '../receiver-guard/webhook-url.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly body: Uint8Array;
  /** Names in lower case. Headers of the connection (host, content-length, ...) are overwritten. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface SendResult {
  /** The status was 2xx and arrived in time. The body may be truncated. */
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: SendError;
  readonly detail?: string;
  /** The response header, as received. */
  readonly retryAfter?: string;
  /** At most 16 KB, as received. */
  readonly body: Uint8Array;
  /** The body was, or may have been, longer. */
  readonly bodyTruncated: boolean;
  readonly durationMs: number;
  readonly address?: string;
}

/** For connection, TLS and headers together; a body that is incomplete by then is truncated. */
const TIMEOUT_MS = 5_000;
const USER_AGENT = 'freight-rates-and-quotes-webhooks/1';
const ANSWER_BYTES = 16_384;
const HEADER_BYTES = 16_384;
/** More than a status line has. */
const STATUS_LINE_BYTES = 1_024;
/** An HTTP date has 29 characters. */
const RETRY_AFTER_LENGTH = 100;
/** Time to connect to one address before the next is tried in parallel. */
const NEXT_ADDRESS_MS = 1_000;

/**
 * Posts a webhook over a new HTTP/1.1 connection to one of the resolved addresses. It never rejects because of the receiver,
 * ignores redirects, proxies and cookies, and decompresses nothing.
 */
export async function sendWebhook(
  request: WebhookRequest,
  resolved: ResolvedReceiver,
  allowed: ReceiverAddresses,
  timeoutMs = TIMEOUT_MS,
): Promise<SendResult> {
  if (!resolved.ok) {
    return { ok: false, ...resolved.failure, body: new Uint8Array(), bodyTruncated: false, durationMs: 0 };
  }
  const started = performance.now();
  const end = await exchange(open(request, resolved.addresses), request.body, allowed, timeoutMs);
  return { ...end, durationMs: Math.round(performance.now() - started) };
}

function exchange(
  outgoing: ClientRequest,
  sent: Uint8Array,
  allowed: ReceiverAddresses,
  timeoutMs: number,
): Promise<Omit<SendResult, 'durationMs'>> {
  return new Promise((resolve) => {
    let stage: SendStage = 'connect';
    let address: string | undefined;
    let answer: IncomingMessage | undefined;
    let bodyTruncated = false;
    const chunks: Uint8Array[] = [];
    /** Start of the answer, byte for byte: its status line counts even if the parser rejects what follows. */
    let start = '';

    const finish = (failure?: SendFailure) => {
      clearTimeout(timer);
      outgoing.destroy();
      const status = answer?.statusCode ?? statusOf(start);
      // The status decides, whatever happens to the rest of the response.
      const reason = status === undefined ? failure : failedStatus(status);
      const retryAfter = answer?.headers['retry-after']?.slice(0, RETRY_AFTER_LENGTH);
      resolve({
        ok: reason === undefined,
        ...(status === undefined ? {} : { status }),
        ...(retryAfter === undefined ? {} : { retryAfter }),
        body: Buffer.concat(chunks),
        bodyTruncated: bodyTruncated || (status !== undefined && failure !== undefined),
        ...(address === undefined ? {} : { address }),
        ...reason,
      });
    };
    const timer = setTimeout(() => {
      bodyTruncated = stage === 'body';
      finish(stage === 'body' ? undefined : timedOut(stage, timeoutMs));
    }, timeoutMs);
    const fail = (error?: unknown) => finish(connectionFailure(stage, error));

    const connected = (socket: Socket) => {
      address = socket.remoteAddress;
      // The socket is closed again.
      if (address === undefined) return fail();
      const reason = blockedAddressReason(address, allowed);
      if (reason === undefined) stage = 'encrypted' in socket ? 'tls' : 'headers';
      else finish({ error: 'rejected-address', detail: `The connection led to ${reason}.` });
    };

    outgoing.on('socket', (socket: Socket) => {
      socket.prependListener('data', (bytes: Buffer) => {
        if (start.length < STATUS_LINE_BYTES) start += bytes.toString('latin1').slice(0, STATUS_LINE_BYTES);
      });
      // First of all listeners: nothing is written before the address is checked.
      socket.prependOnceListener('connect', () => connected(socket));
      socket.once('secureConnect', () => {
        stage = 'headers';
      });
    });
    outgoing.on('response', (response: IncomingMessage) => {
      response.on('error', fail);
      // Node's parser accepts 000 to 099, which are no statuses of HTTP.
      if (Number(response.statusCode) < 100) return finish(NOT_HTTP);
      stage = 'body';
      answer = response;
      let room = ANSWER_BYTES;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, room));
        bodyTruncated = chunk.length > room;
        room -= chunk.length;
        if (bodyTruncated) finish();
      });
      response.on('end', () => (response.complete ? finish() : fail()));
    });
    // A response of 101 without a request for it.
    outgoing.on('upgrade', () => finish({ error: 'protocol', detail: 'The receiver changed the protocol.' }));
    outgoing.on('error', fail);
    outgoing.on('close', fail);
    outgoing.end(sent);
  });
}

/** Responses before the one that counts, such as "100 Continue"; one of 101 is the last of HTTP. */
const INFORMATIONAL = /^(?:HTTP\/1\.1 1(?!01)\d\d .*?\r?\n\r?\n)+/s;

/** The status of a complete status line that is not informational. */
function statusOf(start: string): number | undefined {
  const [, status] =
    /^HTTP\/1\.[01] ([2-5]\d\d)(?: [^\r\n]*)?\r?\n/.exec(start.replace(INFORMATIONAL, '')) ?? [];
  return status === undefined ? undefined : Number(status);
}

function open({ url: text, headers, body }: WebhookRequest, addresses: readonly string[]): ClientRequest {
  const url = new URL(text);
  const host = receiverHost(url);
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const options = {
    agent: false,
    method: 'POST',
    host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    // Without DNS: a second query could return an address that was not checked.
    lookup: ((_host, _options, callback) => callback(null, found)) satisfies LookupFunction,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    maxHeaderSize: HEADER_BYTES,
    insecureHTTPParser: false,
    setDefaultHeaders: false,
    headers: {
      ...headers,
      'user-agent': USER_AGENT,
      host: url.host,
      'content-length': String(body.length),
      connection: 'close',
      'accept-encoding': 'identity',
    },
  };
  if (url.protocol === 'http:') return requestHttp(options);
  const servername = addresses.includes(host) ? '' : host;
  return requestHttps({ ...options, minVersion: 'TLSv1.2', rejectUnauthorized: true, servername });
}
