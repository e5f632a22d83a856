import { createHmac, randomBytes } from 'node:crypto';

export interface PayloadToSign {
  /** Of the event, the same on every attempt. */
  readonly id: string;
  /** The bytes as they are sent. */
  readonly body: Uint8Array;
  /** One signature each, in this order: the old secret stays valid for a while beside a new one. */
  readonly secrets: readonly string[];
  /** Of this attempt. */
  readonly at: Date;
}

export interface SignatureHeaders {
  readonly 'webhook-id': string;
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const PREFIX = 'whsec_';
/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32;
const LEAST_SECRET_BYTES = 24;

/**
 * Signs a payload as Standard Webhooks lays down: HMAC-SHA256 of `{id}.{timestamp}.{body}`, by the bytes that the
 * secret encodes.
 * @throws TypeError for an id with a dot, no secret, or one that is none: faults of ours, not of a receiver
 */
export function signatureHeaders({ id, body, secrets, at }: PayloadToSign): SignatureHeaders {
  // A dot in the id would let one signature stand for two messages.
  if (id.includes('.')) throw new TypeError('The id of a signed message has no dot.');
  if (secrets.length === 0) throw new TypeError('A message needs a secret to be signed by.');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64');
  if (key.length < LEAST_SECRET_BYTES)
    throw new TypeError('A signing secret is whsec_ and 24 bytes or more in base64.');
  return key;
}
