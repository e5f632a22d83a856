import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import { alarmOnFirst } from './alarm-on-first.ts';
import { apiMetric, type MeasuredApi } from './endpoint-metrics.ts';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);

/** Fewer failures in five minutes send no page. */
const MIN_FAILURES = 5;

export interface GatewayAlarmsProps {
  readonly api: RestApi;
  readonly accessLogs: LogGroup;
  readonly authorizer: IFunction;
  readonly measured: MeasuredApi;
  /** Whether the API has metrics of each operation. */
  readonly operationMetrics: boolean;
}

/**
 * A Metrics Insights query: one time series, and so one contributor of the alarm, for each operation. Name and stage of the
 * API restrict it to this environment. Queries of alarms read at most the last three hours.
 */
const errorsByOperation = ({ apiName, stageName }: MeasuredApi): MathExpression =>
  new MathExpression({
    expression: `SELECT SUM("5XXError") FROM SCHEMA("AWS/ApiGateway", ApiName, Method, Resource, Stage) WHERE ApiName = '${apiName}' AND Stage = '${stageName}' GROUP BY Method, Resource ORDER BY SUM() DESC`,
    label: 'operations that answer 500',
    usingMetrics: {},
    period: MINUTES_5,
  });

/** Alarms on errors of the gateway and the authorizer. */
export function addGatewayAlarms(
  scope: Construct,
  { api, accessLogs, authorizer, measured, operationMetrics }: GatewayAlarmsProps,
): void {
  const stage = api.deploymentStage;
  serviceAlarm(
    scope,
    'ServerErrorAlarm',
    operationMetrics ? errorsByOperation(measured) : apiMetric(measured, '5XXError', 'Sum', '5xx'),
    {
      severity: 'ticket',
      happened: 'At least one operation answers 500; the contributors of the alarm are the operations.',
      impact: 'calls fail because of an error in the service.',
      runbook: 'the-api-answers-500',
    },
    { threshold: 1, evaluationPeriods: 1 },
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
