import type { ReceiverAddresses } from './address-guard.ts';
import { blockedAddressReason, parseIpAddress } from './address-guard.ts';
import { connectionFailure, type SendFailure } from './send-failure.ts';

/** Resolves all addresses of a name, IPv4 and IPv6; rejects if it has none, or when the signal aborts. */
export type ResolveAddresses = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export type ResolvedReceiver =
  | {
      readonly ok: true;
      /** At most `CONNECTED_PER_FAMILY` of IPv4 and of IPv6, each one checked: only these are connected to. */
      readonly addresses: readonly string[];
    }
  | {
      readonly ok: false;
      readonly failure: SendFailure;
      /** The rule that `url` breaks: "must name a public host". Undefined if the look-up failed. */
      readonly rule?: string;
    };

/** Real receivers have fewer addresses; a name with more could be used to scan hosts. */
export const MAX_ADDRESSES = 32;

/** A failed connection is followed by one to the next address, so this limits the connections of an attempt. */
const CONNECTED_PER_FAMILY = 2;

/**
 * Finds the addresses of a host. A name is rejected if one of its addresses is blocked, or if it has more than
 * `MAX_ADDRESSES`. A host that is an IP address is checked without a look-up.
 */
export async function resolveReceiver(
  host: string,
  allowed: ReceiverAddresses,
  resolve: ResolveAddresses,
  signal: AbortSignal,
): Promise<ResolvedReceiver> {
  const literal = parseIpAddress(host) !== undefined;
  const found = literal ? [host] : await resolve(host, signal).catch(() => []);
  const addresses = [...new Set(found)];
  if (addresses.length === 0) return { ok: false, failure: connectionFailure('dns', undefined) };
  if (addresses.length > MAX_ADDRESSES) {
    const detail = `${host} resolves to ${addresses.length} addresses; at most ${MAX_ADDRESSES} are accepted.`;
    const rule = `must name a host with at most ${MAX_ADDRESSES} addresses`;
    return { ok: false, failure: { error: 'rejected-address', detail }, rule };
  }
  for (const address of addresses) {
    const reason = blockedAddressReason(address, allowed);
    if (reason === undefined) continue;
    const detail = literal
      ? `Webhooks are sent to public addresses only; ${host} is ${reason}.`
      : `Webhooks are sent to public addresses only; ${host} resolves to ${reason}.`;
    return { ok: false, failure: { error: 'rejected-address', detail }, rule: 'must name a public host' };
  }
  const firstOf = (family: 4 | 6) =>
    addresses.filter((address) => parseIpAddress(address)?.family === family).slice(0, CONNECTED_PER_FAMILY);
  return { ok: true, addresses: [...firstOf(4), ...firstOf(6)] };
}
