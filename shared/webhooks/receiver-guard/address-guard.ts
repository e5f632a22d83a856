import { GLOBAL_IPV6, IPV4_INSIDE, inRange, LOOPBACK, REFUSED_IPV4, REFUSED_IPV6 } from './blocked-ranges.ts';
import { type IpAddress, ipv4AtEnd, parseIpAddress } from './ip-address.ts';
import type { ReceiverAddresses } from './receiver-addresses.ts';

/**
 * Judges an address that a webhook would be sent to. What is no plain address (a name, an address with a zone id) is
 * refused.
 * @returns why it is refused, as the end of "the host is ..."; undefined if it may be connected to
 */
export function refusedAddress(ip: string, allowed: ReceiverAddresses): string | undefined {
  const address = parseIpAddress(ip);
  if (address === undefined) return 'not an IP address';
  const reached = ipv4Inside(address) ?? address;
  if (allowed === 'public-and-loopback' && LOOPBACK.some((range) => inRange(reached, range)))
    return undefined;
  if (reached.family === 4) return REFUSED_IPV4.find((range) => inRange(reached, range))?.words;
  if (LOOPBACK.some((range) => inRange(reached, range))) return 'a loopback address';
  if (!inRange(reached, GLOBAL_IPV6)) return 'an address outside the public IPv6 space';
  return REFUSED_IPV6.find((range) => inRange(reached, range))?.words;
}

/** The IPv4 address that an IPv6 one stands for. */
function ipv4Inside(address: IpAddress): IpAddress | undefined {
  return IPV4_INSIDE.some((range) => inRange(address, range)) ? ipv4AtEnd(address) : undefined;
}
