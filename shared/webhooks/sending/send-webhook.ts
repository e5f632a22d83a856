import type { ReceiverAddresses } from '../receiver-guard/address-guard.ts';
import { resolveByDns } from '../receiver-guard/dns-addresses.ts';
import {
  type ResolveAddresses,
  type ResolvedReceiver,
  resolveReceiver,
} from '../receiver-guard/resolve-receiver.ts';
import { type SendError, type SendFailure, timedOut } from '../receiver-guard/send-failure.ts';
import { readWebhookUrl, receiverHost } from '../receiver-guard/webhook-url.ts';
import { type ExchangeEnd, exchange } from './http-exchange.ts';

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
  /** The error as a sentence. */
  readonly detail?: string;
  /** No later attempt at the same URL can succeed. */
  readonly permanent?: true;
  /** The response header, as received. */
  readonly retryAfter?: string;
  /** At most 16 KB, as received. */
  readonly body: Uint8Array;
  /** The body was, or may have been, longer. */
  readonly bodyTruncated: boolean;
  readonly durationMs: number;
  readonly startedAt: Date;
  /** The address of the connection. */
  readonly address?: string;
}

export interface WebhookSender {
  /**
   * Makes one attempt. Never rejects because of a receiver or the DNS.
   * @param resolved the addresses of the host, if they were checked before.
   */
  send(request: WebhookRequest, resolved?: ResolvedReceiver): Promise<SendResult>;
}

export interface SenderSettings {
  readonly receivers: ReceiverAddresses;
  readonly resolver?: ResolveAddresses;
  /** For look-up, connection, TLS and headers together; a body that is incomplete by then is truncated. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
}

const TIMEOUT_MS = 5_000;
const USER_AGENT = 'freight-rates-and-quotes-webhooks/1';

/** Creates the sender of all webhook requests: registration, tests and deliveries share its checks of addresses. */
export function createWebhookSender(settings: SenderSettings): WebhookSender {
  const { timeoutMs = TIMEOUT_MS, now = () => new Date() } = settings;
  return {
    async send(request, resolved) {
      const startedAt = now();
      const started = performance.now();
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), timeoutMs);
      try {
        const { failure, ...end } = await attempt(request, { ...settings, timeoutMs }, over.signal, resolved);
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
  before: ResolvedReceiver | undefined,
): Promise<ExchangeEnd> {
  const reading = readWebhookUrl(url, receivers);
  if (!reading.ok) {
    return unsent({ error: 'rejected-address', detail: `${reading.message}.`, permanent: true });
  }
  const target = new URL(reading.url);
  const resolved = before ?? (await resolveReceiver(receiverHost(target), receivers, resolver, signal));
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
