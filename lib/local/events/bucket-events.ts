import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { CreatedObject } from '../engines/buckets.ts';
import { engineSettings } from '../engines/engine-settings.ts';
import { arnOf, LOCAL_ACCOUNT, LOCAL_REGION, queueUrl } from '../template/local-names.ts';
import type { BucketRuleModel } from '../template/service-model.ts';
import { readEventFilter } from './event-filter.ts';

export interface BucketEvents {
  /** Sends the event of an object to the queues of all rules that match it. */
  send(object: CreatedObject): void;
  /** Uses the rules of another template from now on. @throws LocalSetupError for an unsupported pattern. */
  follow(rules: readonly BucketRuleModel[]): void;
  /** Waits until all events are sent. */
  stop(): Promise<void>;
}

/** Sends events as EventBridge does for a bucket that sends it notifications. */
export function createBucketEvents(
  sqsEndpoint: () => string,
  now: () => Date,
  onLog: (line: string) => void,
): BucketEvents {
  let rules: { readonly matches: (event: unknown) => boolean; readonly queueArns: readonly string[] }[] = [];
  let sqs: SQSClient | undefined;
  let sequence = 0;
  const sending = new Set<Promise<void>>();

  const sendTo = async (queueArn: string, event: object): Promise<void> => {
    sqs ??= new SQSClient(engineSettings(sqsEndpoint()));
    const QueueUrl = queueUrl(queueArn.split(':').at(-1) ?? '');
    await sqs
      .send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }))
      .catch((error) => {
        onLog(
          JSON.stringify({ level: 'error', code: 'EVENT_NOT_SENT', queue: queueArn, error: String(error) }),
        );
      });
  };

  return {
    send: ({ bucket, key, size, etag }) => {
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
      for (const { matches, queueArns } of rules) {
        if (!matches(event)) continue;
        for (const queueArn of queueArns) {
          const sent: Promise<void> = sendTo(queueArn, event).finally(() => sending.delete(sent));
          sending.add(sent);
        }
      }
    },
    follow: (next) => {
      rules = next.map(({ pattern, queueArns }) => ({ matches: readEventFilter(pattern), queueArns }));
    },
    stop: async () => {
      await Promise.all(sending);
      sqs?.destroy();
    },
  };
}
