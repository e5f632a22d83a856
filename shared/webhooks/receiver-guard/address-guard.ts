import { BLOCKED_IPV4, BLOCKED_IPV6, GLOBAL_IPV6, IPV4_INSIDE, inRange, LOOPBACK } from './blocked-ranges.ts';
import { type IpAddress, ipv4AtEnd, parseIpAddress } from './ip-address.ts';
import type { ReceiverAddresses } from './receiver-addresses.ts';

/**
 * Checks an address of a receiver. Host names and addresses with a zone id are blocked.
 * @returns why the address is blocked, as the end of "the host is ..."; undefined if it is allowed
 */
export function blockedAddressReason(ip: string, allowed: ReceiverAddresses): string | undefined {
  const address = parseIpAddress(ip);
  if (address === undefined) return 'not an IP address';
  const reached = ipv4Inside(address) ?? address;
  if (allowed === 'public-and-loopback' && LOOPBACK.some((range) => inRange(reached, range)))
    return undefined;
  if (reached.family === 4) return BLOCKED_IPV4.find((range) => inRange(reached, range))?.words;
  if (LOOPBACK.some((range) => inRange(reached, range))) return 'a loopback address';
  if (!inRange(reached, GLOBAL_IPV6)) return 'an address outside the public IPv6 space';
  return BLOCKED_IPV6.find((range) => inRange(reached, range))?.words;
}

/**
 * Identifies a receiver by its address, whatever form the address has. Ports are told apart only on this machine, where
 * each is another receiver: elsewhere, they would let a caller reach one machine by thousands of ports.
 */
export function receiverKey(ip: string, port: number): string {
  const address = parseIpAddress(ip);
  if (address === undefined) return ip;
  const reached = ipv4Inside(address) ?? address;
  const text = reached.value.toString();
  return LOOPBACK.some((range) => inRange(reached, range)) ? `${text} ${port}` : text;
}

/** The IPv4 address that an IPv6 address embeds. */
function ipv4Inside(address: IpAddress): IpAddress | undefined {
  return IPV4_INSIDE.some((range) => inRange(address, range)) ? ipv4AtEnd(address) : undefined;
}
