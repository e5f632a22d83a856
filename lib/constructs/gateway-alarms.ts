import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/logging/metric.ts';

/** Alarms on what callers see of the gateway itself. */
export function addGatewayAlarms(scope: Construct, api: RestApi, accessLogs: LogGroup): void {
  api
    .metricServerError({ period: Duration.minutes(5), statistic: 'Sum' })
    .createAlarm(scope, 'ServerErrorAlarm', {
      alarmDescription: 'The API answers 500. Impact: callers fail for a cause of ours.',
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  new MetricFilter(scope, 'UnknownGatewayKeys', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.stringValue('$.errorType', '=', 'INVALID_API_KEY'),
    metricNamespace: METRIC_NAMESPACE,
    metricName: 'UnknownGatewayKey',
  })
    .metric({ period: Duration.minutes(5), statistic: 'Sum' })
    .createAlarm(scope, 'UnknownGatewayKeyAlarm', {
      alarmDescription:
        'An organization has no key in any usage plan. Impact: all its calls answer 500 until it is provisioned again.',
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
}
