import { Aws, Fn } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { customMetric } from '../alarms/delivery-alarms.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { graph, heading, metricOf } from './graph.ts';

/** Dashboard rows of terminal search. @param domainArn undefined if the environment has no search domain. */
export function searchRows(searchFunction: string, runbook: string, domainArn?: string): IWidget[][] {
  const fellBack = customMetric(
    searchFunction,
    'TerminalSearchFellBack',
    'Sum',
    'answered by the embedded search',
  );
  const stale = ['TerminalSnapshotBroken', 'TerminalsUnreadable'].map((name) =>
    customMetric(searchFunction, name, 'Sum', name),
  );
  const rows = [heading('Terminal search', runbookLink(runbook, 'the-embedded-search-answers'))];
  if (domainArn === undefined) return [rows, [graph('terminal refresh failures', 24, stale)]];
  const of = {
    DomainName: Fn.select(1, Fn.split('/', domainArn)),
    ClientId: Aws.ACCOUNT_ID,
  };
  const domain = (name: string, statistic: string, label: string) =>
    metricOf({ namespace: 'AWS/ES', name, of, statistic, label });
  return [
    rows,
    [
      graph('fallbacks', 8, [fellBack, ...stale]),
      graph('domain: latency, ms', 8, [domain('SearchLatency', 'Average', 'search')]),
      graph(
        'domain: load, percent',
        8,
        [domain('CPUUtilization', 'Maximum', 'CPU'), domain('JVMMemoryPressure', 'Maximum', 'heap')],
        [domain('ClusterStatus.red', 'Maximum', 'red'), domain('ClusterStatus.yellow', 'Maximum', 'yellow')],
      ),
    ],
  ];
}
