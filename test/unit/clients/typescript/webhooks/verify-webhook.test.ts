import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../../../../clients/typescript/src/index.ts';
import { newWebhookSecret, signatureHeaders } from '../../../../../shared/webhooks/sending/sign-payload.ts';

const AT = new Date('2026-11-02T15:04:05.000Z');
const ID = 'evt_8k2m4q6s8v0x2z4b6d8f0h2j4k';
const SECRET = newWebhookSecret();
const EVENT = {
  id: ID,
  event: 'quote.created',
  created: AT.toISOString(),
  object: { type: 'x' },
  livemode: false,
};
const BODY = JSON.stringify(EVENT);

const sign = (body = BODY, secrets = [SECRET], id = ID) =>
  signatureHeaders({ id, body: Buffer.from(body), secrets, at: AT });
const reasonOf = async (verification: Promise<unknown>) => {
  const error = await verification.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as WebhookVerificationError).reason;
};

describe('a webhook of the service', () => {
  it.each([
    ['an object', { ...sign() }],
    ['headers of fetch', new Headers({ ...sign() })],
    [
      'names in upper case',
      Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'lists of one value',
      Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name, [value]])),
    ],
  ])('is accepted with %s', async (_, headers) => {
    expect(await verifyWebhook(BODY, headers, SECRET, { now: AT })).toEqual(EVENT);
  });

  it('is accepted as text or bytes, for any content, with each secret of a rotation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), async (object) => {
        const text = JSON.stringify({ ...EVENT, object });
        const bytes = new TextEncoder().encode(text);
        const secrets = [newWebhookSecret(), newWebhookSecret()];
        const headers = sign(text, secrets);
        for (const secret of secrets) {
          for (const body of [text, bytes, bytes.buffer]) {
            const event = await verifyWebhook(body, { ...headers }, secret, { now: AT });
            expect(event).toEqual(JSON.parse(text));
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is accepted if the reference library signed it', async () => {
    const headers = {
      'webhook-id': ID,
      'webhook-timestamp': String(AT.getTime() / 1000),
      'webhook-signature': new Webhook(SECRET).sign(ID, AT, BODY),
    };
    await expect(verifyWebhook(BODY, headers, SECRET, { now: AT })).resolves.toEqual(EVENT);
  });
});

describe('a webhook is rejected', () => {
  it('after a change of one byte of the body, the id, the time or the signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: BODY.length - 1 }), async (index) => {
        const bytes = new TextEncoder().encode(BODY);
        bytes[index] = (bytes[index] ?? 0) ^ 1;
        expect(await reasonOf(verifyWebhook(bytes, { ...sign() }, SECRET, { now: AT }))).toBe('signature');
      }),
      { numRuns: 50 },
    );
    const { 'webhook-signature': signature } = sign();
    for (const change of [
      { 'webhook-id': 'evt_other' },
      { 'webhook-timestamp': String(AT.getTime() / 1000 + 1) },
      { 'webhook-signature': signature.replace('v1,', 'v2,') },
      { 'webhook-signature': signature.slice(0, -4) },
      { 'webhook-signature': 'v1,!!!' },
    ]) {
      expect(await reasonOf(verifyWebhook(BODY, { ...sign(), ...change }, SECRET, { now: AT }))).toBe(
        'signature',
      );
    }
  });

  it('with another secret', async () => {
    expect(await reasonOf(verifyWebhook(BODY, { ...sign() }, newWebhookSecret(), { now: AT }))).toBe(
      'signature',
    );
  });

  it('outside the tolerance, also with a valid signature; the message has the difference', async () => {
    const at = (seconds: number) => ({ now: new Date(AT.getTime() + seconds * 1_000) });
    await expect(verifyWebhook(BODY, { ...sign() }, SECRET, at(300))).resolves.toEqual(EVENT);
    await expect(verifyWebhook(BODY, { ...sign() }, SECRET, at(-300))).resolves.toEqual(EVENT);
    await expect(verifyWebhook(BODY, { ...sign() }, SECRET, at(301))).rejects.toThrow('301 s in the past');
    await expect(verifyWebhook(BODY, { ...sign() }, SECRET, at(-301))).rejects.toThrow('301 s in the future');
    await expect(
      verifyWebhook(BODY, { ...sign() }, SECRET, { ...at(900), toleranceSeconds: 900 }),
    ).resolves.toEqual(EVENT);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s, or with two',
    async (name) => {
      const { [name as 'webhook-id']: value, ...others } = sign();
      expect(await reasonOf(verifyWebhook(BODY, others, SECRET, { now: AT }))).toBe('header');
      const repeated = { ...others, [name]: [value, value] };
      expect(await reasonOf(verifyWebhook(BODY, repeated, SECRET, { now: AT }))).toBe('header');
    },
  );

  it.each(['NaN', '1e9', '-1', ' 1793631845', 'Infinity'])('with the time %j', async (time) => {
    const headers = { ...sign(), 'webhook-timestamp': time };
    expect(await reasonOf(verifyWebhook(BODY, headers, SECRET, { now: AT }))).toBe('header');
  });

  it.each([
    'not JSON',
    '[]',
    'null',
    '{"id":"evt_other","event":"quote.created","object":{}}',
    `{"id":"${ID}"}`,
  ])('with the signed body %s', async (body) => {
    expect(await reasonOf(verifyWebhook(body, { ...sign(body) }, SECRET, { now: AT }))).toBe('body');
  });

  it('with more signatures than the service sends', async () => {
    const { 'webhook-signature': signature, ...others } = sign();
    const [wrong] = [sign(BODY, [newWebhookSecret()])['webhook-signature']];
    const many = { ...others, 'webhook-signature': [...Array(10).fill(wrong), signature].join(' ') };
    expect(await reasonOf(verifyWebhook(BODY, many, SECRET, { now: AT }))).toBe('signature');
  });
});

describe('a wrong argument', () => {
  it.each(['', 'whsec_', 'whsec_***'])('the secret %j is a TypeError without the secret', async (secret) => {
    const rejection = expect(verifyWebhook(BODY, { ...sign() }, secret, { now: AT })).rejects;
    await rejection.toThrow(new TypeError('secret must be whsec_ and a key in base64.'));
  });

  it('a parsed body is a TypeError', async () => {
    await expect(verifyWebhook(EVENT as never, { ...sign() }, SECRET, { now: AT })).rejects.toThrow(
      'not a parsed object',
    );
  });
});
