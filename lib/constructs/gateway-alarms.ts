import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/logging/metric.ts';
import { alarmOnFirst } from './alarm-on-first.ts';

/** Alarms on what callers see of the gateway itself. */
export function addGatewayAlarms(scope: Construct, api: RestApi, accessLogs: LogGroup): void {
  alarmOnFirst(
    scope,
    'ServerErrorAlarm',
    api.metricServerError({ statistic: 'Sum' }),
    'The API answers 500. Impact: callers fail for a cause of ours.',
  );
  const unknownKeys = new MetricFilter(scope, 'UnknownGatewayKeys', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.stringValue('$.errorType', '=', 'INVALID_API_KEY'),
    metricNamespace: METRIC_NAMESPACE,
    metricName: 'UnknownGatewayKey',
  });
  alarmOnFirst(
    scope,
    'UnknownGatewayKeyAlarm',
    unknownKeys.metric({ statistic: 'Sum' }),
    'An organization has no key in any usage plan. Impact: all its calls answer 500 until it is provisioned again.',
  );
}
