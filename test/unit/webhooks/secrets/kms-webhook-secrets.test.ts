import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { requestSettings } from '../../../../shared/platform/aws/request-settings.ts';
import {
  createKmsClient,
  createKmsSecretOpening,
  createKmsSecretSealing,
} from '../../../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { type KmsStandIn, kmsRejection, startKmsStandIn } from '../../../support/kms-stand-in.ts';

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

/** A secret encrypted for `OWNER`, without the recorded calls. */
async function sealed(secret = SECRET) {
  const ciphertext = await sealing().seal(secret, OWNER);
  kms.calls.length = 0;
  return { ciphertext };
}

describe('a signing secret under the key', () => {
  it('is decrypted unchanged, only for its own webhook', async () => {
    const secret = await sealed();

    const { open } = opening();
    await expect(open(secret, OWNER)).resolves.toBe(SECRET);
    await expect(open(await sealed('whsec_other'), OWNER)).resolves.toBe('whsec_other');
    for (const other of [
      { ...OWNER, orgId: 'org_2' },
      { ...OWNER, mode: 'test' as const },
      { ...OWNER, webhookId: 'wh_2' },
    ]) {
      await expect(open(secret, other)).rejects.toThrow('InvalidCiphertextException');
    }
  });

  it('is encrypted and decrypted by the key, with its owner as context', async () => {
    const ciphertext = await sealing().seal(SECRET, OWNER);
    await opening().open({ ciphertext }, OWNER);

    expect(kms.calls.map(({ target }) => target)).toEqual(['TrentService.Encrypt', 'TrentService.Decrypt']);
    for (const { body } of kms.calls) {
      expect(body).toMatchObject({ KeyId: kms.keyId, EncryptionContext: { ...OWNER } });
    }
  });

  it('is decrypted once in five minutes, for any number of calls', async () => {
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

  it('fails if the response has no bytes', async () => {
    kms.faults.push(kmsRejection(200, 'none'));
    await expect(sealing().seal(SECRET, OWNER)).rejects.toThrow('kms:Encrypt: response without bytes');
  });

  it('does not appear in an error, and is requested again by the next call', async () => {
    const secret = await sealed();
    const { open } = opening();
    kms.faults.push(kmsRejection(400, 'AccessDeniedException'));

    const failure = await open(secret, OWNER).catch((error: unknown) => error);

    expect(failure).toMatchObject({
      name: 'KeyManagementError',
      message: 'kms:Decrypt: AccessDeniedException',
    });
    expect(JSON.stringify(failure)).not.toContain(secret.ciphertext);
    await expect(open(secret, OWNER)).resolves.toBe(SECRET);
  });
});
