import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks requires 24 to 64 random bytes. */
const SECRET_BYTES = 32;
export const MIN_SECRET_BYTES = 24;

/**
 * Signs a payload by Standard Webhooks: HMAC-SHA256 of `{id}.{timestamp}.{body}`, keyed with the bytes that a secret encodes.
 * `id` is the event's, the same for every attempt; `at` is the time of the attempt. There is one signature for each secret:
 * after a rotation, the old one stays valid for 24 hours.
 * @throws TypeError for an id with a dot, no secret, or an invalid secret
 */
export function signatureHeaders({
  id,
  body,
  secrets,
  at,
}: {
  readonly id: string;
  readonly body: Uint8Array;
  readonly secrets: readonly string[];
  readonly at: Date;
}) {
  // With a dot in the id, one signature would be valid for two messages.
  if (id.includes('.')) throw new TypeError('The id of a signed message must not contain a dot.');
  if (secrets.length === 0) throw new TypeError('A message needs at least one signing secret.');
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
  if (key.length < MIN_SECRET_BYTES)
    throw new TypeError('A signing secret must be whsec_ and at least 24 bytes in base64.');
  return key;
}
