import { AsyncLocalStorage } from 'node:async_hooks';

/** A queue of the engine, as far as its order is concerned. */
export interface OrderedQueue {
  /** That nobody has, in the order in which they are handed out. */
  messages: GroupedMessage[];
  readonly inflightMessages: ReadonlyMap<string, { readonly message: GroupedMessage }>;
  /** Puts those whose delay or visibility time-out is over among the messages. */
  processTimers(): void;
  enqueue(message: GroupedMessage & { readonly body: string }): void;
  dequeue(atMost: number, ...rest: unknown[]): unknown[];
}

export interface GroupedMessage {
  messageGroupId?: string | undefined;
}

/** Of SendMessage, or of each entry of SendMessageBatch. */
interface SentMessage {
  readonly MessageBody?: string;
  readonly MessageGroupId?: string;
}

const sentNow = new AsyncLocalStorage<readonly SentMessage[]>();

/** Runs a call of the engine, whose own queues forget message groups unless they are FIFO ones. */
export function rememberGroups(body: unknown, call: () => void): void {
  const { Entries, ...one } = Object(body) as SentMessage & { readonly Entries?: unknown };
  sentNow.run(Array.isArray(Entries) ? Entries : [one], call);
}

const groupOf = ({ messageGroupId = '' }: GroupedMessage): string => messageGroupId;

/**
 * The messages with those in front that fair queues of SQS would hand out next: of the groups that have the fewest
 * messages in flight. One group's messages keep their order, and so do all where there is but one.
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
    // Of those that have the same, the one whose message is the oldest.
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

/** Has the engine hand messages out as fair queues of SQS do: one group's flood does not delay another's. */
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
