import type { EventMessage } from './event-message.ts';

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
