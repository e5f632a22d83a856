import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { resolveByDns } from '../../../../shared/webhooks/receiver-guard/dns-addresses.ts';
import {
  checkReceiver,
  resolveReceiver,
} from '../../../../shared/webhooks/receiver-guard/resolve-receiver.ts';

const answering =
  (...addresses: readonly string[]) =>
  () =>
    Promise.resolve(addresses);
/** Different public IPv4 addresses. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, number) => `8.8.${number >> 8}.${number & 255}`);
const failing = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }));
const silent = () => new Promise<never>(() => undefined);
const never = new AbortController().signal;

describe('the addresses of a receiver', () => {
  it('are all addresses of its name, without duplicates', async () => {
    expect(
      await resolveReceiver(
        'example.com',
        'public',
        answering('8.8.8.8', '2606:4700::1111', '8.8.8.8'),
        never,
      ),
    ).toEqual({ ok: true, addresses: ['8.8.8.8', '2606:4700::1111'] });
  });

  it('are at most two of each family', async () => {
    const many = [...numbered(15), ...Array.from({ length: 15 }, (_, number) => `2606:4700::${number + 1}`)];
    expect(await resolveReceiver('example.com', 'public', answering(...many), never)).toEqual({
      ok: true,
      addresses: ['8.8.0.0', '8.8.0.1', '2606:4700::1', '2606:4700::2'],
    });
  });

  it('are all checked, also unused ones', async () => {
    expect(
      await resolveReceiver('example.com', 'public', answering(...numbered(31), '10.0.0.1'), never),
    ).toMatchObject({ ok: false, failure: { error: 'rejected-address' } });
  });

  it('are rejected if a name has more than 32', async () => {
    const twice = [...numbered(32), ...numbered(32)];
    expect(await resolveReceiver('example.com', 'public', answering(...twice), never)).toMatchObject({
      ok: true,
    });
    expect(
      await resolveReceiver('example.com', 'public', answering(...numbered(3_500)), never),
    ).toMatchObject({
      ok: false,
      failure: {
        error: 'rejected-address',
        detail: 'example.com resolves to 3500 addresses; at most 32 are accepted.',
      },
    });
  });

  it.each([
    ['A', ['8.8.8.8', '10.0.0.1']],
    ['AAAA', ['8.8.8.8', '::1']],
    ['mapped AAAA', ['8.8.8.8', '::ffff:169.254.169.254']],
    ['NAT64 AAAA', ['8.8.8.8', '64:ff9b::a9fe:a9fe']],
    ['scoped AAAA', ['8.8.8.8', 'fe80::1%eth0']],
    ['unreadable', ['8.8.8.8', 'example.org']],
  ])('are rejected if one %s record is blocked', async (_, addresses) => {
    expect(await resolveReceiver('example.com', 'public', answering(...addresses), never)).toEqual({
      ok: false,
      failure: { error: 'rejected-address', detail: expect.stringContaining('example.com resolves to ') },
      rule: 'must name a public host',
    });
  });

  it('need no look-up if the host is an address', async () => {
    const asked = () => Promise.reject(new Error('asked'));
    expect(await resolveReceiver('8.8.8.8', 'public', asked, never)).toEqual({
      ok: true,
      addresses: ['8.8.8.8'],
    });
    expect(await resolveReceiver('::1', 'public', asked, never)).toMatchObject({
      failure: { error: 'rejected-address', detail: expect.stringContaining('::1 is a loopback address') },
    });
  });

  it.each([
    ['fails', failing],
    ['finds none', answering()],
  ])('are a DNS failure if it %s', async (_, resolver) => {
    expect(await resolveReceiver('example.com', 'public', resolver, never)).toEqual({
      ok: false,
      failure: { error: 'dns', detail: expect.not.stringContaining('ENOTFOUND') },
    });
  });

  it('leave no listener on the signal', async () => {
    const { signal } = new AbortController();
    await resolveReceiver('example.com', 'public', answering('8.8.8.8'), signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('are awaited until the signal, also if the resolver ignores it', async () => {
    expect(await resolveReceiver('example.com', 'public', silent, AbortSignal.timeout(5))).toMatchObject({
      failure: { error: 'dns' },
    });
    expect(await resolveReceiver('example.com', 'public', silent, AbortSignal.abort())).toMatchObject({
      ok: false,
    });
  });
});

describe('a receiver that is registered', () => {
  it('is accepted if its name resolves to public addresses', async () => {
    expect(await checkReceiver('https://example.com/', 'public', answering('8.8.8.8'))).toEqual({
      ok: true,
      url: 'https://example.com/',
      warnings: [],
    });
  });

  it('is rejected if its name or URL leads to a private address', async () => {
    expect(await checkReceiver('https://example.com/', 'public', answering('8.8.8.8', '127.0.0.1'))).toEqual({
      ok: false,
      message: expect.stringMatching(
        /^url must name a public host.*example.com resolves to a loopback address/,
      ),
    });
    expect(await checkReceiver('https://127.0.0.1/', 'public', failing)).toMatchObject({ ok: false });
    expect(await checkReceiver('https://[::ffff:a00:1]/', 'public', failing)).toMatchObject({ ok: false });
  });

  it('is rejected if its name has more than 32 addresses', async () => {
    expect(await checkReceiver('https://example.com/', 'public', answering(...numbered(33)))).toEqual({
      ok: false,
      message:
        'url must name a host with at most 32 addresses. example.com resolves to 33 addresses; at most 32 are accepted.',
    });
  });

  it.each([
    ['does not resolve', failing],
    ['is not resolved in time', silent],
  ])('is accepted with a warning if its name %s', async (_, resolver) => {
    expect(await checkReceiver('https://example.com/', 'public', resolver, 20)).toEqual({
      ok: true,
      url: 'https://example.com/',
      warnings: [expect.stringContaining('example.com does not resolve')],
    });
  });
});

describe('names that are resolved by DNS', () => {
  it.each(['localhost', 'receiver.localhost'])('do not include %s, which is this machine', async (host) => {
    expect(await resolveByDns(host, never)).toEqual(['127.0.0.1', '::1']);
    expect(await checkReceiver(`https://${host}/`, 'public', resolveByDns)).toMatchObject({ ok: false });
  });

  it('are not resolved after the timeout', async () => {
    await expect(resolveByDns('example.com', AbortSignal.abort())).rejects.toThrow();
  });

  it('are aborted by the signal', async () => {
    await expect(resolveByDns('receiver.invalid', AbortSignal.timeout(1))).rejects.toThrow();
  });
});
