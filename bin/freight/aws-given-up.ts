import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import {
  type GetParametersByPathCommandOutput,
  paginateGetParametersByPath,
  SSMClient,
} from '@aws-sdk/client-ssm';
import * as v from 'valibot';
import type { EnvironmentName } from '../../lib/environments.ts';
import { parameterNames } from '../../lib/parameter-names.ts';
import { callJsonService } from '../../shared/aws/json-service.ts';
import type { DeadLetterQueue } from '../../shared/queues/redrive.ts';
import { CommandRefusedError } from './failure.ts';
import { callFunction, type LambdaAddress } from './lambda-event.ts';
import type { GivenUpWork } from './redrive-given-up.ts';

/** Queues of given-up work, and what it is done again by. */
export interface GivenUpQueues {
  readonly queues: () => Promise<readonly { readonly name: string; readonly deadLetters: DeadLetterQueue }[]>;
  readonly work: GivenUpWork;
  readonly now: () => Date;
}

export interface AwsGivenUp {
  readonly environment: EnvironmentName;
  readonly sqs: SQSClientConfig;
  readonly lambda: () => Promise<LambdaAddress>;
}

const TIMEOUT_MS = 30_000;
/** Pages of a shard that are read for the records of one message; a batch has 100 at most. */
const MOST_PAGES = 20;

const iteratorAnswer = v.object({ ShardIterator: v.string() });
const pageAnswer = v.object({
  Records: v.array(v.looseObject({ dynamodb: v.looseObject({ SequenceNumber: v.string() }) })),
  NextShardIterator: v.optional(v.string()),
});

/** Given-up work of a deployment, by what its stacks publish. */
export function createAwsGivenUp({ environment, sqs, lambda }: AwsGivenUp): GivenUpQueues {
  const { givenUpPath } = parameterNames(environment);

  const streams = async (operation: string, body: Readonly<Record<string, unknown>>) => {
    const { region, credentials, endpoint } = await lambda();
    return callJsonService({
      service: 'dynamodb',
      region,
      credentials,
      endpoint: endpoint ?? `https://streams.dynamodb.${region}.amazonaws.com`,
      timeoutMs: TIMEOUT_MS,
      target: `DynamoDBStreams_20120810.${operation}`,
      body,
    });
  };
  const refused = (reason: string) => new CommandRefusedError(`The stream cannot be read: ${reason}.`);

  return {
    now: () => new Date(),
    queues: async () => {
      const [{ SQSClient }, { createSqsDeadLetters }] = await Promise.all([
        import('@aws-sdk/client-sqs'),
        import('./sqs-dead-letters.ts'),
      ]);
      const ssm = new SSMClient({});
      const client = new SQSClient(sqs);
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
      call: async (functionArn, event) => callFunction(await lambda(), functionArn, event),
      recordsOf: async ({ streamArn, shardId, first, last }) => {
        const begun = await streams('GetShardIterator', {
          StreamArn: streamArn,
          ShardId: shardId,
          ShardIteratorType: 'AT_SEQUENCE_NUMBER',
          SequenceNumber: first,
        });
        if (!begun.ok) {
          if (/TrimmedDataAccess|ResourceNotFound/.test(begun.reason)) return undefined;
          throw refused(begun.reason);
        }
        const records: unknown[] = [];
        let next: string | undefined = v.parse(iteratorAnswer, begun.body).ShardIterator;
        for (let page = 0; next !== undefined && page < MOST_PAGES; page++) {
          const answer = await streams('GetRecords', { ShardIterator: next });
          if (!answer.ok) {
            if (answer.reason === 'TrimmedDataAccessException') return undefined;
            throw refused(answer.reason);
          }
          const { Records, NextShardIterator } = v.parse(pageAnswer, answer.body);
          for (const record of Records) {
            // Sequence numbers are decimal, and longer than a number is exact.
            const number = BigInt(record.dynamodb.SequenceNumber);
            if (number > BigInt(last)) return records;
            records.push({ eventSource: 'aws:dynamodb', eventSourceARN: streamArn, ...record });
            if (number === BigInt(last)) return records;
          }
          next = NextShardIterator;
        }
        // Never a part of them, whose rest would be lost with the message.
        return [];
      },
    },
  };
}
