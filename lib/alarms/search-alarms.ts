import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Domain } from 'aws-cdk-lib/aws-opensearchservice';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import type { SearchDomainSettings } from '../settings/environments.ts';
import { type AlarmRule, type AlarmText, serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);
const MB_A_GB = 1024;

/** A change that is tried again and again is given up after an hour or more: this leaves time to mend what is in the way. */
const LATE_MS = 15 * 60 * 1000;

interface SearchAlarm extends AlarmRule, Omit<AlarmText, 'severity' | 'runbook'> {
  readonly metric: (domain: Domain, options: MetricOptions) => Metric;
  readonly statistic: 'Maximum' | 'Minimum' | 'Average';
}

/** Nobody is woken: the embedded search answers meanwhile. */
const severity = 'ticket';

/** What can go wrong with a domain: for which thresholds see AWS's recommended alarms of the service. */
const alarmsOf = ({ nodes, volumeGb }: SearchDomainSettings): Readonly<Record<string, SearchAlarm>> => ({
  Red: {
    metric: (domain, options) => domain.metricClusterStatusRed(options),
    statistic: 'Maximum',
    threshold: 1,
    evaluationPeriods: 1,
    happened: 'The domain has lost its index.',
    impact: 'the embedded search answers; freight terminals reindex makes it anew when the nodes are back.',
  },
  Yellow: {
    metric: (domain, options) => domain.metricClusterStatusYellow(options),
    statistic: 'Maximum',
    threshold: 1,
    evaluationPeriods: 3,
    happened: 'A copy of the index is missing for 15 minutes.',
    impact: 'none yet; with another node lost the embedded search answers.',
  },
  NodeMissing: {
    metric: (domain, options) => domain.metricNodes(options),
    statistic: 'Minimum',
    threshold: nodes,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: 12,
    happened: 'A node is missing for an hour.',
    impact: 'none while most are there, else the embedded search answers.',
  },
  Storage: {
    metric: (domain, options) => domain.metricFreeStorageSpace(options),
    statistic: 'Minimum',
    threshold: (volumeGb * MB_A_GB) / 4,
    comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    happened: 'A node has less than a quarter of its disk left.',
    impact: 'none yet; when it is full the index takes no changes.',
  },
  WritesBlocked: {
    metric: (domain, options) => domain.metricClusterIndexWritesBlocked(options),
    statistic: 'Maximum',
    threshold: 1,
    evaluationPeriods: 1,
    happened: 'The domain takes no writes.',
    impact:
      'callers do not find changed terminals as they are now; they are tried 100 times, then given up, and freight terminals reindex brings them.',
  },
  Cpu: {
    metric: (domain, options) => domain.metricCPUUtilization(options),
    statistic: 'Maximum',
    threshold: 80,
    evaluationPeriods: 6,
    happened: 'A node works at 80% or more for half an hour.',
    impact: 'searches get slow; past 800 ms the embedded search answers.',
  },
  Memory: {
    metric: (domain, options) => domain.metricJVMMemoryPressure(options),
    statistic: 'Maximum',
    threshold: 90,
    evaluationPeriods: 3,
    happened: 'The heap of a node is full to 90% or more.',
    impact: 'searches get slow and writes are turned away; a larger instance type helps.',
  },
});

export interface SearchAlarmsProps {
  readonly domain: Domain;
  readonly search: SearchDomainSettings;
  /** What follows the changes of terminals. */
  readonly indexer: IFunction;
}

/** Alarms on the domain, and on the way of changes to it. The errors of functions have theirs. */
export class SearchAlarms extends Construct {
  constructor(scope: Construct, id: string, { domain, search, indexer }: SearchAlarmsProps) {
    super(scope, id);
    for (const [name, { metric, statistic, happened, impact, ...rule }] of Object.entries(alarmsOf(search))) {
      const text = { severity, happened, impact, runbook: 'the-search-domain-is-in-trouble' } as const;
      // A node that tells nothing is one that the count of nodes misses.
      serviceAlarm(this, name, metric(domain, { period: MINUTES_5, statistic }), text, rule);
    }
    const age = indexer.metric('IteratorAge', { period: MINUTES_5, statistic: 'Maximum' });
    const text: AlarmText = {
      severity,
      happened: 'Changes of terminals reach the search index more than 15 minutes late.',
      impact:
        'callers do not find them as they are now; after 100 attempts they are given up, and freight terminals reindex brings them.',
      runbook: 'changes-of-terminals-come-late',
    };
    serviceAlarm(this, 'Late', age, text, { threshold: LATE_MS, evaluationPeriods: 1 });
  }
}

/** Fires when the embedded search answers for the domain, and not for a moment only. */
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
    happened: 'The embedded search answers instead of the domain.',
    impact: 'callers are answered as before, from the snapshot; some wait up to 800 ms longer.',
    runbook: 'the-embedded-search-answers',
  };
  serviceAlarm(scope, 'FellBackAlarm', fallbacks, text, {
    threshold: 1,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
  });
}
