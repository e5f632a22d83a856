import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockedAddressReason } from '../../../../shared/webhooks/receiver-guard/address-guard.ts';
import { parseIpAddress } from '../../../../shared/webhooks/receiver-guard/ip-address.ts';

/** First and last address of each blocked range, and its description. */
const IPV4_RANGES = [
  ['0.0.0.0', '0.255.255.255', 'an address of "this network"'],
  ['10.0.0.0', '10.255.255.255', 'a private address'],
  ['100.64.0.0', '100.127.255.255', 'an address shared inside a provider'],
  ['127.0.0.0', '127.255.255.255', 'a loopback address'],
  ['168.63.129.16', '168.63.129.16', 'an address of a cloud platform'],
  ['169.254.0.0', '169.254.255.255', 'a link-local address'],
  ['172.16.0.0', '172.31.255.255', 'a private address'],
  ['192.0.0.0', '192.0.0.255', 'an address of protocol assignments'],
  ['192.0.2.0', '192.0.2.255', 'an address for documentation'],
  ['192.88.99.0', '192.88.99.255', 'an address of 6to4 relays'],
  ['192.168.0.0', '192.168.255.255', 'a private address'],
  ['198.18.0.0', '198.19.255.255', 'an address for benchmarks'],
  ['198.51.100.0', '198.51.100.255', 'an address for documentation'],
  ['203.0.113.0', '203.0.113.255', 'an address for documentation'],
  ['224.0.0.0', '239.255.255.255', 'a multicast address'],
  ['240.0.0.0', '255.255.255.255', 'a reserved address'],
] as const;

const PUBLIC_IPV4 = [
  ...[
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ],
  ...['168.63.129.15', '168.63.129.17'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ...['192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255'],
  ...[
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '8.8.8.8',
  ],
];

const BLOCKED_IPV6 = [
  ...[
    '::',
    '::1',
    '::2',
    '100::1',
    '1fff:ffff::',
    '4000::',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
  ],
  ...['fec0::1', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ...['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:1ff:ffff::', '2001:db8::', '2001:db8:ffff::1'],
  ...['2002::1', '2002:7f00:1::', '2002:808:808::', '3fff::1', '3fff:fff:ffff::'],
  // IPv4-compatible (RFC 4291 ends them), and forms of a local NAT64 that do not end in the IPv4 address.
  ...['::8.8.8.8', '::127.0.0.1', '64:ff9b:1:7f00:0:100::', '64:ff9b:1:1::8.8.8.8', '64:ff9b:2::8.8.8.8'],
];

const PUBLIC_IPV6 = [
  '2000::1',
  '2001:200::1',
  '2001:db7::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700::1111',
].concat([...['3ffe::1', '3fff:1000::1', '2a00:1450:4001:80b::200e']]);

const NO_ADDRESSES = [
  ...[
    '',
    ' ',
    'example.com',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.256',
    '8.8.8.8 ',
    '8.8.8.8.',
  ],
  ...[
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8/32',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    'fe80::1%1',
    ':::',
    '1::2::3',
  ],
  ...[
    '1:2:3:4:5:6:7',
    '02606:4700::1111',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '2606::47000',
    '2606:4700:8.8.8.8::',
    '８.8.8.8',
    ':1',
  ],
  // Forms that other parsers read as an address.
  ...[
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '127.1',
    '::ffff:0177.0.0.1',
    '::ffff:0x7f.0.0.1',
    '::ffff:127.1',
  ],
  ...['::127.0.0.1%lo', '127.0.0.1%lo', '64:ff9b::010.0.0.1', '[::1]', '::1/128', '1::2::127.0.0.1'],
];

const EMBEDDED = ['::ffff:', '64:ff9b::', '64:ff9b:1::'];

describe('an address of a receiver', () => {
  it.each(IPV4_RANGES)('is blocked from %s to %s, also embedded in IPv6: %s', (first, last, reason) => {
    for (const address of [first, last]) {
      for (const prefix of ['', ...EMBEDDED])
        expect(blockedAddressReason(prefix + address, 'public')).toBe(reason);
    }
  });

  it.each([
    ['2001::1', 'an address of protocol assignments'],
    ['2001:db8::1', 'an address for documentation'],
    ['2002::1', 'a 6to4 address'],
    ['3fff::1', 'an address for documentation'],
    ['fe80::1', 'an address outside the public IPv6 space'],
    ['::1', 'a loopback address'],
  ])('is blocked with its reason: %s is %s', (address, reason) => {
    expect(blockedAddressReason(address, 'public')).toBe(reason);
  });

  it.each(PUBLIC_IPV4)('is allowed if it is public: %s, also embedded in IPv6', (address) => {
    for (const prefix of ['', ...EMBEDDED])
      expect(blockedAddressReason(prefix + address, 'public')).toBeUndefined();
  });

  it.each(BLOCKED_IPV6)('is blocked: %s', (address) => {
    expect(blockedAddressReason(address, 'public')).toMatch(/address/);
  });

  it.each(PUBLIC_IPV6)('is allowed if it is public: %s', (address) => {
    expect(blockedAddressReason(address, 'public')).toBeUndefined();
  });

  it.each(NO_ADDRESSES)('is blocked if it is not an IP address: %j', (text) => {
    expect(blockedAddressReason(text, 'public')).toBe('not an IP address');
    expect(blockedAddressReason(text, 'public-and-loopback')).toBe('not an IP address');
  });

  it.each(['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::FFFF:7F00:1'])(
    'may be loopback in the local stage only: %s',
    (address) => {
      expect(blockedAddressReason(address, 'public')).toBe('a loopback address');
      expect(blockedAddressReason(address, 'public-and-loopback')).toBeUndefined();
    },
  );

  it('is blocked in the local stage if it is neither public nor loopback', () => {
    const others = [...IPV4_RANGES.map(([first]) => first), ...BLOCKED_IPV6];
    for (const address of others.filter((each) => each !== '127.0.0.0' && each !== '::1')) {
      expect(blockedAddressReason(address, 'public-and-loopback')).toMatch(/address/);
    }
  });

  it('is blocked like by the BlockList of Node', () => {
    const blocked = new BlockList();
    for (const [first, last] of IPV4_RANGES) blocked.addRange(first, last, 'ipv4');
    fc.assert(
      fc.property(
        fc.ipV4(),
        (address) => (blockedAddressReason(address, 'public') !== undefined) === blocked.check(address),
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('reading an address', () => {
  const spelled = fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.stringMatching(/^[0-9a-f:.]{0,24}$/));

  it('accepts the same texts as Node, except zone ids', () => {
    fc.assert(
      fc.property(spelled, (text) => (parseIpAddress(text)?.family ?? 0) === isIP(text)),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['::192.0.2.1', '::c000:201'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['64:ff9b::255.254.10.0', '64:ff9b::fffe:a00'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4:5:6:708:90a'],
    ['1::7.8.9.10', '1:0:0:0:0:0:708:90a'],
  ])('reads the dotted end of %s as %s', (dotted, hexadecimal) => {
    expect(parseIpAddress(dotted)).toBeDefined();
    expect(parseIpAddress(dotted)).toEqual(parseIpAddress(hexadecimal));
  });

  it('returns the same value for all spellings', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(parseIpAddress(text)).toEqual(parseIpAddress(canonical));
      }),
    );
  });
});
