import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { StoredObject } from '../engines/fauxqs.ts';
import { engineSettings, queueNamed } from '../template/local-names.ts';
import type { BucketRuleModel } from '../template/service-model.ts';
import { matchesPattern } from './function-events.ts';

/** Sends the events of objects that are created to queues, as EventBridge does. */
export function createBucketEvents(
  rules: readonly BucketRuleModel[],
  sqsEndpoint: string,
  now: () => Date,
  onLog: (line: string) => void,
) {
  const sqs = new SQSClient(engineSettings(sqsEndpoint));
  const sending = new Set<Promise<unknown>>();
  let sequence = 0;
  return {
    send: (bucket: string, key: string, { contentLength: size, etag }: StoredObject): void => {
      sequence += 1;
      const sequencer = `${Date.now().toString(16).padStart(12, '0')}${sequence.toString(16).padStart(8, '0')}`;
      const event = {
        id: randomUUID(),
        'detail-type': 'Object Created',
        source: 'aws.s3',
        time: now().toISOString(),
        detail: {
          bucket: { name: bucket },
          object: { key, size, etag: etag.replaceAll('"', ''), sequencer },
        },
      };
      const queues = rules.filter(({ pattern }) => matchesPattern(pattern, event));
      for (const queue of queues.flatMap(({ queueArns }) => queueArns)) {
        const message = { QueueUrl: queueNamed(queue), MessageBody: JSON.stringify(event) };
        const sent = sqs
          .send(new SendMessageCommand(message))
          .catch((error: unknown) =>
            onLog(JSON.stringify({ level: 'error', code: 'EVENT_NOT_SENT', queue, error: String(error) })),
          )
          .finally(() => sending.delete(sent));
        sending.add(sent);
      }
    },
    /** Waits until all events are sent. */
    stop: async (): Promise<void> => {
      await Promise.all(sending);
      sqs.destroy();
    },
  };
}
