import type { OutgoingMessage } from './message-queue.ts';

/** A message with its place among those that were given. */
export interface NumberedMessage {
  readonly position: number;
  readonly message: OutgoingMessage;
}

/** SQS's limits of one SendMessageBatch: entries, and bytes of bodies and attributes together (since August 2025). */
const MOST_ENTRIES = 10;
export const MOST_BYTES = 1_048_576;

/** Every attribute carries its data type, which counts. */
const TYPE_BYTES = 'String'.length;

/** Groups messages, in their order, into requests that SQS takes; those that are too large for any are apart. */
export function splitIntoRequests(messages: readonly OutgoingMessage[]) {
  const requests: NumberedMessage[][] = [];
  const oversize: NumberedMessage[] = [];
  let room = 0;
  for (const [position, message] of messages.entries()) {
    const bytes = bytesOf(message);
    if (bytes > MOST_BYTES) {
      oversize.push({ position, message });
      continue;
    }
    const open = requests.at(-1);
    if (open !== undefined && open.length < MOST_ENTRIES && bytes <= room) {
      open.push({ position, message });
      room -= bytes;
    } else {
      requests.push([{ position, message }]);
      room = MOST_BYTES - bytes;
    }
  }
  return { requests, oversize };
}

/** As much of an attribute's value as there is room for beside a body; undefined where there is none. */
export function truncateAttribute(body: string, name: string, value: string): string | undefined {
  const room = MOST_BYTES - bytesOf({ body, attributes: { [name]: '' } });
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
