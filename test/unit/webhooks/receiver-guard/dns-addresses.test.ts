import { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resolveByDns } from '../../../../shared/webhooks/receiver-guard/dns-addresses.ts';

const never = () => new AbortController().signal;
const failed = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** Name servers with these answers. */
function mockDnsAnswers(ipv4: Promise<string[]>, ipv6: Promise<string[]>) {
  return {
    resolve4: vi.spyOn(Resolver.prototype, 'resolve4').mockReturnValue(ipv4 as never),
    resolve6: vi.spyOn(Resolver.prototype, 'resolve6').mockReturnValue(ipv6 as never),
    cancel: vi.spyOn(Resolver.prototype, 'cancel').mockReturnValue(undefined),
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the addresses of a name', () => {
  it('are its A records and then its AAAA records', async () => {
    const { resolve4, resolve6 } = mockDnsAnswers(Promise.resolve(['8.8.8.8']), Promise.resolve(['2606::1']));

    expect(await resolveByDns('example.com', never())).toEqual(['8.8.8.8', '2606::1']);
    expect([resolve4.mock.calls, resolve6.mock.calls]).toEqual([[['example.com']], [['example.com']]]);
  });

  it('can be of one family', async () => {
    mockDnsAnswers(Promise.resolve(['8.8.8.8']), failed('ENODATA'));
    expect(await resolveByDns('example.com', never())).toEqual(['8.8.8.8']);
    vi.restoreAllMocks();
    mockDnsAnswers(failed('ENODATA'), Promise.resolve(['2606::1']));
    expect(await resolveByDns('example.com', never())).toEqual(['2606::1']);
  });

  it('are unknown if both look-ups fail', async () => {
    mockDnsAnswers(failed('ENOTFOUND'), failed('ESERVFAIL'));
    await expect(resolveByDns('example.com', never())).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each(['localhost', 'a.localhost'])('of %s are those of loopback, without a look-up', async (host) => {
    const { resolve4 } = mockDnsAnswers(Promise.resolve([]), Promise.resolve([]));

    expect(await resolveByDns(host, never())).toEqual(['127.0.0.1', '::1']);
    expect(resolve4).not.toHaveBeenCalled();
  });

  it.each(['localhost.example.com', 'mylocalhost'])('of %s are looked up', async (host) => {
    mockDnsAnswers(Promise.resolve(['8.8.8.8']), Promise.resolve([]));
    expect(await resolveByDns(host, never())).toEqual(['8.8.8.8']);
  });
});

describe('an aborted look-up', () => {
  it('is not begun after the abort', async () => {
    const { resolve4 } = mockDnsAnswers(Promise.resolve([]), Promise.resolve([]));

    await expect(resolveByDns('example.com', AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    expect(resolve4).not.toHaveBeenCalled();
  });

  it('is cancelled, and only while it runs', async () => {
    const ipv4 = Promise.withResolvers<string[]>();
    const { cancel } = mockDnsAnswers(ipv4.promise, Promise.resolve([]));
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
