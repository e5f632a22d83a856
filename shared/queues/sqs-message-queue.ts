import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { callJsonService, type JsonService } from '../aws/json-service.ts';
import { eachOf } from '../lists/each-of.ts';
import { log } from '../logging/log.ts';
import * as LOG from '../logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from './message-queue.ts';
import { type NumberedMessage, splitIntoRequests } from './sqs-requests.ts';

export interface SqsQueue extends Omit<JsonService, 'service' | 'timeoutMs'> {
  readonly queueUrl: string;
  /** Between tries; tests have it not wait. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** SQS answers within some ten milliseconds; a request that takes this long is lost. */
const TIMEOUT_MS = 3_000;

/** Times that what was not taken is sent again. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 200;

/** Requests under way together. */
const AT_ONCE = 10;

const answered = v.object({
  Failed: v.nullish(v.array(v.object({ Id: v.string(), SenderFault: v.boolean(), Code: v.string() })), []),
});

/**
 * A queue of SQS, called without its SDK client. A request whose answer is lost is sent again, so a message may be there
 * twice: what receives it goes by its id.
 */
export function createSqsMessageQueue({ queueUrl, pause: wait = pause, ...service }: SqsQueue): MessageQueue {
  const endpoint = service.endpoint ?? new URL(queueUrl).origin;
  const sqs: JsonService = { ...service, endpoint, service: 'sqs', timeoutMs: TIMEOUT_MS };

  /** @returns those that another try may bring in, and those that none will. */
  const sendOnce = async (messages: readonly NumberedMessage[]) => {
    const answer = await callJsonService({
      ...sqs,
      target: 'AmazonSQS.SendMessageBatch',
      body: { QueueUrl: queueUrl, Entries: messages.map(toEntry) },
    });
    const parsed = answer.ok ? v.safeParse(answered, answer.body) : undefined;
    if (!parsed?.success) {
      return { again: messages, refused: [], reasons: [answer.ok ? 'answer not understood' : answer.reason] };
    }
    const failed = new Map(parsed.output.Failed.map(({ Id, SenderFault }) => [Id, SenderFault]));
    return {
      reasons: parsed.output.Failed.map(({ Code }) => Code),
      again: messages.filter(({ position }) => failed.get(String(position)) === false),
      refused: messages.filter(({ position }) => failed.get(String(position)) === true),
    };
  };

  const sendWithRetries = async (messages: readonly NumberedMessage[]): Promise<NumberedMessage[]> => {
    const refused: NumberedMessage[] = [];
    const reasons = new Set<string>();
    let left = messages;
    for (let attempt = 0; left.length > 0; attempt++) {
      const sent = await sendOnce(left);
      refused.push(...sent.refused);
      for (const reason of sent.reasons) reasons.add(reason);
      left = sent.again;
      if (left.length === 0 || attempt === RETRIES) break;
      // Full jitter: those that were refused together do not come back together.
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
    const failed = [...refused, ...left];
    if (failed.length > 0) log('error', LOG.queueRefused, { messages: failed.length, reasons: [...reasons] });
    return failed;
  };

  return {
    async send(messages) {
      const { requests, oversize } = splitIntoRequests(messages);
      const failed: number[] = oversize.map(({ position }) => position);
      await eachOf(requests, AT_ONCE, async (request) => {
        for (const { position } of await sendWithRetries(request)) failed.push(position);
      });
      return failed.sort((a, b) => a - b);
    },
  };
}

function toEntry({ position, message }: NumberedMessage) {
  const { body, group, delaySeconds, attributes = {} } = message satisfies OutgoingMessage;
  const named = Object.entries(attributes).map(
    ([name, value]) => [name, { DataType: 'String', StringValue: value }] as const,
  );
  return {
    Id: String(position),
    MessageBody: body,
    ...(group === undefined ? {} : { MessageGroupId: group }),
    ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
    ...(named.length === 0 ? {} : { MessageAttributes: Object.fromEntries(named) }),
  };
}
