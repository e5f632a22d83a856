import { resolveByDns } from '../receiver-guard/dns-addresses.ts';
import type { ReceiverAddresses } from '../receiver-guard/receiver-addresses.ts';
import { type ResolveAddresses, resolveReceiver } from '../receiver-guard/resolve-receiver.ts';
import { type SendError, type SendFailure, timedOut } from '../receiver-guard/send-failure.ts';
import { readWebhookUrl, receiverHost } from '../receiver-guard/webhook-url.ts';
import { type ExchangeEnd, exchange } from './http-exchange.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly body: Uint8Array;
  /** Names in lower case. Those of the connection (host, content-length and the like) are set over them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface SendResult {
  /** 2xx in time; the body whole, or as much as is read or came in time. */
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: SendError;
  /** The error in a sentence. */
  readonly detail?: string;
  /** No later attempt at the same URL can succeed. */
  readonly permanent?: true;
  /** Header of the answer, as sent. */
  readonly retryAfter?: string;
  /** At most 16 KB, as received. */
  readonly body: Uint8Array;
  /** There was, or may have been, more. */
  readonly bodyTruncated: boolean;
  readonly durationMs: number;
  readonly startedAt: Date;
  /** Connected to. */
  readonly address?: string;
}

export interface WebhookSender {
  /** One attempt. Never rejects for anything that a receiver or the DNS does. */
  send(request: WebhookRequest): Promise<SendResult>;
}

export interface SenderSettings {
  readonly receivers: ReceiverAddresses;
  readonly resolver?: ResolveAddresses;
  /** For look-up, connection, TLS and headers together; a body that is not whole by then is cut. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
}

const TIMEOUT_MS = 5_000;
const USER_AGENT = 'freight-rates-and-quotes-webhooks/1';

/** Makes the one way by which webhook requests leave: registering, tests, deliveries and redeliveries share its guard. */
export function createWebhookSender(settings: SenderSettings): WebhookSender {
  const { timeoutMs = TIMEOUT_MS, now = () => new Date() } = settings;
  return {
    async send(request) {
      const startedAt = now();
      const started = performance.now();
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), timeoutMs);
      try {
        const { failure, ...end } = await attempt(request, { ...settings, timeoutMs }, over.signal);
        const durationMs = Math.round(performance.now() - started);
        return { ok: failure === undefined, ...end, ...failure, durationMs, startedAt };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function attempt(
  { url, body, headers }: WebhookRequest,
  { receivers, resolver = resolveByDns, timeoutMs }: SenderSettings & { readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<ExchangeEnd> {
  const reading = readWebhookUrl(url, receivers);
  if (!reading.ok) {
    return unsent({ error: 'refused-address', detail: `${reading.message}.`, permanent: true });
  }
  const target = new URL(reading.url);
  const resolved = await resolveReceiver(receiverHost(target), receivers, resolver, signal);
  if (signal.aborted) return unsent(timedOut('dns', timeoutMs));
  if (!resolved.ok) return unsent(resolved.failure);
  const { addresses } = resolved;
  const signed = { ...headers, 'user-agent': USER_AGENT };
  return exchange({ url: target, addresses, allowed: receivers, headers: signed, body, signal, timeoutMs });
}

const unsent = (failure: SendFailure): ExchangeEnd => ({
  failure,
  body: new Uint8Array(),
  bodyTruncated: false,
});
