import type { WebhookEvent } from '../api/api-types.ts';
import { FreightError } from '../errors/errors.ts';

const DEFAULT_TOLERANCE_SECONDS = 300;
/** The service sends at most 2, during a rotation of the secret. */
const MAX_SIGNATURES = 10;

/** Not a global type in every runtime. */
type HmacKey = Awaited<ReturnType<typeof importKey>>;

/** Headers of a request: those of fetch, of Node, or an object. Names of objects are in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Largest difference between the time of the attempt and the clock, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Clock for tests. Default: now. */
  readonly now?: Date | undefined;
}

/** `header`: absent or malformed. `timestamp`: out of tolerance. `signature`: none matches. `body`: not an event. */
export type WebhookRejection = 'header' | 'timestamp' | 'signature' | 'body';

/** The request is not a webhook of the service. Answer 400 or 401. */
export class WebhookVerificationError extends FreightError {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookRejection;

  constructor(reason: WebhookRejection, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * The event of a webhook whose signature is valid (Standard Webhooks). The comparison takes constant time.
 * Process each `id` once. Ignore events with an unknown name.
 * @param body the received bytes, or their text; never JSON that was parsed and written again
 * @param secret `whsec_...`
 * @throws WebhookVerificationError if the request must be rejected
 * @throws TypeError if the secret or the body has a wrong type
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const key = await importKey(secret);
  const payload = bytesOf(body);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  checkTime(timestamp, now, toleranceSeconds);

  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + payload.length);
  signed.set(prefix);
  signed.set(payload, prefix.length);
  if (!(await matchesOne(key, signatures, signed)))
    throw new WebhookVerificationError(
      'signature',
      'No signature matches. Check the secret, and that the body is unchanged.',
    );
  return readEvent(payload, id);
}

async function importKey(secret: string) {
  const bytes = typeof secret === 'string' ? decodeBase64(secret.replace(/^whsec_/, '')) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('secret must be whsec_ and a key in base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('body must be the received text or bytes, not a parsed object.');
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError('header', `The header ${name} is absent or repeated.`);
  return value;
}

function headerOf(headers: WebhookHeaders, name: string): unknown {
  if (typeof headers.get === 'function') return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) && found.length === 1 ? found[0] : found;
}

function checkTime(timestamp: string, now: Date, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('header', 'The header webhook-timestamp is not a time in seconds.');
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  const direction = age > 0 ? 'past' : 'future';
  throw new WebhookVerificationError(
    'timestamp',
    `webhook-timestamp is ${Math.abs(age)} s in the ${direction}; ${toleranceSeconds} s are allowed. Check the clock of this machine.`,
  );
}

/** crypto.subtle.verify compares in constant time. */
async function matchesOne(
  key: HmacKey,
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const candidates = signatures
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .flatMap((text) => (text.startsWith('v1,') ? (decodeBase64(text.slice(3)) ?? []) : []));
  const matches = await Promise.all(
    candidates.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  return matches.includes(true);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function readEvent(payload: Uint8Array, id: string): WebhookEvent {
  const event = parse(payload);
  if (event?.id !== id || typeof event.event !== 'string' || typeof event.object !== 'object')
    throw new WebhookVerificationError('body', 'The signed body is not an event with the id of webhook-id.');
  return event as unknown as WebhookEvent;
}

function parse(payload: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
