import ipaddr from 'ipaddr.js';

interface IpAddress {
  readonly family: 4 | 6;
  readonly value: ipaddr.IPv4 | ipaddr.IPv6;
}

/** Groups of IPv6: `ipaddr.js` also reads longer ones with zeros in front, and zone ids. */
const GROUPS = /^[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,8}$/i;

/**
 * Reads an address as sockets and resolvers write it: dotted decimal without leading zeros, or IPv6 (RFC 4291, section
 * 2.2).
 * @returns undefined for every other text, also for an address with a zone id.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const value = parseIpv4(text);
    return value && { family: 4, value };
  }
  const groups = withoutDottedEnd(text);
  if (!GROUPS.test(groups) || !ipaddr.IPv6.isValid(groups)) return undefined;
  return { family: 6, value: ipaddr.IPv6.parse(groups) };
}

/** `ipaddr.js` also accepts octal and hexadecimal parts, and fewer than four; these are ambiguous. */
const parseIpv4 = (text: string): ipaddr.IPv4 | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined;

/** The same IPv6 address in hexadecimal groups only: `ipaddr.js` reads ::192.0.2.1 as ::ffff:192.0.2.1. */
function withoutDottedEnd(text: string): string {
  const end = text.lastIndexOf(':') + 1;
  const dotted = parseIpv4(text.slice(end));
  if (dotted === undefined) return text;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.octets;
  return `${text.slice(0, end)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** The IPv4 address in the last 32 bits of an IPv6 one. */
const ipv4AtEnd = ({ value }: IpAddress): IpAddress => ({
  family: 4,
  value: new ipaddr.IPv4(value.toByteArray().slice(-4)),
});

/**
 * Addresses that webhooks may be sent to: public ones, or also those of this machine. Only the local stage and the
 * emulator set the latter.
 */
export const RECEIVER_ADDRESSES = ['public', 'public-and-loopback'] as const;

export type ReceiverAddresses = (typeof RECEIVER_ADDRESSES)[number];

/** A range of addresses, and its description for a caller. */
interface AddressRange {
  readonly cidr: [first: IpAddress['value'], bits: number];
  readonly words: string;
}

const addressRange = (cidr: string, words: string): AddressRange => ({
  cidr: ipaddr.parseCIDR(cidr),
  words,
});

const inRange = ({ value }: IpAddress, { cidr }: AddressRange): boolean =>
  value.kind() === cidr[0].kind() && value.match(cidr);

/**
 * The ranges of the IANA IPv4 Special-Purpose Address Registry that are not globally reachable, multicast (RFC 5771), and
 * a public address that a cloud platform uses inside its networks.
 */
const BLOCKED_IPV4: readonly AddressRange[] = [
  addressRange('0.0.0.0/8', 'an address of "this network"'), // RFC 791
  addressRange('10.0.0.0/8', 'a private address'), // RFC 1918
  addressRange('100.64.0.0/10', 'an address shared inside a provider'), // RFC 6598
  addressRange('127.0.0.0/8', 'a loopback address'), // RFC 1122
  addressRange('168.63.129.16/32', 'an address of a cloud platform'), // Azure: DNS, DHCP and agents of its machines
  addressRange('169.254.0.0/16', 'a link-local address'), // RFC 3927; cloud metadata services
  addressRange('172.16.0.0/12', 'a private address'), // RFC 1918
  addressRange('192.0.0.0/24', 'an address of protocol assignments'), // RFC 6890
  addressRange('192.0.2.0/24', 'an address for documentation'), // RFC 5737
  addressRange('192.88.99.0/24', 'an address of 6to4 relays'), // RFC 7526
  addressRange('192.168.0.0/16', 'a private address'), // RFC 1918
  addressRange('198.18.0.0/15', 'an address for benchmarks'), // RFC 2544
  addressRange('198.51.100.0/24', 'an address for documentation'), // RFC 5737
  addressRange('203.0.113.0/24', 'an address for documentation'), // RFC 5737
  addressRange('224.0.0.0/4', 'a multicast address'), // RFC 5771
  addressRange('240.0.0.0/4', 'a reserved address'), // RFC 1112, with broadcast of RFC 919
];

/** The only global unicast space that IANA assigns (RFC 4291): without loopback, ULA, link-local and multicast. */
const GLOBAL_IPV6 = addressRange('2000::/3', 'a public address');

/** The ranges of the IANA IPv6 Special-Purpose Address Registry inside 2000::/3. */
const BLOCKED_IPV6: readonly AddressRange[] = [
  addressRange('2001::/23', 'an address of protocol assignments'), // RFC 2928, with Teredo of RFC 4380
  addressRange('2001:db8::/32', 'an address for documentation'), // RFC 3849
  addressRange('2002::/16', 'a 6to4 address'), // RFC 3056
  addressRange('3fff::/20', 'an address for documentation'), // RFC 9637
];

/** IPv6 forms that reach the IPv4 address in their last 32 bits. */
const IPV4_INSIDE: readonly AddressRange[] = [
  addressRange('::ffff:0:0/96', 'an IPv4-mapped address'), // RFC 4291, section 2.5.5.2
  addressRange('64:ff9b::/96', 'a NAT64 address'), // RFC 6052
  // RFC 8215 leaves the length of the prefix to each network: only /96 is read, other forms are outside 2000::/3.
  addressRange('64:ff9b:1::/96', 'a NAT64 address'),
];

/** Addresses of this machine, which only the local stage allows. */
const LOOPBACK: readonly AddressRange[] = [
  addressRange('127.0.0.0/8', 'a loopback address'), // RFC 1122
  addressRange('::1/128', 'a loopback address'), // RFC 4291, section 2.5.3
];

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

/** A network of IPv6 is a /64 (RFC 4291, section 2.5.4): one machine can have all of its addresses. */
const NETWORK_BITS = 64;

/**
 * Identifies a receiver by its IPv4 address or IPv6 network, whatever form the address has. Ports are told apart only on
 * this machine, where each is another receiver: elsewhere, they would let a caller reach one machine by thousands of ports.
 */
export function receiverKey(ip: string, port: number): string {
  const address = parseIpAddress(ip);
  if (address === undefined) return ip;
  const reached = ipv4Inside(address) ?? address;
  const text = reached.value.toString();
  if (LOOPBACK.some((range) => inRange(reached, range))) return `${text} ${port}`;
  return reached.family === 4
    ? text
    : ipaddr.IPv6.networkAddressFromCIDR(`${text}/${NETWORK_BITS}`).toString();
}

/** The IPv4 address that an IPv6 address embeds. */
function ipv4Inside(address: IpAddress): IpAddress | undefined {
  return IPV4_INSIDE.some((range) => inRange(address, range)) ? ipv4AtEnd(address) : undefined;
}
