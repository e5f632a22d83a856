import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { ReceiverAddresses } from '../receiver-guard/address-guard.ts';
import { blockedAddressReason } from '../receiver-guard/address-guard.ts';
import {
  connectionFailure,
  failedStatus,
  type SendFailure,
  type SendStage,
  timedOut,
} from '../receiver-guard/send-failure.ts';
import { receiverHost } from '../receiver-guard/webhook-url.ts';

export interface Exchange {
  readonly url: URL;
  /** The only addresses to connect to. */
  readonly addresses: readonly string[];
  readonly allowed: ReceiverAddresses;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Aborts the exchange at any stage. */
  readonly signal: AbortSignal;
  /** Timeout of the signal, for error messages. */
  readonly timeoutMs: number;
}

export interface ExchangeEnd {
  readonly status?: number;
  readonly retryAfter?: string;
  readonly body: Uint8Array;
  readonly bodyTruncated: boolean;
  readonly address?: string;
  /** Undefined exactly for 2xx: what follows the status line does not matter. */
  readonly failure?: SendFailure;
}

/** Maximum bytes read of a response body. */
export const ANSWER_BYTES = 16_384;
const HEADER_BYTES = 16_384;
/** More than a status line has. */
const STATUS_LINE_BYTES = 1_024;
/** An HTTP date has 29 characters. */
const RETRY_AFTER_LENGTH = 100;
/** Time to connect to one address before the next is tried in parallel. */
const NEXT_ADDRESS_MS = 1_000;

/**
 * Posts one body over a new HTTP/1.1 connection, which is closed when the promise is fulfilled. It never rejects because
 * of the receiver. It ignores redirects, proxies and cookies, and decompresses nothing.
 */
export function exchange(sent: Exchange): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    const { allowed, signal } = sent;
    let stage: SendStage = 'connect';
    let address: string | undefined;
    let answer: IncomingMessage | undefined;
    let bodyTruncated = false;
    const chunks: Uint8Array[] = [];
    /** Start of the answer, byte for byte: its status line counts even if the parser rejects what follows. */
    let start = '';

    const outgoing = open(sent);

    const finish = (failure?: SendFailure) => {
      signal.removeEventListener('abort', abort);
      outgoing.destroy();
      const status = answer?.statusCode ?? statusOf(start);
      // The status decides, whatever happens to the rest of the response.
      const reason = status === undefined ? failure : failedStatus(status);
      const retryAfter = answer?.headers['retry-after']?.slice(0, RETRY_AFTER_LENGTH);
      resolve({
        ...(status === undefined ? {} : { status }),
        ...(retryAfter === undefined ? {} : { retryAfter }),
        body: Buffer.concat(chunks),
        bodyTruncated: bodyTruncated || (status !== undefined && failure !== undefined),
        ...(address === undefined ? {} : { address }),
        ...(reason === undefined ? {} : { failure: reason }),
      });
    };
    const abort = () => {
      bodyTruncated = stage === 'body';
      finish(stage === 'body' ? undefined : timedOut(stage, sent.timeoutMs));
    };
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
      response.on('error', fail);
    });
    // A response of 101 without a request for it.
    outgoing.on('upgrade', () => finish({ error: 'protocol', detail: 'The receiver changed the protocol.' }));
    outgoing.on('error', fail);
    outgoing.on('close', fail);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else outgoing.end(sent.body);
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

function open({ url, addresses, headers, body }: Exchange): ClientRequest {
  const host = receiverHost(url);
  const options = {
    agent: false,
    method: 'POST',
    host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    lookup: only(addresses),
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    maxHeaderSize: HEADER_BYTES,
    insecureHTTPParser: false,
    setDefaultHeaders: false,
    headers: {
      ...headers,
      host: url.host,
      'content-length': String(body.length),
      connection: 'close',
      'accept-encoding': 'identity',
    },
  };
  if (url.protocol === 'http:') return requestHttp(options);
  return requestHttps({
    ...options,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    servername: addresses.includes(host) ? '' : host,
  });
}

/** A look-up without DNS: a second DNS query could return an address that was not checked. */
function only(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}
