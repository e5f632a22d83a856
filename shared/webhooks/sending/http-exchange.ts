import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction, type Socket } from 'node:net';
import { refusedAddress } from '../receiver-guard/address-guard.ts';
import type { ReceiverAddresses } from '../receiver-guard/receiver-addresses.ts';
import {
  brokenOff,
  failedStatus,
  type SendFailure,
  type SendStage,
  timedOut,
} from '../receiver-guard/send-failure.ts';
import { receiverHost } from '../receiver-guard/webhook-url.ts';

export interface Exchange {
  readonly url: URL;
  /** The only ones that are connected to. */
  readonly addresses: readonly string[];
  readonly allowed: ReceiverAddresses;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Breaks the exchange off at whatever stage it is. */
  readonly signal: AbortSignal;
  /** What the signal is set to, for words. */
  readonly timeoutMs: number;
}

export interface ExchangeEnd {
  readonly status?: number;
  readonly retryAfter?: string;
  readonly body: Uint8Array;
  readonly bodyTruncated: boolean;
  readonly address?: string;
  /** Undefined only for 2xx whose body is whole, or cut at the length or the time that is read. */
  readonly failure?: SendFailure;
}

/** What is read of an answer. */
export const ANSWER_BYTES = 16_384;
const HEADER_BYTES = 16_384;
/** An HTTP date has 29 characters. */
const RETRY_AFTER_LENGTH = 100;
/** Time for one address of several before the next is tried beside it. */
const NEXT_ADDRESS_MS = 1_000;

/**
 * Posts one body over a connection of its own, HTTP/1.1, which is closed when the promise is fulfilled. It never
 * rejects for what the other side does. Redirects, proxies and cookies are not known to it, and nothing is decompressed.
 */
export function exchange(sent: Exchange): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    const { allowed, signal } = sent;
    let stage: SendStage = 'connect';
    let address: string | undefined;
    let answer: IncomingMessage | undefined;
    let bodyTruncated = false;
    const chunks: Uint8Array[] = [];

    const outgoing = open(sent);

    const finish = (failure?: SendFailure) => {
      signal.removeEventListener('abort', abort);
      outgoing.destroy();
      const status = answer?.statusCode;
      // A status that fails says more than what befell the rest of the answer.
      const reason = (status === undefined ? undefined : failedStatus(status)) ?? failure;
      const retryAfter = answer?.headers['retry-after']?.slice(0, RETRY_AFTER_LENGTH);
      resolve({
        ...(status === undefined ? {} : { status }),
        ...(retryAfter === undefined ? {} : { retryAfter }),
        body: Buffer.concat(chunks),
        bodyTruncated: bodyTruncated || (answer !== undefined && failure !== undefined),
        ...(address === undefined ? {} : { address }),
        ...(reason === undefined ? {} : { failure: reason }),
      });
    };
    const abort = () => {
      if (stage !== 'body') return finish(timedOut(stage, sent.timeoutMs));
      // The status came in time, and it decides: the rest of the body is left out.
      bodyTruncated = true;
      finish();
    };
    const fail = (error?: unknown) => finish(brokenOff(stage, error));

    const connected = (socket: Socket) => {
      address = socket.remoteAddress;
      // Already gone again.
      if (address === undefined) return fail();
      const reason = refusedAddress(address, allowed);
      if (reason === undefined) stage = 'encrypted' in socket ? 'tls' : 'headers';
      else finish({ error: 'refused-address', detail: `The connection led to ${reason}.` });
    };

    outgoing.on('socket', (socket: Socket) => {
      // First of all listeners: nothing is written before the address is judged.
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
    // An answer of 101, which nobody asked for.
    outgoing.on('upgrade', () => finish({ error: 'protocol', detail: 'The receiver changed the protocol.' }));
    outgoing.on('error', fail);
    outgoing.on('close', fail);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else outgoing.end(sent.body);
  });
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

/** A look-up that asks nobody: a second answer of the DNS could be another one than was checked. */
function only(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}
