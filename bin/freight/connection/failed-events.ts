import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { lambdaRecord } from '../../../lib/local/events/stream-record.ts';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { failureReason } from '../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import {
  type DeadLetter,
  type DeadLetterQueue,
  receiveSentBefore,
} from '../../../shared/platform/sqs/redrive.ts';
import { createSqsDeadLetters, receivingClient } from './event-queues.ts';
import { CommandFailedError } from './failures.ts';
import { callFunction } from './lambda.ts';

/** Records of a stream that a message names. */
interface RecordBatch {
  readonly streamArn: string;
  readonly shardId: string;
  readonly first: string;
  readonly last: string;
}

export type FailedEventQueues = ReturnType<typeof createAwsFailedEvents>;
export type FailedEventReplay = FailedEventQueues['replay'];

const LIMITS = { timeoutMs: 30_000, attempts: 3 };
/** Most pages of a shard to read for one message; a batch has at most 100 records. */
const MAX_PAGES = 20;
/** Errors for records that a stream no longer keeps. */
const EXPIRED_ERRORS = new Set(['TrimmedDataAccessException', 'ResourceNotFoundException']);

/** Failed events of a deployment, whose queues are among the parameters that its stacks publish. */
export function createAwsFailedEvents(
  environment: EnvironmentName,
  parameters: Readonly<Record<string, string>>,
  { sqs, lambda, streams }: Readonly<Record<'sqs' | 'lambda' | 'streams', LambdaClientConfig>>,
) {
  const { failedEventsPath } = parameterNames(environment);
  return {
    queues: async () => {
      const receiving = receivingClient(sqs);
      const found = Object.entries(parameters)
        .filter(([name]) => name.startsWith(failedEventsPath))
        .map(([name, url]) => ({
          name: name.slice(failedEventsPath.length),
          deadLetters: createSqsDeadLetters(receiving, url),
        }));
      if (found.length > 0) return found;
      throw new CommandFailedError(
        `Environment "${environment}" publishes no queue of failed events (no parameter under ${failedEventsPath}). Deploy it again.`,
      );
    },
    replay: {
      call: (functionArn: string, event: unknown) => callFunction(lambda, functionArn, event),
      /** The stream records that a message names: undefined after 24 hours, empty if any of them is not found. */
      recordsOf: async (batch: RecordBatch): Promise<readonly unknown[] | undefined> => {
        const { streamArn, shardId, first, last } = batch;
        const { DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand } = await import(
          '@aws-sdk/client-dynamodb-streams'
        );
        const client = new DynamoDBStreamsClient({ ...requestSettings(LIMITS), ...streams });
        const begin = new GetShardIteratorCommand({
          ...{ StreamArn: streamArn, ShardId: shardId, SequenceNumber: first },
          ShardIteratorType: 'AT_SEQUENCE_NUMBER',
        });
        try {
          const records: unknown[] = [];
          let next = (await client.send(begin)).ShardIterator;
          for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
            const { Records = [], NextShardIterator } = await client.send(
              new GetRecordsCommand({ ShardIterator: next }),
            );
            for (const record of Records) {
              const number = sequenceOf(record);
              if (number > BigInt(last)) return records;
              records.push(lambdaRecord(record, streamArn));
              if (number === BigInt(last)) return records;
            }
            next = NextShardIterator;
          }
          // All records or none: the message is deleted after its redrive, and missing records would be lost.
          return [];
        } catch (error) {
          const reason = failureReason(error);
          if (EXPIRED_ERRORS.has(reason)) return undefined;
          throw new CommandFailedError(`The stream cannot be read: ${reason}.`);
        } finally {
          client.destroy();
        }
      },
    },
  };
}

/** Sequence numbers are decimal and exceed the precision of a number. */
const sequenceOf = ({ dynamodb }: _Record): bigint => BigInt(dynamodb?.SequenceNumber ?? '0');

