import * as v from 'valibot';
import { checkSignature } from './delivery-signature.ts';
import type { ForwardedDelivery } from './forwarding-receiver.ts';

const envelope = v.pipe(v.string(), v.parseJson(), v.object({ event: v.string() }));

/** The time, event, status, duration and signature check of a delivery. */
export function summarizeDelivery(delivery: ForwardedDelivery, secret: string, now: Date) {
  const { headers, body, status, failure, ms } = delivery;
  const header = (name: string) => {
    const value = headers[name];
    return value === undefined ? undefined : String(value);
  };
  const parsed = v.safeParse(envelope, body.toString());
  const signature = checkSignature(
    {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body,
    },
    secret,
    now,
  );
  return {
    time: now.toISOString(),
    event: parsed.success ? parsed.output.event : 'no event',
    id: header('x-event-id') ?? 'no id',
    status: status ?? null,
    ...(failure === undefined ? {} : { failure }),
    ms,
    signature,
  };
}

export const describeDelivery = (summary: ReturnType<typeof summarizeDelivery>): string =>
  [
    summary.time.slice(11, 19),
    summary.event,
    summary.id,
    summary.status === null ? `not forwarded: ${summary.failure}` : String(summary.status),
    `${summary.ms} ms`,
    summary.signature,
  ].join('  ');
