import { Resolver } from 'node:dns/promises';
import type { ResolveAddresses } from './resolve-receiver.ts';

/** RFC 6761, section 6.3: these names mean loopback, and are not sent to a name server. */
const LOCALHOST = /(^|\.)localhost$/;
const TRY_MS = 700;
const TRIES = 2;

/**
 * Resolves the A and AAAA records of a name. `dns.lookup` is not used: it cannot be aborted, and a few name servers that
 * do not respond would block its four threads for all deliveries of the process.
 */
export const resolveByDns: ResolveAddresses = async (host, signal) => {
  if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
