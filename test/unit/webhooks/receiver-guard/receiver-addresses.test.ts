import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  blockedAddressReason,
  parseIpAddress,
} from '../../../../shared/webhooks/receiver-guard/address-guard.ts';
import { resolveByDns } from '../../../../shared/webhooks/receiver-guard/dns-addresses.ts';
import { createReceiverCheck } from '../../../../shared/webhooks/receiver-guard/receiver-check.ts';
import {
  type ResolveAddresses,
  resolveReceiver,
} from '../../../../shared/webhooks/receiver-guard/resolve-receiver.ts';

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

/** A list of addresses, separated by blanks. */
const listed = (addresses: string) => addresses.trim().split(/\s+/);

/** The addresses next to the blocked ranges. */
const PUBLIC_IPV4 = listed(`
  1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15
  168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0
  192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255
  198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 8.8.8.8`);

/** The last ones: IPv4-compatible (RFC 4291 ends them), and local NAT64 that does not end in the IPv4 address. */
const BLOCKED_IPV6 = listed(`
  :: ::1 ::2 100::1 1fff:ffff:: 4000:: 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1
  ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:1ff:ffff::
  2001:db8:: 2001:db8:ffff::1 2002::1 2002:7f00:1:: 2002:808:808:: 3fff::1 3fff:fff:ffff::
  ::8.8.8.8 ::127.0.0.1 64:ff9b:1:7f00:0:100:: 64:ff9b:1:1::8.8.8.8 64:ff9b:2::8.8.8.8`);

const PUBLIC_IPV6 = listed(`
  2000::1 2001:200::1 2001:db7::1 2001:db9::1 2003::1 2606:4700::1111 3ffe::1 3fff:1000::1
  2a00:1450:4001:80b::200e`);

/** Also forms that other parsers read as an address. */
const NO_ADDRESSES = listed(`
  example.com localhost 1.2.3 1.2.3.4.5 01.2.3.4 1.2.3.256 8.8.8.8. 0x8.8.8.8 134744072 8.8.8.8/32
  [2606:4700::1111] 2606:4700::1111%eth0 fe80::1%1 ::: 1::2::3 1:2:3:4:5:6:7 02606:4700::1111
  1:2:3:4:5:6:7:8:9 1:2:3:4:5:6:7::8 2606::47000 2606:4700:8.8.8.8:: ８.8.8.8 :1 0177.0.0.1 0x7f.0.0.1
  0x7f000001 127.1 ::ffff:0177.0.0.1 ::ffff:0x7f.0.0.1 ::ffff:127.1 ::127.0.0.1%lo 127.0.0.1%lo
  64:ff9b::010.0.0.1 [::1] ::1/128 1::2::127.0.0.1`).concat('', ' ', '8.8.8.8 ');

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

const never = new AbortController().signal;
const failed = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** Name servers with these answers. */
function mockDnsAnswers(ipv4: Promise<string[]>, ipv6: Promise<string[]> = Promise.resolve([])) {
  return {
    resolve4: jest.spyOn(Resolver.prototype, 'resolve4').mockReturnValue(ipv4 as never),
    resolve6: jest.spyOn(Resolver.prototype, 'resolve6').mockReturnValue(ipv6 as never),
    cancel: jest.spyOn(Resolver.prototype, 'cancel').mockReturnValue(undefined),
  };
}

