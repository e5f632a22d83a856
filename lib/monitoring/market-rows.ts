import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric } from '../alarms/delivery-alarms.ts';
import { graph, heading, lambdaMetric } from './graph.ts';

/** What came of files of loads that were uploaded. @param importer name of the function. @param queries of its log. */
export function marketRows(importer: string, runbook: string, queries: readonly IWidget[]): IWidget[][] {
  const own = (name: string, label: string) => ownMetric(importer, name, 'Sum', label);
  return [
    [heading('Uploads of loads', `${runbook}#uploads-are-not-brought-in`)],
    [
      graph('rows of uploads', 8, [
        own('LoadsAdded', 'loads added'),
        own('LoadsKnown', 'loads known before'),
        own('RowsRefused', 'rows refused'),
      ]),
      graph(
        'runs',
        4,
        [lambdaMetric(importer, 'Invocations', 'Sum', 'runs')],
        [lambdaMetric(importer, 'Errors', 'Sum', 'errors'), own('UploadsRefused', 'files refused')],
      ),
      ...queries,
    ],
  ];
}
