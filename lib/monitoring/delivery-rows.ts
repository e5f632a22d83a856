import { type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { type AnyQueueName, WEBHOOK_QUEUE_NAMES } from '../../functions/definition-types.ts';
import { customMetric } from '../alarms/service-metrics.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { graph, heading, lambdaMetric, metricOf, PERIOD } from './graph.ts';

export interface DeliveryRows {
  readonly functionName: (name: string) => string;
  readonly queueName: (name: AnyQueueName) => string;
  readonly runbook: string;
  /** Query widgets, by organization. */
  readonly queries: readonly IWidget[];
}

const SENDERS = ['deliver-webhook', 'retry-webhook'] as const;

/** A metric of a queue. */
export const queueMetric = (queueName: string, name: string, label: string) =>
  metricOf({
    namespace: 'AWS/SQS',
    name,
    of: { QueueName: queueName },
    statistic: 'Maximum',
    label,
  });

/** Dashboard rows of webhook delivery: lateness, attempts, queues and failures. */
export function deliveryRows({ functionName, queueName, runbook, queries }: DeliveryRows): IWidget[][] {
  const queue = (name: AnyQueueName, metric: string, label: string) =>
    queueMetric(queueName(name), metric, label);
  const sweep = functionName('sweep-due-deliveries');
  const attempts = (name: 'AttemptsSucceeded' | 'AttemptsFailed') =>
    SENDERS.map((sender) => customMetric(functionName(sender), name, 'Sum', `${sender}: ${name}`));
  /** Metric ids within a graph must be unique. */
  const percent = (label: string, lane: 'fast' | 'slow', sender: (typeof SENDERS)[number]) => {
    const [succeeded, failed] = [`${lane}Succeeded`, `${lane}Failed`];
    return new MathExpression({
      expression: `100 * FILL(${succeeded}, 0) / (FILL(${succeeded}, 0) + FILL(${failed}, 0))`,
      usingMetrics: {
        [succeeded]: customMetric(functionName(sender), 'AttemptsSucceeded', 'Sum'),
        [failed]: customMetric(functionName(sender), 'AttemptsFailed', 'Sum'),
      },
      label,
      period: PERIOD,
    });
  };
  return [
    [heading('Webhooks', runbookLink(runbook, 'deliveries-are-overdue'))],
    [
      graph('age of the oldest delivery, seconds', 8, [
        customMetric(sweep, 'OldestDue', 'Maximum', 'due'),
        customMetric(sweep, 'OldestWaiting', 'Maximum', 'at the limit of its organization'),
      ]),
      graph('attempts', 16, [...attempts('AttemptsSucceeded'), ...attempts('AttemptsFailed')]),
    ],
    [
      graph(
        'seconds from event to receiver, first attempts',
        24,
        ['p50', 'p99'].map((percentile) =>
          customMetric(functionName('deliver-webhook'), 'DeliveryDelay', percentile, percentile),
        ),
      ),
    ],
    [
      graph('successful attempts, percent', 8, [
        percent('first attempts', 'fast', 'deliver-webhook'),
        percent('retries and slow receivers', 'slow', 'retry-webhook'),
      ]),
      graph(
        'queues: messages',
        8,
        WEBHOOK_QUEUE_NAMES.map((name) => queue(name, 'ApproximateNumberOfMessagesVisible', name)),
        [queue('events', 'ApproximateAgeOfOldestMessage', 'events: age of the oldest, seconds')],
      ),
      graph(
        'dead-letter queues: messages',
        8,
        WEBHOOK_QUEUE_NAMES.map((name) => queue(`${name}-dlq`, 'ApproximateNumberOfMessagesVisible', name)),
      ),
    ],
    [
      graph('failed invocations', 8, [
        ...(['dispatch-event', ...SENDERS, 'sweep-due-deliveries'] as const).map((name) =>
          lambdaMetric(functionName(name), 'Errors', 'Sum', name),
        ),
      ]),
      graph('quote events: iterator age, ms', 4, [
        lambdaMetric(functionName('publish-quote-events'), 'IteratorAge', 'Maximum', 'publish-quote-events'),
      ]),
      ...queries,
    ],
  ];
}
