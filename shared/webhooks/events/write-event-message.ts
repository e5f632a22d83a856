import type { EventMessage } from './event-message.ts';

/**
 * What JSON may hold as it is and a queue may not: SQS takes the characters of XML 1.0, and an engine that stands for it
 * takes none beyond 16 bits.
 */
const NOT_TAKEN = /[\uD800-\uDFFF\uFFFE\uFFFF]/g;

/** An event as the text of a message of the intake queue. */
export function writeEventMessage({ orgId, id, event, created, livemode, object }: EventMessage): string {
  const text = JSON.stringify({ orgId, id, event, created, livemode, object });
  return text.replace(NOT_TAKEN, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
