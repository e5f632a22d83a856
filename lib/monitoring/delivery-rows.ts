import { Fn } from 'aws-cdk-lib';
import { type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric } from '../alarms/delivery-alarms.ts';
import { type AnyQueueName, QUEUE_NAMES } from '../functions/function-definition.ts';
import type { WatchedFunction } from '../parameters/watched.ts';
import { graph, heading, lambdaMetric, metricOf, PERIOD } from './graph.ts';

export interface DeliveryRows {
  readonly functionName: (name: WatchedFunction) => string;
  /** ARN of each queue. */
  readonly queueArn: (name: AnyQueueName) => string;
  readonly runbook: string;
  /** By organization. */
  readonly queries: readonly IWidget[];
}

const SENDERS = ['deliver-webhook', 'retry-webhook'] as const;

/** How events get to their receivers: how late, how many, and whose fail. */
export function deliveryRows({ functionName, queueArn, runbook, queries }: DeliveryRows): IWidget[][] {
  const queue = (name: AnyQueueName, metric: string, label: string) =>
    metricOf({
      namespace: 'AWS/SQS',
      name: metric,
      of: { QueueName: Fn.select(5, Fn.split(':', queueArn(name))) },
      statistic: 'Maximum',
      label,
    });
  const sweep = functionName('sweep-due-deliveries');
  const attempts = (name: 'AttemptsSucceeded' | 'AttemptsFailed') =>
    SENDERS.map((sender) => ownMetric(functionName(sender), name, 'Sum', `${sender}: ${name}`));
  /** One graph holds both, and names of their metrics must differ. */
  const percent = (label: string, road: 'prompt' | 'patient', sender: (typeof SENDERS)[number]) => {
    const [good, bad] = [`${road}Good`, `${road}Bad`];
    return new MathExpression({
      expression: `100 * FILL(${good}, 0) / (FILL(${good}, 0) + FILL(${bad}, 0))`,
      usingMetrics: {
        [good]: ownMetric(functionName(sender), 'AttemptsSucceeded', 'Sum'),
        [bad]: ownMetric(functionName(sender), 'AttemptsFailed', 'Sum'),
      },
      label,
      period: PERIOD,
    });
  };
  return [
    [heading('Webhooks', `${runbook}#deliveries-are-overdue`)],
    [
      graph('age of the oldest delivery, seconds', 8, [
        ownMetric(sweep, 'OldestDue', 'Maximum', 'due'),
        ownMetric(sweep, 'OldestParked', 'Maximum', 'parked'),
      ]),
      graph(
        'parked',
        8,
        SENDERS.map((sender) =>
          ownMetric(functionName(sender), 'DeliveriesParked', 'Sum', `${sender}: newly parked`),
        ),
        [ownMetric(sweep, 'ParkedOrganizations', 'Maximum', 'organizations with parked deliveries')],
      ),
      graph('attempts', 8, [...attempts('AttemptsSucceeded'), ...attempts('AttemptsFailed')]),
    ],
    [
      graph('attempts that succeed, percent', 8, [
        percent('first attempts', 'prompt', 'deliver-webhook'),
        percent('retries and slow receivers', 'patient', 'retry-webhook'),
      ]),
      graph(
        'queues: messages',
        8,
        QUEUE_NAMES.map((name) => queue(name, 'ApproximateNumberOfMessagesVisible', name)),
        [queue('events', 'ApproximateAgeOfOldestMessage', 'events: age of the oldest, seconds')],
      ),
      graph(
        'dead letters',
        8,
        QUEUE_NAMES.map((name) => queue(`${name}-dlq`, 'ApproximateNumberOfMessagesVisible', name)),
      ),
    ],
    [
      graph('runs that fail', 8, [
        ...(['dispatch-event', ...SENDERS, 'sweep-due-deliveries'] as const).map((name) =>
          lambdaMetric(functionName(name), 'Errors', 'Sum', name),
        ),
      ]),
      graph('quote events: how late, ms', 4, [
        lambdaMetric(functionName('publish-quote-events'), 'IteratorAge', 'Maximum', 'publish-quote-events'),
      ]),
      ...queries,
    ],
  ];
}
