import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalSetupError } from '../local-setup-error.ts';
import { ControlPlaneError } from './gateway-registry.ts';

/** Local KMS: one key for every key id. */
export interface KeyManagement {
  encrypt(call: Readonly<Record<string, unknown>>): object;
  decrypt(call: Readonly<Record<string, unknown>>): object;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Sorts the members, so that equal contexts give equal texts. */
const contextOf = (call: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(Object(call.EncryptionContext)).sort()));

/**
 * @param file stores the key across restarts; absent = in memory.
 * @throws LocalSetupError if the file exists and contains no key.
 */
export function createKeyManagement(file?: string): KeyManagement {
  const key = file === undefined ? randomBytes(KEY_BYTES) : keyOf(file);
  return {
    encrypt(call) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(contextOf(call));
      const text = Buffer.concat([
        cipher.update(Buffer.from(String(call.Plaintext), 'base64')),
        cipher.final(),
      ]);
      const blob = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
      return { CiphertextBlob: blob, KeyId: call.KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
    },
    decrypt(call) {
      const blob = Buffer.from(String(call.CiphertextBlob), 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, IV_BYTES))
          .setAAD(contextOf(call))
          .setAuthTag(blob.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = Buffer.concat([decipher.update(blob.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return {
          Plaintext: text.toString('base64'),
          KeyId: call.KeyId,
          EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
        };
      } catch {
        throw new ControlPlaneError(400, 'InvalidCiphertextException', '');
      }
    },
  };
}

function keyOf(file: string): Buffer {
  if (!existsSync(file)) {
    // Atomic: an interrupted write leaves no file, and the next start creates a new key.
    writeFileSync(`${file}.unfinished`, randomBytes(KEY_BYTES), { mode: 0o600 });
    renameSync(`${file}.unfinished`, file);
  }
  const key = readFileSync(file);
  if (key.length === KEY_BYTES) return key;
  throw new LocalSetupError(`${file} is damaged. Remove ${dirname(file)} to start without data.`);
}
