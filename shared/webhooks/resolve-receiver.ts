import { refusedAddress } from './address-guard.ts';
import { parseIpAddress } from './ip-address.ts';
import type { ReceiverAddresses } from './receiver-addresses.ts';
import { brokenOff, type SendFailure } from './send-failure.ts';
import { readWebhookUrl, receiverHost } from './webhook-url.ts';

/** All addresses of a name, IPv4 and IPv6; rejects for a name that has none. */
export type ResolveAddresses = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export type ResolvedReceiver =
  | {
      readonly ok: true;
      /** Each one checked: what is connected to is one of these, and never resolved again. */
      readonly addresses: readonly string[];
    }
  | { readonly ok: false; readonly failure: SendFailure };

/**
 * Finds the addresses of a host, and refuses a name as soon as one of its addresses is refused: which of them a
 * connection would take is not ours to say. A host that is an address is judged as it is.
 */
export async function resolveReceiver(
  host: string,
  allowed: ReceiverAddresses,
  resolve: ResolveAddresses,
  signal: AbortSignal,
): Promise<ResolvedReceiver> {
  const literal = parseIpAddress(host) !== undefined;
  const addresses = literal ? [host] : await untilAborted(resolve(host, signal), signal).catch(() => []);
  if (addresses.length === 0) return { ok: false, failure: brokenOff('dns', undefined) };
  for (const address of addresses) {
    const reason = refusedAddress(address, allowed);
    if (reason === undefined) continue;
    const detail = literal
      ? `Webhooks are sent to public addresses only; ${host} is ${reason}.`
      : `Webhooks are sent to public addresses only; ${host} resolves to ${reason}.`;
    return { ok: false, failure: { error: 'refused-address', detail } };
  }
  return { ok: true, addresses: [...new Set(addresses)] };
}

export type CheckedReceiver =
  /** `url`: as it is stored and sent to. */
  | { readonly ok: true; readonly url: string; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

const CHECK_MS = 2_000;

/**
 * Judges where a URL leads at the moment a webhook is registered. A name that does not resolve is accepted with a
 * warning: receivers come and go, and every send checks again.
 * @param url as `readWebhookUrl` answered it
 */
export async function checkReceiver(
  url: string,
  allowed: ReceiverAddresses,
  resolve: ResolveAddresses,
  timeoutMs = CHECK_MS,
): Promise<CheckedReceiver> {
  const reading = readWebhookUrl(url, allowed);
  if (!reading.ok) return reading;
  const { url: normalized } = reading;
  const host = receiverHost(new URL(normalized));
  const resolved = await resolveReceiver(host, allowed, resolve, AbortSignal.timeout(timeoutMs));
  if (resolved.ok) return { ok: true, url: normalized, warnings: [] };
  const { error, detail } = resolved.failure;
  if (error === 'refused-address') return { ok: false, message: `url must name a public host. ${detail}` };
  const warnings = [`url: the host name ${host} does not resolve at present`];
  return { ok: true, url: normalized, warnings };
}

/** Ends with the signal also where the resolver does not heed it. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
