import type { OutgoingMessage } from './message-queue.ts';

/** A message with its position in the input. */
export interface NumberedMessage {
  readonly position: number;
  readonly message: OutgoingMessage;
}

/** Limits of SendMessageBatch: entries, and total bytes of bodies and attributes (since August 2025). */
const MAX_ENTRIES = 10;
export const MAX_BYTES = 1_048_576;

/** Each attribute has a data type, which counts towards the limit. */
const TYPE_BYTES = 'String'.length;

/** Splits messages, in order, into requests within the SQS limits. Messages that exceed the limits are `oversize`. */
export function splitIntoRequests(messages: readonly OutgoingMessage[]) {
  const requests: NumberedMessage[][] = [];
  const oversize: NumberedMessage[] = [];
  let room = 0;
  for (const [position, message] of messages.entries()) {
    const bytes = bytesOf(message);
    if (bytes > MAX_BYTES) {
      oversize.push({ position, message });
      continue;
    }
    const open = requests.at(-1);
    if (open !== undefined && open.length < MAX_ENTRIES && bytes <= room) {
      open.push({ position, message });
      room -= bytes;
    } else {
      requests.push([{ position, message }]);
      room = MAX_BYTES - bytes;
    }
  }
  return { requests, oversize };
}

/** Truncates an attribute value to the bytes that a body leaves free; undefined if no bytes are free. */
export function truncateAttribute(body: string, name: string, value: string): string | undefined {
  const room = MAX_BYTES - bytesOf({ body, attributes: { [name]: '' } });
  let fitting = value.slice(0, Math.max(0, room));
  while (Buffer.byteLength(fitting) > room) fitting = fitting.slice(0, -1);
  return fitting === '' ? undefined : fitting.toWellFormed();
}

function bytesOf({ body, attributes = {} }: OutgoingMessage): number {
  return Object.entries(attributes).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + TYPE_BYTES,
    Buffer.byteLength(body),
  );
}
