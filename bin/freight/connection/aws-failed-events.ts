import type { _Record, DynamoDBStreamsClientConfig } from '@aws-sdk/client-dynamodb-streams';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import {
  type GetParametersByPathCommandOutput,
  paginateGetParametersByPath,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { lambdaRecord } from '../../../lib/local/events/stream-record.ts';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { failureReason } from '../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import type { DeadLetterQueue } from '../../../shared/platform/sqs/redrive.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { RECEIVING } from './event-queues.ts';
import { callFunction } from './lambda-event.ts';
import type { FailedEventReplay } from './redrive-failed-events.ts';

/** Queues of failed events, and how to run the events again. */
export interface FailedEventQueues {
  readonly queues: () => Promise<readonly { readonly name: string; readonly deadLetters: DeadLetterQueue }[]>;
  readonly replay: FailedEventReplay;
  readonly now: () => Date;
}

export interface AwsFailedEvents {
  readonly environment: EnvironmentName;
  readonly sqs: SQSClientConfig;
  readonly lambda: LambdaClientConfig;
  readonly streams: DynamoDBStreamsClientConfig;
}

const LIMITS = { timeoutMs: 30_000, attempts: 3 };
/** Most pages of a shard to read for one message; a batch has at most 100 records. */
const MAX_PAGES = 20;

/** Errors for records that a stream no longer keeps. */
const EXPIRED_ERRORS = new Set(['TrimmedDataAccessException', 'ResourceNotFoundException']);

/** Failed events of a deployment. Finds the queues in the parameters that its stacks publish. */
export function createAwsFailedEvents({
  environment,
  sqs,
  lambda,
  streams,
}: AwsFailedEvents): FailedEventQueues {
  const { failedEventsPath } = parameterNames(environment);

  return {
    now: () => new Date(),
    queues: async () => {
      const [{ createSqsClient }, { createSqsDeadLetters }] = await Promise.all([
        import('../../../shared/platform/sqs/sqs-client.ts'),
        import('./sqs-dead-letters.ts'),
      ]);
      const ssm = new SSMClient({});
      const client = createSqsClient({ ...requestSettings(RECEIVING), ...sqs });
      const found: { name: string; deadLetters: DeadLetterQueue }[] = [];
      const pages: AsyncIterable<GetParametersByPathCommandOutput> = paginateGetParametersByPath(
        { client: ssm },
        { Path: failedEventsPath, Recursive: true },
      );
      for await (const { Parameters = [] } of pages) {
        for (const { Name = '', Value = '' } of Parameters) {
          found.push({
            name: Name.slice(failedEventsPath.length),
            deadLetters: createSqsDeadLetters(client, Value),
          });
        }
      }
      ssm.destroy();
      if (found.length > 0) return found;
      throw new CommandFailedError(
        `Environment "${environment}" publishes no queue of failed events (no parameter under ${failedEventsPath}). Deploy it again.`,
      );
    },
    replay: {
      call: (functionArn, event) => callFunction(lambda, functionArn, event),
      recordsOf: async ({ streamArn, shardId, first, last }) => {
        // Loaded on demand: other commands do not need this client.
        const { DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand } = await import(
          '@aws-sdk/client-dynamodb-streams'
        );
        const client = new DynamoDBStreamsClient({ ...requestSettings(LIMITS), ...streams });
        try {
          const begun = await client.send(
            new GetShardIteratorCommand({
              StreamArn: streamArn,
              ShardId: shardId,
              ShardIteratorType: 'AT_SEQUENCE_NUMBER',
              SequenceNumber: first,
            }),
          );
          const records: unknown[] = [];
          let next = begun.ShardIterator;
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
          // Return all records or none: the message is deleted after its redrive, and missing records would be lost.
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
