import { randomUUID } from 'node:crypto';
import type { QueuesAndBuckets, StoredObject } from '../engines/fauxqs.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { matchesPattern } from './function-events.ts';

/** Sends the events of objects that are created to queues, as EventBridge does. */
export function sendBucketEvents(
  rules: ServiceModel['bucketRules'],
  { onCreated, send }: QueuesAndBuckets,
  now: () => Date,
): void {
  let created = 0;
  onCreated((bucket: string, key: string, { contentLength: size, etag }: StoredObject) => {
    created += 1;
    const sequencer = `${Date.now().toString(16).padStart(12, '0')}${created.toString(16).padStart(8, '0')}`;
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
    const matching = rules.filter(({ pattern }) => matchesPattern(pattern, event));
    for (const arn of matching.flatMap(({ queueArns }) => queueArns)) send(arn, JSON.stringify(event));
  });
}
