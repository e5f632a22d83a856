import type { UnprovenReceivers } from '../limits/unproven-receivers.ts';
import { resolveByDns } from '../receiver-guard/dns-addresses.ts';
import type { ReceiverAddresses } from '../receiver-guard/receiver-addresses.ts';
import {
  type ResolveAddresses,
  type ResolvedReceiver,
  resolveReceiver,
} from '../receiver-guard/resolve-receiver.ts';
import { normalizeStoredUrl, receiverHost } from '../receiver-guard/webhook-url.ts';

/** The addresses that a request may be sent to; or, if it must wait, until when. */
export type ReceiverAdmission =
  /** `resolved` undefined: the sender finds the addresses, and why nothing can be sent. */
  { readonly resolved?: ResolvedReceiver } | { readonly dueAt: Date };

/** Resolves a receiver before an attempt begins, since a request that must wait is no attempt. */
export interface ReceiverGate {
  admit(url: string, isRetry: boolean): Promise<ReceiverAdmission>;
  /** The connection at this address has answered an event with 2xx. */
  acknowledge(url: string, address: string | undefined): Promise<void>;
}

const RESOLVE_MS = 2_000;

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'http:' ? 80 : 443);

export function createReceiverGate(
  unproven: UnprovenReceivers,
  receivers: ReceiverAddresses,
  resolver: ResolveAddresses = resolveByDns,
): ReceiverGate {
  return {
    async admit(text, isRetry) {
      const url = URL.parse(normalizeStoredUrl(text));
      if (url === null) return {};
      const signal = AbortSignal.timeout(RESOLVE_MS);
      const resolved = await resolveReceiver(receiverHost(url), receivers, resolver, signal);
      // The attempt records the failure.
      if (!resolved.ok) return {};
      const room = await unproven.admit(resolved.addresses, portOf(url), isRetry);
      return 'dueAt' in room ? room : { resolved: { ok: true, addresses: room.addresses } };
    },
    async acknowledge(text, address) {
      const url = URL.parse(normalizeStoredUrl(text));
      if (url !== null && address !== undefined) await unproven.acknowledge(address, portOf(url));
    },
  };
}
