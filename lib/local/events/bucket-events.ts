import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { CreatedObject } from '../engines/buckets.ts';
import { engineSettings } from '../engines/engine-settings.ts';
import { arnOf, LOCAL_ACCOUNT, LOCAL_REGION, queueUrl } from '../template/local-names.ts';
import type { BucketRuleModel } from '../template/service-model.ts';
import { matchesPattern } from './event-filter.ts';

/** Sends the events of buckets to queues, as EventBridge does. */
export function createBucketEvents(
  sqsEndpoint: () => string,
  now: () => Date,
  onLog: (line: string) => void,
) {
  let rules: readonly BucketRuleModel[] = [];
  let sequence = 0;
  const sending = new Set<Promise<unknown>>();

  const sendTo = async (queueArn: string, event: object): Promise<void> => {
    const sqs = new SQSClient(engineSettings(sqsEndpoint()));
    const QueueUrl = queueUrl(queueArn.split(':').at(-1) ?? '');
    try {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }));
    } catch (error) {
      onLog(
        JSON.stringify({ level: 'error', code: 'EVENT_NOT_SENT', queue: queueArn, error: String(error) }),
      );
    } finally {
      sqs.destroy();
    }
  };

  return {
    /** Sends the event of an object to the queues of all rules that match it. */
    send: ({ bucket, key, size, etag }: CreatedObject): void => {
      sequence += 1;
      const sequencer = `${Date.now().toString(16).padStart(12, '0')}${sequence.toString(16).padStart(8, '0')}`;
      const event = {
        version: '0',
        id: randomUUID(),
        'detail-type': 'Object Created',
        source: 'aws.s3',
        account: LOCAL_ACCOUNT,
        time: now().toISOString(),
        region: LOCAL_REGION,
        resources: [arnOf('AWS::S3::Bucket', bucket)],
        detail: { version: '0', bucket: { name: bucket }, object: { key, size, etag, sequencer } },
      };
      for (const { queueArns } of rules.filter(({ pattern }) => matchesPattern(pattern, event))) {
        for (const queueArn of queueArns) {
          const sent = sendTo(queueArn, event).finally(() => sending.delete(sent));
          sending.add(sent);
        }
      }
    },
    /** Uses the rules of another template from now on. */
    follow: (next: readonly BucketRuleModel[]): void => {
      rules = next;
    },
    /** Waits until all events are sent. */
    stop: async (): Promise<void> => {
      await Promise.all(sending);
    },
  };
}
