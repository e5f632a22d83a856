import { type EventSourceMappingConfiguration, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { type AnyQueueName, QUEUE_NAMES, type QueueName } from '../../functions/definition-types.ts';
import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** Checks of the queues and event source mappings that deliver events. */
export function eventPathChecks({ queues, published, names, functions, settings }: Deployment): Check[] {
  const queueNames: readonly QueueName[] =
    settings.mailDomain === undefined ? QUEUE_NAMES : [...QUEUE_NAMES, 'mails'];
  const attributesOf = async (queue: AnyQueueName): Promise<Readonly<Record<string, string>>> => {
    const { Attributes = {} } = await queues.send(
      new GetQueueAttributesCommand({ QueueUrl: published(names.queueUrl(queue)), AttributeNames: ['All'] }),
    );
    return Attributes;
  };
  // Compared by event source, because the target may be an alias of the function.
  const mappingOf = async (EventSourceArn: string): Promise<EventSourceMappingConfiguration | undefined> => {
    const listed = await functions.send(new ListEventSourceMappingsCommand({ EventSourceArn }));
    return listed.EventSourceMappings?.[0];
  };
  const faultsOf = (name: string, mapping: EventSourceMappingConfiguration | undefined): string[] => [
    ...(mapping?.State === 'Enabled' ? [] : [`${name} has no enabled consumer (${mapping?.State})`]),
    ...(mapping?.FunctionResponseTypes?.includes('ReportBatchItemFailures')
      ? []
      : [`the consumer of ${name} does not report failed messages`]),
  ];
  return [
    {
      name: 'dead-letter queues are empty',
      run: async () => {
        const counts = queueNames.map(async (queue) => {
          const name = `${queue}-dlq` as const;
          const { ApproximateNumberOfMessages = '0' } = await attributesOf(name);
          return ApproximateNumberOfMessages === '0'
            ? []
            : [`${ApproximateNumberOfMessages} in ${name}: docs/operators/runbook.md#dead-letters`];
        });
        return unlessWrong((await Promise.all(counts)).flat());
      },
    },
    {
      name: 'queues have consumers that report failed messages',
      run: async () => {
        const faults = queueNames.map(async (name) => {
          const { QueueArn = '' } = await attributesOf(name);
          return faultsOf(name, await mappingOf(QueueArn));
        });
        return unlessWrong((await Promise.all(faults)).flat(), `${queueNames.length} queues`);
      },
    },
    {
      name: 'the stream of quotes has a consumer and a failure destination',
      emulatorLacks: 'failure destinations of a stream',
      run: async () => {
        const mapping = await mappingOf(published(names.streamArn('quotes')));
        return unlessWrong([
          ...faultsOf('the stream', mapping),
          ...(mapping?.BisectBatchOnFunctionError
            ? []
            : ['a failed record blocks the other records of its batch']),
          ...(mapping?.DestinationConfig?.OnFailure?.Destination ? [] : ['failed records are lost']),
        ]);
      },
    },
  ];
}
