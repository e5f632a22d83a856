import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Domain } from 'aws-cdk-lib/aws-opensearchservice';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import type { SearchDomainSettings } from '../settings/search-domain-settings.ts';
import { type AlarmRule, type AlarmText, serviceAlarm } from './service-alarm.ts';
import { addLateChangesAlarm } from './waiting-alarms.ts';

const MINUTES_5 = Duration.minutes(5);
const MB_A_GB = 1024;

/** A change fails after 100 attempts, which take an hour or more: this leaves time to fix the cause. */
const LATE_MS = 15 * 60 * 1000;

interface SearchAlarm extends AlarmRule, Omit<AlarmText, 'severity' | 'runbook'> {
  readonly metric: (domain: Domain, options: MetricOptions) => IMetric;
  readonly statistic: 'Maximum' | 'Minimum' | 'Average';
}

/** Never a page: the embedded search answers meanwhile. */
const severity = 'ticket';

/** Thresholds follow the alarms that AWS recommends for OpenSearch Service. */
const alarmsOf = ({ nodes, volumeGb }: SearchDomainSettings): Readonly<Record<string, SearchAlarm>> => ({
  Unusable: {
    metric: (domain, options) =>
      new MathExpression({
        expression: 'SUM(METRICS())',
        label: 'index lost, writes rejected',
        usingMetrics: {
          red: domain.metricClusterStatusRed(options),
          blocked: domain.metricClusterIndexWritesBlocked(options),
        },
        ...(options.period && { period: options.period }),
      }),
    statistic: 'Maximum',
    threshold: 1,
    evaluationPeriods: 1,
    happened: 'The search domain has lost its index, or rejects writes.',
    impact:
      'the embedded search answers, or searches return stale terminals; changes fail after 100 attempts; when the domain is healthy, freight terminals reindex rebuilds the index.',
  },
  Yellow: {
    metric: (domain, options) => domain.metricClusterStatusYellow(options),
    statistic: 'Maximum',
    threshold: 1,
    evaluationPeriods: 3,
    happened: 'A replica of the index has been missing for 15 minutes.',
    impact: 'none yet; if another node is lost, the embedded search answers.',
  },
  NodeMissing: {
    metric: (domain, options) => domain.metricNodes(options),
    statistic: 'Minimum',
    threshold: nodes,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: 12,
    happened: 'A node has been missing for an hour.',
    impact: 'none while a majority of the nodes is there; otherwise the embedded search answers.',
  },
  Storage: {
    metric: (domain, options) => domain.metricFreeStorageSpace(options),
    statistic: 'Minimum',
    threshold: (volumeGb * MB_A_GB) / 4,
    comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    happened: 'A node has 25% or less of its disk space left.',
    impact: 'none yet; when the disk is full, the index rejects changes.',
  },
  Cpu: {
    metric: (domain, options) => domain.metricCPUUtilization(options),
    statistic: 'Maximum',
    threshold: 80,
    evaluationPeriods: 6,
    happened: 'The CPU utilization of a node has been 80% or more for 30 minutes.',
    impact: 'searches are slow; after 800 ms the embedded search answers.',
  },
  Memory: {
    metric: (domain, options) => domain.metricJVMMemoryPressure(options),
    statistic: 'Maximum',
    threshold: 90,
    evaluationPeriods: 3,
    happened: 'The JVM memory pressure of a node has been 90% or more for 15 minutes.',
    impact: 'searches are slow and writes are rejected; a larger instance type helps.',
  },
});

export interface SearchAlarmsProps {
  readonly domain: Domain;
  readonly search: SearchDomainSettings;
  /** Writes terminal changes to the index. */
  readonly indexer: IFunction;
}

/** Alarms on the domain and on the age of the changes that it receives. Function errors have their own alarms. */
export class SearchAlarms extends Construct {
  constructor(scope: Construct, id: string, { domain, search, indexer }: SearchAlarmsProps) {
    super(scope, id);
    for (const [name, { metric, statistic, happened, impact, ...rule }] of Object.entries(alarmsOf(search))) {
      const text = { severity, happened, impact, runbook: 'the-search-domain-is-unhealthy' } as const;
      // Missing data fires no alarm: the alarm on the number of nodes finds a node that reports nothing.
      serviceAlarm(this, name, metric(domain, { period: MINUTES_5, statistic }), text, rule);
    }
    addLateChangesAlarm(this, 'Late', indexer, {
      lateMs: LATE_MS,
      severity,
      happened: 'Terminal changes reach the search index more than 15 minutes late.',
      impact:
        'searches return stale terminals; changes fail after 100 attempts, and freight terminals reindex then adds them.',
      runbook: 'terminal-changes-are-late',
    });
  }
}

/** Fires when the embedded search replaces the domain in at least 2 of 3 five-minute periods. */
export function addFallbackAlarm(scope: Construct, lambda: IFunction): void {
  const fallbacks = new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: 'TerminalSearchFellBack',
    dimensionsMap: { function: lambda.functionName },
    period: MINUTES_5,
    statistic: 'Sum',
  });
  const text: AlarmText = {
    severity,
    happened: 'The embedded search answers instead of the search domain.',
    impact: 'callers get results from the snapshot; some calls take up to 800 ms longer.',
    runbook: 'the-embedded-search-answers',
  };
  serviceAlarm(scope, 'FellBackAlarm', fallbacks, text, {
    threshold: 1,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
  });
}
