import type { EventName } from './event-names.ts';

/** The body of a webhook request (interface specification, 6.2). */
export interface EventEnvelope {
  /** 1 to 64 of A-Z, a-z, 0-9, _ and -. */
  readonly id: string;
  readonly event: EventName;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly livemode: boolean;
}

/** A message of the intake queue: an event and its organization. */
export interface EventMessage extends EventEnvelope {
  readonly orgId: string;
}

/**
 * Characters that JSON allows and queues reject: SQS accepts the characters of XML 1.0, and the local engine none beyond
 * 16 bits.
 */
const REJECTED = /[\uD800-\uDFFF\uFFFE\uFFFF]/g;

/** Writes an event as the body of an intake queue message. */
export function writeEventMessage({ orgId, id, event, created, livemode, object }: EventMessage): string {
  const text = JSON.stringify({ orgId, id, event, created, livemode, object });
  return text.replace(REJECTED, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
