import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { signatureHeaders } from '../../webhooks/sending/sign-payload.ts';

/** The part of API Gateway's event that the receiver uses. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | undefined>> | null;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

export type Reception =
  | { readonly outcome: 'received'; readonly deliverySeconds: number }
  | { readonly outcome: 'rejected'; readonly status: 400 | 401 | 413 };

/** An event of a quote has some 2 KB. Anyone can send a request, so a longer body is not hashed. */
const MAX_BODY_BYTES = 65_536;

/** Two secrets are valid during a rotation. */
const MAX_SIGNATURES = 4;

/** A captured request can be repeated for as long. */
const MAX_SKEW_MS = 5 * 60_000;

const payload = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('quote.created'), created: v.pipe(v.string(), v.isoTimestamp()) }),
);

/**
 * Verifies a request as docs/integrators/receiving-webhooks.md states for receivers, and measures how long its event took.
 * @param now of the service, for the age of the event; `machineNow` for the time of the signature.
 */
export function receiveEvent(
  { headers, body, isBase64Encoded }: ReceivedRequest,
  secret: string,
  { now, machineNow }: { readonly now: Date; readonly machineNow: Date },
): Reception {
  const text = body ?? '';
  if (text.length > MAX_BODY_BYTES) return { outcome: 'rejected', status: 413 };
  const bytes = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
  if (!isSigned(namedInLowerCase(headers ?? {}), bytes, secret, machineNow)) {
    return { outcome: 'rejected', status: 401 };
  }
  const read = v.safeParse(payload, bytes.toString());
  if (!read.success) return { outcome: 'rejected', status: 400 };
  const ms = now.getTime() - Date.parse(read.output.created);
  return { outcome: 'received', deliverySeconds: Math.max(0, ms) / 1000 };
}

const namedInLowerCase = (headers: NonNullable<ReceivedRequest['headers']>) =>
  new Map(Object.entries(headers).map(([name, value = '']) => [name.toLowerCase(), value]));

function isSigned(
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
  secret: string,
  now: Date,
): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (!/^[\w-]{1,100}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false;
  const at = new Date(Number(timestamp) * 1000);
  if (Math.abs(now.getTime() - at.getTime()) > MAX_SKEW_MS) return false;
  const expected = Buffer.from(signatureHeaders({ id, body, secrets: [secret], at })['webhook-signature']);
  return (headers.get('webhook-signature') ?? '')
    .split(' ', MAX_SIGNATURES)
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
