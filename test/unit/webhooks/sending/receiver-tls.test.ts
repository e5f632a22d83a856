import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../../../shared/webhooks/sending/send-webhook.ts';
import { selfSigned } from '../../../support/certificate.ts';
import { type RawReceiver, startRawReceiver } from '../../../support/raw-receiver.ts';

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS);
const trusted = getCACertificates();

let receiver: RawReceiver | undefined;
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await receiver?.stop();
});

/** One attempt at a receiver with given TLS options, by address or name. */
async function send(tls: TlsOptions | undefined, host = '127.0.0.1', trust?: string) {
  if (trust !== undefined) setDefaultCACertificates([...trusted, trust]);
  receiver = await startRawReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), {
    ...(tls === undefined ? {} : { tls }),
  });
  const resolver = () => Promise.resolve(['127.0.0.1']);
  const sender = createWebhookSender({ receivers: 'public-and-loopback', resolver, timeoutMs: 60_000 });
  const url = `https://${host}:${receiver.port}/`;
  return sender.send({ url, body: Buffer.from('{"id":"evt_1"}'), headers: {} });
}

const certificate = (notBefore = day(-1), notAfter = day(1)) =>
  selfSigned({ notBefore, notAfter, addresses: ['127.0.0.1'], names: ['receiver.example'] });

describe('a receiver over TLS', () => {
  it.each(['127.0.0.1', 'receiver.example', 'receiver.example.'])(
    'gets its request if its certificate is trusted: %s',
    async (host) => {
      const tls = certificate();
      expect(await send(tls, host, tls.cert)).toMatchObject({ ok: true, status: 204, address: '127.0.0.1' });
      expect(receiver?.received()).toContain('{"id":"evt_1"}');
    },
  );

  it('gets nothing if its certificate is self-signed', async () => {
    expect(await send(certificate())).toMatchObject({
      ok: false,
      error: 'tls',
      detail: "The receiver's certificate is self-signed.",
    });
    expect(receiver?.received()).toBe('');
  });

  it.each([
    ['has expired', certificate(day(-3), day(-1)), 'has expired'],
    ['is not valid yet', certificate(day(1), day(3)), 'is not valid yet'],
  ])('gets nothing if its certificate %s', async (_, tls, words) => {
    const result = await send(tls, undefined, tls.cert);
    expect(result).toMatchObject({ ok: false, error: 'tls', detail: expect.stringContaining(words) });
    expect(receiver?.received()).toBe('');
  });

  it('gets nothing if its certificate is for another host', async () => {
    const tls = certificate();
    expect(await send(tls, 'other.example', tls.cert)).toMatchObject({
      ok: false,
      error: 'tls',
      detail: "The receiver's certificate is for another host.",
    });
    expect(receiver?.received()).toBe('');
  });

  it('gets nothing below TLS 1.2', async () => {
    const tls = certificate();
    const old = {
      ...tls,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    expect(await send(old, undefined, tls.cert)).toMatchObject({ ok: false, error: 'tls' });
  });

  it('has failed if it does not use TLS', async () => {
    expect(await send(undefined)).toMatchObject({
      ok: false,
      error: 'tls',
      detail: expect.not.stringContaining('SSL'),
    });
  });
});
