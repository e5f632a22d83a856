import * as v from 'valibot';
import { callJsonService, type JsonService } from '../aws/json-service.ts';
import { rememberLookups } from '../organizations/remembered-lookups.ts';
import type { SecretOpening, SecretOwner, SecretSealing } from './webhook-secrets.ts';

export interface KeyManagement extends Omit<JsonService, 'service' | 'timeoutMs'> {
  /** ARN of the key that signing secrets are encrypted under. */
  readonly keyId: string;
  /** Of one attempt. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;

/** An opened secret stays in a function's memory for so long, so that KMS is not asked at every delivery. */
const OPEN_FOR_MS = 5 * 60 * 1000;
const MOST_OPEN = 1_000;

const sealed = v.object({ CiphertextBlob: v.pipe(v.string(), v.nonEmpty()) });
const opened = v.object({ Plaintext: v.pipe(v.string(), v.nonEmpty()) });

class KeyManagementError extends Error {
  override readonly name = 'KeyManagementError';
}

/** Bound to the ciphertext, and in CloudTrail: KMS decrypts for the same owner only. */
const encryptionContext = ({ orgId, mode, webhookId }: SecretOwner) => ({ orgId, mode, webhookId });

/** Encrypts signing secrets by `kms:Encrypt`. */
export function createKmsSecretSealing(management: KeyManagement): SecretSealing {
  return {
    async seal(secret, owner) {
      const body = {
        KeyId: management.keyId,
        Plaintext: Buffer.from(secret).toString('base64'),
        EncryptionContext: encryptionContext(owner),
      };
      return (await ask(management, 'TrentService.Encrypt', body, sealed)).CiphertextBlob;
    },
  };
}

/** Decrypts them by `kms:Decrypt`, and remembers for five minutes: a ciphertext never changes its meaning. */
export function createKmsSecretOpening(
  management: KeyManagement,
  now: () => number = () => performance.now(),
): SecretOpening {
  const open = rememberLookups(
    async (question) => {
      const { ciphertext, ...owner } = JSON.parse(question) as SecretOwner & { readonly ciphertext: string };
      const body = {
        KeyId: management.keyId,
        CiphertextBlob: ciphertext,
        EncryptionContext: encryptionContext(owner),
      };
      const { Plaintext } = await ask(management, 'TrentService.Decrypt', body, opened);
      return Buffer.from(Plaintext, 'base64').toString();
    },
    { maxAgeMs: OPEN_FOR_MS, maxEntries: MOST_OPEN, now },
  );
  return {
    open: ({ ciphertext }, owner) => open(JSON.stringify({ ciphertext, ...encryptionContext(owner) })),
  };
}

/** @throws KeyManagementError, which holds nothing of what was sent or answered. */
async function ask<Answer>(
  { keyId: _, timeoutMs = TIMEOUT_MS, ...service }: KeyManagement,
  target: string,
  body: Readonly<Record<string, unknown>>,
  shape: v.GenericSchema<unknown, Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await callJsonService({ ...service, service: 'kms', timeoutMs, target, body });
    const parsed = answer.ok ? v.safeParse(shape, answer.body) : undefined;
    if (parsed?.success) return parsed.output;
    const reason = answer.ok ? 'an answer of another shape' : answer.reason;
    if (attempt === ATTEMPTS) throw new KeyManagementError(`${target}: ${reason}`);
  }
}
