import { AsyncLocalStorage } from 'node:async_hooks';

/** The members of an engine queue that determine its order. */
export interface OrderedQueue {
  /** Visible messages in delivery order. */
  messages: GroupedMessage[];
  readonly inflightMessages: ReadonlyMap<string, { readonly message: GroupedMessage }>;
  /** Makes messages visible again after their delay or visibility time-out. */
  processTimers(): void;
  enqueue(message: GroupedMessage & { readonly body: string }): void;
  dequeue(atMost: number, ...rest: unknown[]): unknown[];
}

export interface GroupedMessage {
  messageGroupId?: string | undefined;
}

/** Body of SendMessage, or an entry of SendMessageBatch. */
interface SentMessage {
  readonly MessageBody?: string;
  readonly MessageGroupId?: string;
}

const sentNow = new AsyncLocalStorage<readonly SentMessage[]>();

/** Runs a call of the engine and remembers message groups, which the engine drops. */
export function rememberSent(body: unknown, call: () => void): void {
  const { Entries, ...one } = Object(body) as SentMessage & { readonly Entries?: unknown };
  sentNow.run(Array.isArray(Entries) ? Entries : [one], call);
}

const groupOf = ({ messageGroupId = '' }: GroupedMessage): string => messageGroupId;

/**
 * The messages in the order of SQS fair queues: groups with the fewest messages in flight come first. The order within
 * a group does not change.
 */
export function inFairOrder<Message extends GroupedMessage>(
  messages: readonly Message[],
  inFlight: Iterable<GroupedMessage>,
  atMost: number,
): Message[] {
  const waiting = Map.groupBy(messages, groupOf);
  if (waiting.size < 2) return [...messages];
  const busy = new Map([...waiting.keys()].map((group) => [group, 0]));
  const count = (group: string) => busy.set(group, (busy.get(group) ?? 0) + 1);
  for (const message of inFlight) if (busy.has(groupOf(message))) count(groupOf(message));
  const next = new Set<Message>();
  while (next.size < atMost && waiting.size > 0) {
    // If groups have equal counts, the one with the oldest message comes first.
    const [group, own] = [...waiting].reduce((fewest, one) =>
      (busy.get(one[0]) ?? 0) < (busy.get(fewest[0]) ?? 0) ? one : fewest,
    );
    const message = own.shift();
    if (message !== undefined) next.add(message);
    if (own.length === 0) waiting.delete(group);
    count(group);
  }
  return [...next, ...messages.filter((message) => !next.has(message))];
}

/** Makes an engine queue fair, as in SQS: many messages of one group do not delay other groups. */
export function makeFair(queue: OrderedQueue): void {
  const enqueue = queue.enqueue.bind(queue);
  queue.enqueue = (message) => {
    const sent = sentNow.getStore()?.find(({ MessageBody }) => MessageBody === message.body);
    message.messageGroupId ??= sent?.MessageGroupId;
    enqueue(message);
  };
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (atMost, ...rest) => {
    queue.processTimers();
    const inFlight = [...queue.inflightMessages.values()].map(({ message }) => message);
    queue.messages = inFairOrder(queue.messages, inFlight, atMost);
    return dequeue(atMost, ...rest);
  };
}
