import { describe, expect, it, vi } from 'vitest';
import { createReceiverCheck } from '../../../../shared/webhooks/receiver-guard/receiver-check.ts';

const checking = (...addresses: readonly string[]) => {
  const resolve = vi.fn(async () => addresses);
  return { resolve, check: createReceiverCheck('public', resolve) };
};

describe('the check of a receiver', () => {
  it('reads a URL without a look-up', () => {
    const { check, resolve } = checking('8.8.8.8');

    expect(check.read('https://Example.com')).toMatchObject({ ok: true, url: 'https://example.com/' });
    expect(resolve).not.toHaveBeenCalled();
  });

  it('does not look up the host of an invalid URL', async () => {
    const { check, resolve } = checking('8.8.8.8');

    expect(await check.check('ftp://example.com')).toEqual({
      ok: false,
      message: 'url must start with https:// or http:// and a host',
    });
    expect(resolve).not.toHaveBeenCalled();
  });

  it('rejects a host with a private address', async () => {
    expect(await checking('10.0.0.1').check.check('https://example.com')).toMatchObject({ ok: false });
  });

  it('returns the warnings of the text and of the look-up', async () => {
    const unencrypted = 'url uses http: events are sent unencrypted; https is recommended';

    expect(await checking('8.8.8.8').check.check('https://example.com#a')).toEqual({
      ok: true,
      url: 'https://example.com/',
      warnings: [],
    });
    expect(await checking().check.check('http://example.com')).toEqual({
      ok: true,
      url: 'http://example.com/',
      warnings: [unencrypted, 'url: the host name example.com does not resolve at present'],
    });
  });
});
