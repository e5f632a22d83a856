import ipaddr from 'ipaddr.js';

export interface IpAddress {
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
export const ipv4AtEnd = ({ value }: IpAddress): IpAddress => ({
  family: 4,
  value: new ipaddr.IPv4(value.toByteArray().slice(-4)),
});
