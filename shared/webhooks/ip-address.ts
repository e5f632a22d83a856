/** An address as a number, so that ranges are compared and not texts. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

const IPV4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const GROUPS = 8;

/**
 * Reads an address as sockets and resolvers write it: dotted decimal without leading zeros, or IPv6 (RFC 4291, section
 * 2.2).
 * @returns undefined for every other text; an address with a zone id is one.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const family = text.includes(':') ? 6 : 4;
  const value = family === 6 ? parseIpv6(text) : parseIpv4(text);
  return value === undefined ? undefined : { family, value };
}

function parseIpv4(text: string): bigint | undefined {
  if (!IPV4.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  if (bytes.some((byte) => byte > 255)) return undefined;
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  const [before, after] = halves.map(readGroups);
  if (halves.length > 2 || before === undefined) return undefined;
  if (halves.length === 1) return before.length === GROUPS ? joined(before) : undefined;
  // "::" stands for one group of zeros at least.
  if (after === undefined || before.length + after.length >= GROUPS) return undefined;
  // Dotted decimal is the end of an address only.
  if (halves[0]?.includes('.')) return undefined;
  const zeros = new Array<bigint>(GROUPS - before.length - after.length).fill(0n);
  return joined([...before, ...zeros, ...after]);
}

const joined = (groups: readonly bigint[]): bigint =>
  groups.reduce((value, group) => (value << 16n) | group, 0n);

/** The groups of one side of "::"; its last one may be dotted decimal, which is two. */
function readGroups(text: string): bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    const ipv4 = index === parts.length - 1 ? parseIpv4(part) : undefined;
    if (ipv4 !== undefined) groups.push(ipv4 >> 16n, ipv4 & 0xffffn);
    else if (GROUP.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}
