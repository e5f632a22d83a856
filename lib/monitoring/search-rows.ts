import { Aws, Fn } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric } from '../alarms/delivery-alarms.ts';
import { graph, heading, metricOf } from './graph.ts';

/** Who answers terminal searches. @param domainArn absent where there is no domain to fall back from. */
export function searchRows(searchFunction: string, runbook: string, domainArn?: string): IWidget[][] {
  const fellBack = ownMetric(
    searchFunction,
    'TerminalSearchFellBack',
    'Sum',
    'answered by the embedded search',
  );
  const stale = ['TerminalSnapshotBroken', 'TerminalsUnreadable'].map((name) =>
    ownMetric(searchFunction, name, 'Sum', name),
  );
  const rows = [heading('Terminal search', `${runbook}#the-embedded-search-answers`)];
  if (domainArn === undefined) return [rows, [graph('terminals that cannot be read anew', 24, stale)]];
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
        [domain('CPUUtilization', 'Maximum', 'processor'), domain('JVMMemoryPressure', 'Maximum', 'heap')],
        [domain('ClusterStatus.red', 'Maximum', 'red'), domain('ClusterStatus.yellow', 'Maximum', 'yellow')],
      ),
    ],
  ];
}
