import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signatureHeaders } from '../../../../shared/webhooks/sending/sign-payload.ts';

const now = () => new Date(Math.floor(Date.now() / 1000) * 1000);

describe('signature of a payload', () => {
  it('equals the published test vector', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: Buffer.from('{"test": 2432232314}'),
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      at: new Date(1614265330_999),
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is accepted by the reference verifier with each secret of a rotation, for any payload', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.stringMatching(/^evt_[A-Za-z0-9_-]{1,60}$/), (value, id) => {
        const secrets = [newWebhookSecret(), newWebhookSecret()];
        const text = JSON.stringify(value);
        const headers = signatureHeaders({ id, body: Buffer.from(text), secrets, at: now() });
        for (const secret of secrets) {
          expect(() => new Webhook(secret).verify(text, { ...headers })).not.toThrow();
        }
        expect(() => new Webhook(newWebhookSecret()).verify(text, { ...headers })).toThrow();
        expect(() => new Webhook(secrets[0] ?? '').verify(`${text} `, { ...headers })).toThrow();
      }),
    );
  });

  it('covers the bytes, also if they are not text', () => {
    const at = now();
    const secrets = [newWebhookSecret()];
    const one = signatureHeaders({ id: 'evt_1', body: Buffer.of(0xff), secrets, at });
    const other = signatureHeaders({ id: 'evt_1', body: Buffer.of(0xfe), secrets, at });
    expect(one['webhook-signature']).not.toBe(other['webhook-signature']);
  });

  it.each([
    ['an id with a dot', { id: 'evt.1', secrets: [newWebhookSecret()] }],
    ['no secret', { id: 'evt_1', secrets: [] }],
    ['a secret without its prefix', { id: 'evt_1', secrets: ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }],
    ['a short secret', { id: 'evt_1', secrets: ['whsec_MfKQ'] }],
  ])('is not made with %s', (_, wrong) => {
    expect(() => signatureHeaders({ body: Buffer.from('{}'), at: now(), ...wrong })).toThrow(TypeError);
  });
});

describe('a new secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});
