import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ControlPlaneServer,
  startControlPlane,
} from '../../../../lib/local/control/control-plane-server.ts';
import { GatewayRegistry } from '../../../../lib/local/control/gateway-registry.ts';
import { createKeyManagement, type KeyManagement } from '../../../../lib/local/control/key-management.ts';
import { engineSettings } from '../../../../lib/local/engines/engine-settings.ts';

const CONTEXT = { orgId: 'org_1', webhookId: 'wh_1' };
const Plaintext = Buffer.from('whsec_secret').toString('base64');
const KeyId = 'arn:aws:kms:us-east-1:000000000000:key/webhook-secrets';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freight-kms-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const encrypt = (keys: KeyManagement, EncryptionContext: object | undefined = CONTEXT): string =>
  Object(keys.encrypt({ KeyId, Plaintext, EncryptionContext })).CiphertextBlob;
const rejection = expect.objectContaining({ type: 'InvalidCiphertextException', status: 400 });

describe('local KMS', () => {
  it('decrypts its ciphertext with the same encryption context in any order', () => {
    const keys = createKeyManagement();
    const CiphertextBlob = encrypt(keys);

    expect(CiphertextBlob).not.toContain(Plaintext);
    expect(
      keys.decrypt({ KeyId, CiphertextBlob, EncryptionContext: { webhookId: 'wh_1', orgId: 'org_1' } }),
    ).toEqual({ Plaintext, KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  });

  it('encrypts the same text to a different ciphertext each time', () => {
    const keys = createKeyManagement();

    expect(encrypt(keys)).not.toBe(encrypt(keys));
  });

  it.each([
    ['another organization', { ...CONTEXT, orgId: 'org_2' }],
    ['fewer members', { orgId: 'org_1' }],
    ['more members', { ...CONTEXT, more: '' }],
    ['no members', undefined],
  ])('rejects an encryption context of %s', (_, EncryptionContext) => {
    const keys = createKeyManagement();
    const CiphertextBlob = encrypt(keys);

    expect(() => keys.decrypt({ KeyId, CiphertextBlob, EncryptionContext })).toThrow(rejection);
  });

  it.each(['', 'AAAA', Buffer.alloc(60).toString('base64')])(
    'rejects %j, which it did not encrypt',
    (CiphertextBlob) => {
      expect(() => createKeyManagement().decrypt({ KeyId, CiphertextBlob })).toThrow(rejection);
    },
  );

  it('rejects a changed ciphertext', () => {
    const keys = createKeyManagement();
    const changed = Buffer.from(encrypt(keys), 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const CiphertextBlob = changed.toString('base64');

    expect(() => keys.decrypt({ KeyId, CiphertextBlob, EncryptionContext: CONTEXT })).toThrow(rejection);
  });

  it('keeps its key after a restart, and creates another key if the file is missing', () => {
    const file = join(folder, 'kms.key');
    const CiphertextBlob = encrypt(createKeyManagement(file));
    const decrypt = (keys: KeyManagement) => keys.decrypt({ CiphertextBlob, EncryptionContext: CONTEXT });

    expect(decrypt(createKeyManagement(file))).toMatchObject({ Plaintext });
    rmSync(file);
    expect(() => decrypt(createKeyManagement(file))).toThrow(rejection);
  });

  it('reports a file without a key in one line', () => {
    const file = join(folder, 'kms.key');
    writeFileSync(file, 'short');

    expect(() => createKeyManagement(file)).toThrow(`${file} is damaged.`);
  });
});

describe('local KMS with the AWS SDK', () => {
  let server: ControlPlaneServer;
  beforeEach(async () => {
    server = await startControlPlane(new GatewayRegistry([]), { keys: createKeyManagement() });
  });
  afterEach(() => server.stop());

  it('encrypts and decrypts, and rejects a ciphertext with the exception of AWS', async () => {
    const kms = new KMSClient(engineSettings(server.url));
    const EncryptionContext = CONTEXT;
    const secret = Buffer.from(Plaintext, 'base64');
    const { CiphertextBlob } = await kms.send(
      new EncryptCommand({ KeyId, Plaintext: secret, EncryptionContext }),
    );

    const decrypted = await kms.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext }));
    expect(Buffer.from(decrypted.Plaintext ?? [])).toEqual(secret);
    await expect(kms.send(new DecryptCommand({ KeyId, CiphertextBlob }))).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  });
});
