import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { customMetric } from '../alarms/delivery-alarms.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { type DeliveryRows, queueMetric } from './delivery-rows.ts';
import { graph, heading, lambdaMetric } from './graph.ts';

/** Dashboard rows of RFPs: lanes with results, work that waits, and failed runs. */
export function rfpRows({ functionName, queueArn, runbook, queries }: DeliveryRows): IWidget[][] {
  const worker = functionName('price-rfp-lanes');
  const publisher = functionName('publish-rfp-changes');
  const queue = (name: 'rfp-work' | 'rfp-work-dlq', metric: string, label: string) =>
    queueMetric(queueArn(name), metric, label);
  return [
    [heading('RFPs', runbookLink(runbook, 'lanes-of-rfps-are-not-priced'))],
    [
      graph(
        'lanes with results',
        4,
        [customMetric(worker, 'LanesPriced', 'Sum', 'priced lanes')],
        [customMetric(worker, 'LanesFailed', 'Sum', 'lanes with an error')],
      ),
      graph(
        'work',
        4,
        [
          queue('rfp-work', 'ApproximateNumberOfMessagesVisible', 'chunks'),
          queue('rfp-work-dlq', 'ApproximateNumberOfMessagesVisible', 'dead letters'),
        ],
        [queue('rfp-work', 'ApproximateAgeOfOldestMessage', 'age of the oldest, seconds')],
      ),
      graph('changes: iterator age, ms', 4, [
        lambdaMetric(publisher, 'IteratorAge', 'Maximum', 'publish-rfp-changes'),
      ]),
      graph('failed invocations', 4, [
        lambdaMetric(worker, 'Errors', 'Sum', 'price-rfp-lanes'),
        lambdaMetric(publisher, 'Errors', 'Sum', 'publish-rfp-changes'),
      ]),
      ...queries,
    ],
  ];
}
