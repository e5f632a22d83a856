import { createHmac, timingSafeEqual } from 'node:crypto';

/** What there is to say of the signature of a delivery. */
export type SignatureResult =
  | 'signature valid'
  | 'signature missing'
  | 'signature too old'
  | 'signature INVALID';

export interface SignedDelivery {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  /** Texts "v1,base64" with spaces between them. */
  readonly signature: string | undefined;
  /** As it was sent, to the byte. */
  readonly body: Buffer;
}

/** How far the clocks of sender and receiver may be apart (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;

/** Judges a delivery by its secret (`whsec_...`), as the specification Standard Webhooks has it. */
export function checkSignature(
  { id, timestamp, signature, body }: SignedDelivery,
  secret: string,
  now: Date,
): SignatureResult {
  if (id === undefined || timestamp === undefined || signature === undefined) return 'signature missing';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const good = signature.split(' ').some((text) => {
    const [version, digest = ''] = text.split(',');
    const given = Buffer.from(digest, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!good) return 'signature INVALID';
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return age <= TOLERANCE_SECONDS ? 'signature valid' : 'signature too old';
}
