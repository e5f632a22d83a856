import type { MessageQueue, OutgoingMessage } from '../../platform/sqs/message-queue.ts';
import { combineMessages, parseDeliveryQueueMessage } from './delivery-messages.ts';

/**
 * With ten messages in a receive of SQS, a run gets at most 30 deliveries: little more than it sends at once, so that few
 * wait for the sweep if it is killed.
 */
const MAX_COMBINED = 3;

interface Numbered {
  readonly position: number;
  readonly message: OutgoingMessage;
}

/** Groups messages that request attempts by organization and delay. Each other message is a group of its own. */
function groupsOf(messages: readonly OutgoingMessage[]): readonly [Numbered, ...Numbered[]][] {
  const groups: [Numbered, ...Numbered[]][] = [];
  const open = new Map<string, Numbered[]>();
  for (const [position, message] of messages.entries()) {
    const { body, group, delaySeconds = 0 } = message;
    const requestsAttempt = parseDeliveryQueueMessage(body)?.[0]?.kind === 'deliver';
    const key = requestsAttempt ? JSON.stringify([group, delaySeconds]) : `only ${position}`;
    const started = open.get(key);
    if (started !== undefined && started.length < MAX_COMBINED) started.push({ position, message });
    else {
      const begun: [Numbered] = [{ position, message }];
      groups.push(begun);
      open.set(key, begun);
    }
  }
  return groups;
}

/**
 * Sends the messages that request attempts with equal organization and delay as one message, so that a run and a queue
 * request serve up to three times as many deliveries. If a combined message is not sent, all its messages have failed.
 */
export function combineDeliveryMessages(queue: MessageQueue): MessageQueue {
  return {
    async send(messages) {
      const groups = groupsOf(messages);
      const failed = await queue.send(
        groups.map(([first, ...others]) =>
          combineMessages([first.message, ...others.map(({ message }) => message)]),
        ),
      );
      return failed
        .flatMap((group) => groups[group]?.map(({ position }) => position) ?? [])
        .sort((a, b) => a - b);
    },
  };
}
