import {
  type EventSourceMappingConfiguration,
  GetAccountSettingsCommand,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { ANY_QUEUE_NAMES, type AnyQueueName, QUEUE_NAMES } from '../../lib/functions/function-definition.ts';
import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** Calls at once that an account has unless it was raised or is new: a new one may have 10. */
const USUAL_CONCURRENCY = 1_000;

/** What SQS and Lambda say of the road of events. */
export function roadChecks({ queues, published, names, functions }: Deployment): Check[] {
  const attributesOf = async (queue: AnyQueueName): Promise<Readonly<Record<string, string>>> => {
    const { Attributes = {} } = await queues.send(
      new GetQueueAttributesCommand({ QueueUrl: published(names.queueUrl(queue)), AttributeNames: ['All'] }),
    );
    return Attributes;
  };
  // By what is read, since a release may be an alias of the function.
  const mappingOf = async (EventSourceArn: string): Promise<EventSourceMappingConfiguration | undefined> => {
    const listed = await functions.send(new ListEventSourceMappingsCommand({ EventSourceArn }));
    return listed.EventSourceMappings?.[0];
  };
  const faultsOf = (name: string, mapping: EventSourceMappingConfiguration | undefined): string[] => [
    ...(mapping?.State === 'Enabled' ? [] : [`${name} is read by nothing (${mapping?.State})`]),
    ...(mapping?.FunctionResponseTypes?.includes('ReportBatchItemFailures')
      ? []
      : [`who reads ${name} cannot name what failed`]),
  ];
  return [
    {
      name: 'queues are encrypted, and hand what fails to their dead letters',
      run: async () => {
        const faults = QUEUE_NAMES.map(async (name) => {
          const { RedrivePolicy = '{}', SqsManagedSseEnabled } = await attributesOf(name);
          const { deadLetterTargetArn } = JSON.parse(RedrivePolicy) as { deadLetterTargetArn?: string };
          return [
            ...(deadLetterTargetArn === published(names.queueArn(`${name}-dlq`))
              ? []
              : [`${name} has no dead letters`]),
            ...(SqsManagedSseEnabled === 'true' ? [] : [`${name} is not encrypted`]),
          ];
        });
        return unlessWrong((await Promise.all(faults)).flat(), `${QUEUE_NAMES.length} queues`);
      },
    },
    {
      name: 'no dead letters lie',
      run: async () => {
        const counts = ANY_QUEUE_NAMES.filter((name) => name.endsWith('-dlq')).map(async (name) => {
          const { ApproximateNumberOfMessages = '0' } = await attributesOf(name);
          return ApproximateNumberOfMessages === '0'
            ? []
            : [`${ApproximateNumberOfMessages} in ${name}: docs/runbook.md#dead-letters`];
        });
        return unlessWrong((await Promise.all(counts)).flat());
      },
    },
    {
      name: 'queues are worked off, message by message',
      run: async () => {
        const faults = QUEUE_NAMES.map(async (name) =>
          faultsOf(name, await mappingOf(published(names.queueArn(name)))),
        );
        return unlessWrong((await Promise.all(faults)).flat(), `${QUEUE_NAMES.length} queues`);
      },
    },
    {
      name: 'the stream of quotes is read, and what cannot be is kept',
      emulatorLacks: 'failure destinations of a stream',
      run: async () => {
        const mapping = await mappingOf(published(names.streamArn('quotes')));
        return unlessWrong([
          ...faultsOf('the stream', mapping),
          ...(mapping?.BisectBatchOnFunctionError ? [] : ['a bad record stops those beside it']),
          ...(mapping?.DestinationConfig?.OnFailure?.Destination
            ? []
            : ['records that are given up are lost']),
        ]);
      },
    },
    {
      name: 'the account lets enough functions run at once',
      emulatorLacks: 'limits of accounts',
      run: async () => {
        const { AccountLimit } = await functions.send(new GetAccountSettingsCommand());
        const most = Number(AccountLimit?.ConcurrentExecutions);
        return unlessWrong(
          most >= USUAL_CONCURRENCY
            ? []
            : [`${most}: have the quota of ${USUAL_CONCURRENCY} or more granted`],
          String(most),
        );
      },
    },
  ];
}
