import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import { alarmOnFirst } from './alarm-on-first.ts';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);

/** Fewer failures in five minutes send no page, whatever the error rate is. */
const MIN_FAILURES = 5;

export interface GatewayAlarmsProps {
  readonly api: RestApi;
  readonly accessLogs: LogGroup;
  readonly authorizer: IFunction;
}

/** Alarms on errors of the gateway and the authorizer. They select the stage, since APIs of all environments share a name. */
export function addGatewayAlarms(
  scope: Construct,
  { api, accessLogs, authorizer }: GatewayAlarmsProps,
): void {
  const stage = api.deploymentStage;
  alarmOnFirst(scope, 'ServerErrorAlarm', stage.metricServerError({ statistic: 'Sum' }), {
    severity: 'ticket',
    happened: 'The API answers 500.',
    impact: 'calls fail because of an error in the service.',
    runbook: 'the-api-answers-500',
  });
  const failing = new MathExpression({
    expression: `IF(errors >= ${MIN_FAILURES}, 100 * errors / calls, 0)`,
    label: 'percent of calls that fail',
    usingMetrics: {
      errors: stage.metricServerError({ statistic: 'Sum' }),
      calls: stage.metricCount({ statistic: 'SampleCount' }),
    },
    period: MINUTES_5,
  });
  serviceAlarm(
    scope,
    'ServerErrorRateAlarm',
    failing,
    {
      severity: 'page',
      happened:
        'The API answered 500 to 5% of calls or more in at least 2 of the last 3 five-minute periods.',
      impact: 'calls fail because of an error in the service, and callers retry them.',
      runbook: 'the-api-answers-500',
    },
    { threshold: 5, evaluationPeriods: 3, datapointsToAlarm: 2 },
  );
  const unknownKeys = new MetricFilter(scope, 'UnknownGatewayKeys', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.stringValue('$.errorType', '=', 'INVALID_API_KEY'),
    // The metric has no dimensions, and environments can share an account.
    metricNamespace: `${METRIC_NAMESPACE}/${stage.stageName}`,
    metricName: 'UnknownGatewayKey',
  });
  alarmOnFirst(scope, 'UnknownGatewayKeyAlarm', unknownKeys.metric({ statistic: 'Sum' }), {
    severity: 'page',
    happened: 'The gateway key of an organization is in no usage plan.',
    impact: 'all calls of this organization get 500 until it is provisioned again.',
    runbook: 'an-organization-has-no-gateway-key',
  });
  const authorizerFailures = new MathExpression({
    expression: 'SUM(METRICS())',
    label: 'authorizer failures',
    usingMetrics: {
      errors: authorizer.metricErrors({ statistic: 'Sum' }),
      throttles: authorizer.metricThrottles({ statistic: 'Sum' }),
    },
    period: MINUTES_5,
  });
  serviceAlarm(
    scope,
    'AuthorizerFailuresAlarm',
    authorizerFailures,
    {
      severity: 'page',
      happened: `The authorizer failed or was throttled ${MIN_FAILURES} times or more in five minutes.`,
      impact: 'callers with valid keys get 500.',
      runbook: 'the-authorizer-fails',
    },
    { threshold: MIN_FAILURES, evaluationPeriods: 1 },
  );
}
