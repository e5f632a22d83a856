import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { checkSignature } from '../../../../bin/freight/webhooks/delivery-signature.ts';

const AT = new Date('2026-10-07T17:00:00Z');
const SECRET = `whsec_${Buffer.from('a key of thirty-two random bytes').toString('base64')}`;
const BODY = '{"id":"evt_1","object":{"title":"Grüße 🚚"}}';

const signed = (secret = SECRET, at = AT) => ({
  id: 'evt_1',
  timestamp: String(at.getTime() / 1000),
  signature: new Webhook(secret).sign('evt_1', at, BODY),
  body: Buffer.from(BODY),
});

describe('the signature of a delivery', () => {
  it('is good where the reference signs it, also next to that of another secret', () => {
    expect(checkSignature(signed(), SECRET, AT)).toBe('signature valid');
    const both = { ...signed(), signature: `v1,AAAA v2,${'A'.repeat(44)} ${signed().signature}` };
    expect(checkSignature(both, SECRET, AT)).toBe('signature valid');
  });

  it('is that of the published example', () => {
    const example = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      body: Buffer.from('{"test": 2432232314}'),
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

    expect(checkSignature(example, secret, new Date(1_614_265_330_000))).toBe('signature valid');
    expect(checkSignature(example, secret, AT)).toBe('signature too old');
  });

  it.each([
    [
      'another secret',
      { ...signed(`whsec_${Buffer.from('another key of random bytes').toString('base64')}`) },
    ],
    ['another body', { ...signed(), body: Buffer.from(`${BODY} `) }],
    ['another id', { ...signed(), id: 'evt_2' }],
    ['a text that is none', { ...signed(), signature: 'v1' }],
  ])('is bad with %s', (_case, delivery) => {
    expect(checkSignature(delivery, SECRET, AT)).toBe('signature INVALID');
  });

  it('is missing without its headers, and too old or too new beyond five minutes', () => {
    expect(checkSignature({ ...signed(), signature: undefined }, SECRET, AT)).toBe('signature missing');
    for (const seconds of [-301, 301]) {
      const then = new Date(AT.getTime() + seconds * 1000);
      expect(checkSignature(signed(), SECRET, then)).toBe('signature too old');
    }
  });
});