describe('the addresses of a name by DNS', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are its A records and then its AAAA records', async () => {
    const { resolve4, resolve6 } = mockDnsAnswers(Promise.resolve(['8.8.8.8']), Promise.resolve(['2606::1']));

    expect(await resolveByDns('example.com', never)).toEqual(['8.8.8.8', '2606::1']);
    expect([resolve4.mock.calls, resolve6.mock.calls]).toEqual([[['example.com']], [['example.com']]]);
  });

  it('can be of one family, and are unknown if both look-ups fail', async () => {
    mockDnsAnswers(Promise.resolve(['8.8.8.8']), failed('ENODATA'));
    expect(await resolveByDns('example.com', never)).toEqual(['8.8.8.8']);
    mockDnsAnswers(failed('ENODATA'), Promise.resolve(['2606::1']));
    expect(await resolveByDns('example.com', never)).toEqual(['2606::1']);
    mockDnsAnswers(failed('ENOTFOUND'), failed('ESERVFAIL'));
    await expect(resolveByDns('example.com', never)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each(['localhost', 'a.localhost'])('of %s are those of loopback, without a look-up', async (host) => {
    const { resolve4 } = mockDnsAnswers(Promise.resolve(['8.8.8.8']));

    expect(await resolveByDns(host, never)).toEqual(['127.0.0.1', '::1']);
    expect(await createReceiverCheck('public', resolveByDns).check(`https://${host}/`)).toMatchObject({
      ok: false,
    });
    expect(resolve4).not.toHaveBeenCalled();
  });

  it.each(['localhost.example.com', 'mylocalhost'])('of %s are looked up', async (host) => {
    mockDnsAnswers(Promise.resolve(['8.8.8.8']));
    expect(await resolveByDns(host, never)).toEqual(['8.8.8.8']);
  });

  it('are not looked up after an abort, which cancels only a look-up that runs', async () => {
    const ipv4 = Promise.withResolvers<string[]>();
    const { resolve4, cancel } = mockDnsAnswers(ipv4.promise);
    await expect(resolveByDns('example.com', AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    expect(resolve4).not.toHaveBeenCalled();

    const controller = new AbortController();
    const running = resolveByDns('example.com', controller.signal);
    controller.abort();
    expect(cancel).toHaveBeenCalledTimes(1);
    ipv4.resolve(['8.8.8.8']);
    await running;

    const later = new AbortController();
    await resolveByDns('example.com', later.signal);
    later.abort();
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});

const answering =
  (...addresses: readonly string[]) =>
  () =>
    Promise.resolve(addresses);
/** Different public IPv4 addresses. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, number) => `8.8.${number >> 8}.${number & 255}`);
const failing = () => failed('ENOTFOUND');

describe('the addresses that a receiver is sent to', () => {
  const resolved = (resolver: ResolveAddresses, host = 'example.com', signal = never) =>
    resolveReceiver(host, 'public', resolver, signal);

  it('are those of its name, without duplicates, at most two of each family', async () => {
    expect(await resolved(answering('8.8.8.8', '2606:4700::1111', '8.8.8.8'))).toEqual({
      ok: true,
      addresses: ['8.8.8.8', '2606:4700::1111'],
    });
    const many = [...numbered(15), ...Array.from({ length: 15 }, (_, number) => `2606:4700::${number + 1}`)];
    expect(await resolved(answering(...many))).toEqual({
      ok: true,
      addresses: ['8.8.0.0', '8.8.0.1', '2606:4700::1', '2606:4700::2'],
    });
  });

  it('are rejected if a name has more than 32', async () => {
    expect(await resolved(answering(...numbered(32), ...numbered(32)))).toMatchObject({ ok: true });
    expect(await resolved(answering(...numbered(33)))).toMatchObject({
      ok: false,
      failure: {
        error: 'rejected-address',
        detail: 'example.com resolves to 33 addresses; at most 32 are accepted.',
      },
    });
  });

  it.each([
    ['A', ['8.8.8.8', '10.0.0.1']],
    ['unused A', [...numbered(31), '10.0.0.1']],
    ['AAAA', ['8.8.8.8', '::1']],
    ['mapped AAAA', ['8.8.8.8', '::ffff:169.254.169.254']],
    ['NAT64 AAAA', ['8.8.8.8', '64:ff9b::a9fe:a9fe']],
    ['scoped AAAA', ['8.8.8.8', 'fe80::1%eth0']],
    ['unreadable', ['8.8.8.8', 'example.org']],
  ])('are rejected if one %s record is blocked', async (_, addresses) => {
    expect(await resolved(answering(...addresses))).toEqual({
      ok: false,
      failure: { error: 'rejected-address', detail: expect.stringContaining('example.com resolves to ') },
      rule: 'must name a public host',
    });
  });

  it('need no look-up if the host is an address', async () => {
    const asked = () => Promise.reject(new Error('asked'));
    expect(await resolved(asked, '8.8.8.8')).toEqual({ ok: true, addresses: ['8.8.8.8'] });
    expect(await resolved(asked, '::1')).toMatchObject({
      failure: { error: 'rejected-address', detail: expect.stringContaining('::1 is a loopback address') },
    });
  });

  it.each([
    ['fails', failing],
    ['finds none', answering()],
  ])('are a DNS failure if the look-up %s', async (_, resolver) => {
    expect(await resolved(resolver)).toEqual({
      ok: false,
      failure: { error: 'dns', detail: expect.not.stringContaining('ENOTFOUND') },
    });
  });
});

describe('a receiver that is registered', () => {
  const check = (url: string, resolver: ResolveAddresses) =>
    createReceiverCheck('public', resolver).check(url);

  it('is looked up only if its URL is valid, and is not looked up to read the URL', async () => {
    const resolver = jest.fn(answering('8.8.8.8'));

    expect(createReceiverCheck('public', resolver).read('https://Example.com')).toMatchObject({
      ok: true,
      url: 'https://example.com/',
    });
    expect(await check('ftp://example.com', resolver)).toEqual({
      ok: false,
      message: 'url must start with https:// or http:// and a host',
    });
    expect(resolver).not.toHaveBeenCalled();
    expect(await check('https://example.com#a', resolver)).toEqual({
      ok: true,
      url: 'https://example.com/',
      warnings: [],
    });
  });

  it('is rejected if its name or URL leads to a private address', async () => {
    expect(await check('https://example.com/', answering('8.8.8.8', '127.0.0.1'))).toEqual({
      ok: false,
      message: expect.stringMatching(
        /^url must name a public host.*example.com resolves to a loopback address/,
      ),
    });
    for (const url of ['https://127.0.0.1/', 'https://[::ffff:a00:1]/']) {
      expect(await check(url, failing)).toMatchObject({ ok: false });
      expect(await createReceiverCheck('public', failing).check(url)).toMatchObject({ ok: false });
    }
  });

  it('is rejected if its name has more than 32 addresses', async () => {
    expect(await check('https://example.com/', answering(...numbered(33)))).toEqual({
      ok: false,
      message:
        'url must name a host with at most 32 addresses. example.com resolves to 33 addresses; at most 32 are accepted.',
    });
  });

  it('is accepted with a warning if its name is not resolved', async () => {
    expect(await check('http://example.com', failing)).toEqual({
      ok: true,
      url: 'http://example.com/',
      warnings: [
        'url uses http: events are sent unencrypted; https is recommended',
        'url: the host name example.com does not resolve at present',
      ],
    });
  });
});
