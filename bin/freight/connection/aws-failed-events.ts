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
import { CommandRefusedError } from '../failures/command-errors.ts';
import { RECEIVING } from './event-queues.ts';
import { callFunction } from './lambda-event.ts';
import type { GivenUpWork } from './redrive-failed-events.ts';

/** Queues of given-up work, and what it is done again by. */
export interface GivenUpQueues {
  readonly queues: () => Promise<readonly { readonly name: string; readonly deadLetters: DeadLetterQueue }[]>;
  readonly work: GivenUpWork;
  readonly now: () => Date;
}

export interface AwsGivenUp {
  readonly environment: EnvironmentName;
  readonly sqs: SQSClientConfig;
  readonly lambda: LambdaClientConfig;
  readonly streams: DynamoDBStreamsClientConfig;
}

const LIMITS = { timeoutMs: 30_000, attempts: 3 };
/** Pages of a shard that are read for the records of one message; a batch has 100 at most. */
const MOST_PAGES = 20;

/** Errors that say that a stream no longer has what is asked for. */
const GONE = new Set(['TrimmedDataAccessException', 'ResourceNotFoundException']);

/** Given-up work of a deployment, by what its stacks publish. */
export function createAwsGivenUp({ environment, sqs, lambda, streams }: AwsGivenUp): GivenUpQueues {
  const { givenUpPath } = parameterNames(environment);

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
        { Path: givenUpPath, Recursive: true },
      );
      for await (const { Parameters = [] } of pages) {
        for (const { Name = '', Value = '' } of Parameters) {
          found.push({
            name: Name.slice(givenUpPath.length),
            deadLetters: createSqsDeadLetters(client, Value),
          });
        }
      }
      ssm.destroy();
      if (found.length > 0) return found;
      throw new CommandRefusedError(
        `Environment "${environment}" publishes no queue of given-up work (no parameter under ${givenUpPath}): deploy it again.`,
      );
    },
    work: {
      call: (functionArn, event) => callFunction(lambda, functionArn, event),
      recordsOf: async ({ streamArn, shardId, first, last }) => {
        // Loaded only here: other commands need not wait for it.
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
          for (let page = 0; next !== undefined && page < MOST_PAGES; page++) {
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
          // Never a part of them, whose rest would be lost with the message.
          return [];
        } catch (error) {
          const reason = failureReason(error);
          if (GONE.has(reason)) return undefined;
          throw new CommandRefusedError(`The stream cannot be read: ${reason}.`);
        } finally {
          client.destroy();
        }
      },
    },
  };
}

/** Sequence numbers are decimal, and longer than a number is exact. */
const sequenceOf = ({ dynamodb }: _Record): bigint => BigInt(dynamodb?.SequenceNumber ?? '0');