const requestContext = v.object({ functionArn: v.string() });

/** Format of Lambda's on-failure destination of a stream: records that their function failed to process. */
const ofStream = v.object({
  requestContext,
  DDBStreamBatchInfo: v.object({
    streamArn: v.string(),
    shardId: v.string(),
    startSequenceNumber: v.string(),
    endSequenceNumber: v.string(),
  }),
});

/** Format of Lambda's on-failure destination of an asynchronous invocation by a schedule. */
const ofRun = v.object({ requestContext, requestPayload: v.unknown() });

/** Reads a message written by Lambda, or by EventBridge if the event did not reach Lambda; undefined for others. */
function readFailedEvent({ message: { body, attributes = {} } }: DeadLetter) {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), body);
  if (!json.success) return undefined;
  const stream = v.safeParse(ofStream, json.output);
  if (stream.success) {
    const { startSequenceNumber: first, endSequenceNumber: last, ...of } = stream.output.DDBStreamBatchInfo;
    return { functionArn: stream.output.requestContext.functionArn, batch: { ...of, first, last } };
  }
  const run = v.safeParse(ofRun, json.output);
  if (run.success) {
    return { functionArn: run.output.requestContext.functionArn, payload: run.output.requestPayload };
  }
  const { TARGET_ARN: functionArn } = attributes;
  return functionArn === undefined ? undefined : { functionArn, payload: json.output };
}

export interface RedrivenFailedEvents {
  /** Number of messages that succeeded and were deleted. */
  readonly done: number;
  /** Number of messages that stay in the queue, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

/**
 * Redrives failed events. An interrupted command can run an event twice, which the functions allow. A scheduled function
 * runs once, no matter how many of its runs failed.
 */
export async function redriveFailedEvents(
  deadLetters: DeadLetterQueue,
  replay: FailedEventReplay,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: () => Date },
): Promise<RedrivenFailedEvents> {
  const invoked = new Map<string, string | undefined>();
  const kept: DeadLetter[] = [];
  const left: Record<string, number> = {};
  let done = 0;
  try {
    for await (const fresh of receiveSentBefore(deadLetters, now().getTime(), kept)) {
      for (const letter of fresh) {
        const reason = await redriveOne(letter, replay, invoked, dryRun);
        if (reason === undefined && !dryRun) await deadLetters.remove([letter]);
        else kept.push(letter);
        if (reason === undefined) done += 1;
        else left[reason] = (left[reason] ?? 0) + 1;
      }
    }
    return { done, left };
  } finally {
    await deadLetters.release(kept);
  }
}

/** @returns why the event was not redriven; undefined if it was (or, in a dry run, would be). */
async function redriveOne(
  letter: DeadLetter,
  replay: FailedEventReplay,
  invoked: Map<string, string | undefined>,
  dryRun: boolean,
): Promise<string | undefined> {
  const event = readFailedEvent(letter);
  if (event === undefined) return 'unknown message format';
  const { functionArn } = event;
  const failed = (why: string) => `${functionArn.split(':function:').at(-1)} fails: ${why}`;
  if (!('batch' in event)) {
    if (dryRun || invoked.has(functionArn)) return invoked.get(functionArn);
    const ended = await replay.call(functionArn, event.payload);
    const reason = 'failure' in ended ? failed(ended.failure) : undefined;
    invoked.set(functionArn, reason);
    return reason;
  }
  const records = await replay.recordsOf(event.batch);
  if (records === undefined) return 'older than the 24 hours of stream retention';
  if (records.length === 0) return 'records not found in the stream';
  if (dryRun) return undefined;
  const ended = await replay.call(functionArn, { Records: records });
  if ('failure' in ended) return failed(ended.failure);
  const { batchItemFailures = [] } = Object(ended.returned) as { batchItemFailures?: readonly unknown[] };
  return batchItemFailures.length === 0 ? undefined : failed('some records failed');
}
