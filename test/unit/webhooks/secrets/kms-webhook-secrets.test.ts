import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { requestSettings } from '../../../../shared/platform/aws/request-settings.ts';
import {
  createKmsClient,
  createKmsSecretOpening,
  createKmsSecretSealing,
} from '../../../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { type KmsStandIn, kmsRefusal, startKmsStandIn } from '../../../support/kms-stand-in.ts';

const OWNER = { orgId: 'org_1', mode: 'live', webhookId: 'wh_1' } as const;
const SECRET = 'whsec_c2VjcmV0IG9mIGEgdGVzdCB0aGF0IG5vYm9keSBrbm93cw==';
const MINUTE_MS = 60_000;

let kms: KmsStandIn;
let clock = 0;

beforeAll(async () => {
  kms = await startKmsStandIn();
});
afterAll(() => kms.stop());
beforeEach(() => {
  clock = 0;
  kms.calls.length = 0;
  kms.faults.length = 0;
});

const management = () => ({
  client: createKmsClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    endpoint: kms.endpoint,
    ...requestSettings({ timeoutMs: 300, attempts: 2 }),
  }),
  keyId: kms.keyId,
});
const sealing = () => createKmsSecretSealing(management());
const opening = () => createKmsSecretOpening(management(), () => clock);

/** A secret sealed for `OWNER`; the calls made for it are forgotten. */
async function sealed(secret = SECRET) {
  const ciphertext = await sealing().seal(secret, OWNER);
  kms.calls.length = 0;
  return { ciphertext };
}

describe('a signing secret under the key', () => {
  it('comes back as it was, for its own webhook alone', async () => {
    const secret = await sealed();

    await expect(opening().open(secret, OWNER)).resolves.toBe(SECRET);
    for (const other of [
      { ...OWNER, orgId: 'org_2' },
      { ...OWNER, mode: 'test' as const },
      { ...OWNER, webhookId: 'wh_2' },
    ]) {
      await expect(opening().open(secret, other)).rejects.toThrow('InvalidCiphertextException');
    }
  });

  it('is never written as it is, nor twice alike', async () => {
    const [one, other] = [await sealed(), await sealed()];

    expect(one.ciphertext).not.toBe(other.ciphertext);
    const bytes = Buffer.from(one.ciphertext, 'base64').toString('latin1');
    expect(bytes).not.toContain(SECRET);
  });

  it('is bound by signed calls to the key that names its owner', async () => {
    const ciphertext = await sealing().seal(SECRET, OWNER);
    await opening().open({ ciphertext }, OWNER);

    expect(kms.calls.map(({ target }) => target)).toEqual(['TrentService.Encrypt', 'TrentService.Decrypt']);
    for (const { headers, body } of kms.calls) {
      expect(body).toMatchObject({ KeyId: kms.keyId, EncryptionContext: { ...OWNER } });
      expect(headers).toMatchObject({
        'content-type': 'application/x-amz-json-1.1',
        authorization: expect.stringMatching(/Credential=id\/\d{8}\/us-east-1\/kms\/aws4_request/),
      });
    }
  });

  it('is opened once in five minutes, however many ask', async () => {
    const secret = await sealed();
    const { open } = opening();

    await Promise.all(Array.from({ length: 20 }, () => open(secret, OWNER)));
    clock = 5 * MINUTE_MS - 1;
    await open(secret, OWNER);
    expect(kms.calls).toHaveLength(1);

    clock = 5 * MINUTE_MS;
    await expect(open(secret, OWNER)).resolves.toBe(SECRET);
    expect(kms.calls).toHaveLength(2);
  });

  it('does not take the place of another one in memory', async () => {
    const [one, other] = [await sealed('whsec_one'), await sealed('whsec_other')];
    const { open } = opening();

    await open(one, OWNER);
    await expect(open(other, OWNER)).resolves.toBe('whsec_other');
    await expect(open(one, { ...OWNER, webhookId: 'wh_2' })).rejects.toThrow('InvalidCiphertextException');
  });

  it('leaves memory when a thousand others came after it', async () => {
    const { open } = opening();
    const secrets: { ciphertext: string }[] = [];
    for (let index = 0; index <= 1_000; index++) secrets.push(await sealed(`whsec_${index}`));
    for (const secret of secrets) await open(secret, OWNER);
    kms.calls.length = 0;

    await open(secrets[1_000] ?? { ciphertext: '' }, OWNER);
    expect(kms.calls).toHaveLength(0);
    await open(secrets[0] ?? { ciphertext: '' }, OWNER);
    expect(kms.calls).toHaveLength(1);
  }, 30_000);

  it.each([
    ['an error of the service', kmsRefusal(500, 'KMSInternalException')],
    ['throttling', kmsRefusal(400, 'ThrottlingException')],
    ['no answer', () => undefined],
  ])('is asked for once more after %s', async (_, fault) => {
    const secret = await sealed();
    kms.faults.push(fault);
    await expect(opening().open(secret, OWNER)).resolves.toBe(SECRET);
    kms.faults.push(fault);
    await expect(sealing().seal(SECRET, OWNER)).resolves.not.toBe('');
    expect(kms.calls).toHaveLength(4);
  });

  it('fails where the answer has no bytes', async () => {
    kms.faults.push(kmsRefusal(200, 'none'));
    await expect(sealing().seal(SECRET, OWNER)).rejects.toThrow('kms:Encrypt: response without bytes');
  });

  it('fails without a word of itself, and is asked for anew by the next', async () => {
    const secret = await sealed();
    const { open } = opening();
    kms.faults.push(kmsRefusal(400, 'AccessDeniedException'));

    const failure = await open(secret, OWNER).catch((error: unknown) => error);

    expect(failure).toMatchObject({
      name: 'KeyManagementError',
      message: 'kms:Decrypt: AccessDeniedException',
    });
    expect(JSON.stringify(failure)).not.toContain(secret.ciphertext);
    await expect(open(secret, OWNER)).resolves.toBe(SECRET);
  });
});
