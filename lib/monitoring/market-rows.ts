import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { customMetric } from '../alarms/delivery-alarms.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { graph, heading, lambdaMetric } from './graph.ts';

/** Dashboard rows of uploaded load files. @param importer name of the function. @param queries widgets over its log. */
export function marketRows(importer: string, runbook: string, queries: readonly IWidget[]): IWidget[][] {
  const metric = (name: string, label: string) => customMetric(importer, name, 'Sum', label);
  return [
    [heading('Uploads of loads', runbookLink(runbook, 'uploads-are-not-imported'))],
    [
      graph('rows of uploads', 8, [
        metric('LoadsAdded', 'loads added'),
        metric('LoadsKnown', 'duplicate loads'),
        metric('RowsRejected', 'rejected rows'),
      ]),
      graph(
        'runs',
        4,
        [lambdaMetric(importer, 'Invocations', 'Sum', 'runs')],
        [lambdaMetric(importer, 'Errors', 'Sum', 'errors'), metric('UploadsRejected', 'rejected files')],
      ),
      ...queries,
    ],
  ];
}
