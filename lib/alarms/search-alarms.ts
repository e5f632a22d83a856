import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Domain } from 'aws-cdk-lib/aws-opensearchservice';
import type { Construct } from 'constructs';
import type { SearchDomainSettings } from '../settings/search-domain-settings.ts';
import { serviceAlarm } from './service-alarm.ts';
import { math, PERIOD } from './service-metrics.ts';

const MB_A_GB = 1024;

export interface SearchAlarmProps {
  readonly domain: Domain;
  readonly search: SearchDomainSettings;
  /** Writes terminal changes to the index. */
  readonly indexer: IFunction;
}

/**
 * One alarm on the domain and on changes that reach it late, never a page: the embedded search answers meanwhile. Thresholds
 * follow the alarms that AWS recommends for OpenSearch Service.
 */
export function addSearchAlarm(scope: Construct, { domain, search, indexer }: SearchAlarmProps): void {
  const of = (statistic: 'Maximum' | 'Minimum') => ({ period: PERIOD, statistic });
  const { nodes, volumeGb } = search;
  const faults = [
    'red > 0',
    'blocked > 0',
    'yellow > 0',
    `nodes < ${nodes}`,
    `disk <= ${(volumeGb * MB_A_GB) / 4}`,
    'cpu >= 80',
    'memory >= 90',
    'changes >= 900000',
  ];
  serviceAlarm(
    scope,
    'UnhealthyAlarm',
    math(`MAX([${faults.map((fault) => `IF(${fault}, 1, 0)`).join(', ')}])`, 'unhealthy', {
      red: domain.metricClusterStatusRed(of('Maximum')),
      yellow: domain.metricClusterStatusYellow(of('Maximum')),
      blocked: domain.metricClusterIndexWritesBlocked(of('Maximum')),
      nodes: domain.metricNodes(of('Minimum')),
      disk: domain.metricFreeStorageSpace(of('Minimum')),
      cpu: domain.metricCPUUtilization(of('Maximum')),
      memory: domain.metricJVMMemoryPressure(of('Maximum')),
      changes: indexer.metric('IteratorAge', of('Maximum')),
    }),
    {
      severity: 'ticket',
      happened:
        'For 30 minutes, the search domain has lost its index, a replica or a node, rejects writes, has 25% of its disk or less, uses 80% of its CPU or 90% of its memory, or gets changes more than 15 minutes late; the graph of the alarm shows which.',
      impact: 'the embedded search answers, up to 800 ms later, or searches return stale terminals.',
      first: 'freight search status.',
      runbook: 'the-search-domain-is-unhealthy',
    },
    { threshold: 1, evaluationPeriods: 6 },
  );
}
