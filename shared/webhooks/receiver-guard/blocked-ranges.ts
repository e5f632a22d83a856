import ipaddr from 'ipaddr.js';
import type { IpAddress } from './ip-address.ts';

/** A range of addresses, and its description for a caller. */
export interface AddressRange {
  readonly cidr: [first: IpAddress['value'], bits: number];
  readonly words: string;
}

/** Makes a range of the form 10.0.0.0/8 or 2001:db8::/32. */
export const addressRange = (cidr: string, words: string): AddressRange => ({
  cidr: ipaddr.parseCIDR(cidr),
  words,
});

/** True if the address is in the range. */
export const inRange = ({ value }: IpAddress, { cidr }: AddressRange): boolean =>
  value.kind() === cidr[0].kind() && value.match(cidr);

/**
 * The ranges of the IANA IPv4 Special-Purpose Address Registry that are not globally reachable, multicast (RFC 5771), and
 * a public address that a cloud platform uses inside its networks.
 */
export const BLOCKED_IPV4: readonly AddressRange[] = [
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
export const GLOBAL_IPV6 = addressRange('2000::/3', 'a public address');

/** The ranges of the IANA IPv6 Special-Purpose Address Registry inside 2000::/3. */
export const BLOCKED_IPV6: readonly AddressRange[] = [
  addressRange('2001::/23', 'an address of protocol assignments'), // RFC 2928, with Teredo of RFC 4380
  addressRange('2001:db8::/32', 'an address for documentation'), // RFC 3849
  addressRange('2002::/16', 'a 6to4 address'), // RFC 3056
  addressRange('3fff::/20', 'an address for documentation'), // RFC 9637
];

/** IPv6 forms that reach the IPv4 address in their last 32 bits. */
export const IPV4_INSIDE: readonly AddressRange[] = [
  addressRange('::ffff:0:0/96', 'an IPv4-mapped address'), // RFC 4291, section 2.5.5.2
  addressRange('64:ff9b::/96', 'a NAT64 address'), // RFC 6052
  // RFC 8215 leaves the length of the prefix to each network: only /96 is read, other forms are outside 2000::/3.
  addressRange('64:ff9b:1::/96', 'a NAT64 address'),
];

/** Addresses of this machine, which only the local stage allows. */
export const LOOPBACK: readonly AddressRange[] = [
  addressRange('127.0.0.0/8', 'a loopback address'), // RFC 1122
  addressRange('::1/128', 'a loopback address'), // RFC 4291, section 2.5.3
];
