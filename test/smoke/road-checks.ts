import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { ANY_QUEUE_NAMES, type AnyQueueName, QUEUE_NAMES } from '../../lib/function-definition.ts';
import { PUBLISH_QUOTE_EVENTS, QUEUE_FUNCTIONS } from '../../lib/webhook-functions.ts';
import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** Lambda's answer on what calls a function; only what is looked at. */
interface Mapping {
  readonly State?: string;
  readonly FunctionResponseTypes?: readonly string[];
  readonly BisectBatchOnFunctionError?: boolean;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
}

/** Calls at once that an account has unless it was raised or is new: a new one may have 10. */
const USUAL_CONCURRENCY = 1_000;

/** What SQS, Lambda and CloudWatch say of the road of events. */
export function roadChecks({ queues, published, names, signed, settings }: Deployment): Check[] {
  const attributesOf = async (queue: AnyQueueName): Promise<Readonly<Record<string, string>>> => {
    const { Attributes = {} } = await queues.send(
      new GetQueueAttributesCommand({ QueueUrl: published(names.queueUrl(queue)), AttributeNames: ['All'] }),
    );
    return Attributes;
  };
  const mappingOf = async (
    name: 'publish-quote-events' | 'dispatch-event' | 'deliver-webhook' | 'retry-webhook',
  ) => {
    const query = new URLSearchParams({ FunctionName: published(names.functionName(name)) });
    const { EventSourceMappings } = Object(
      await signed.rest('lambda', `/2015-03-31/event-source-mappings?${query}`),
    ) as { EventSourceMappings?: readonly Mapping[] };
    return EventSourceMappings?.[0];
  };
  const faultsOf = (name: string, mapping: Mapping | undefined): string[] => [
    ...(mapping?.State === 'Enabled' ? [] : [`${name} is called by nothing (${mapping?.State})`]),
    ...(mapping?.FunctionResponseTypes?.includes('ReportBatchItemFailures')
      ? []
      : [`${name} cannot name what failed`]),
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
        const faults = await Promise.all(
          QUEUE_FUNCTIONS.map(async ({ function: name }) =>
            faultsOf(name, await mappingOf(name as 'dispatch-event')),
          ),
        );
        return unlessWrong(faults.flat(), `${QUEUE_FUNCTIONS.length} functions`);
      },
    },
    {
      name: 'the stream of quotes is read, and what cannot be is kept',
      emulatorLacks: 'failure destinations of a stream',
      run: async () => {
        const name = PUBLISH_QUOTE_EVENTS.function as 'publish-quote-events';
        const mapping = await mappingOf(name);
        return unlessWrong([
          ...faultsOf(name, mapping),
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
        const { AccountLimit } = Object(await signed.rest('lambda', '/2016-08-19/account-settings'));
        const most = Number(AccountLimit?.ConcurrentExecutions);
        return unlessWrong(
          most >= USUAL_CONCURRENCY
            ? []
            : [`${most}: have the quota of ${USUAL_CONCURRENCY} or more granted`],
          String(most),
        );
      },
    },
    {
      name: 'no alarm is on',
      run: async () => {
        const answer = await signed.query('monitoring', {
          Action: 'DescribeAlarms',
          Version: '2010-08-01',
          StateValue: 'ALARM',
          AlarmNamePrefix: `freight-${settings.name}-`,
        });
        const on = [...answer.matchAll(/<AlarmName>([^<]+)</g)].flatMap(([, alarm]) => alarm ?? []);
        return unlessWrong(on);
      },
    },
  ];
}
