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

/** Fewer failures in five minutes wake nobody, however few calls there were. */
const FEW = 5;

export interface GatewayAlarmsProps {
  readonly api: RestApi;
  readonly accessLogs: LogGroup;
  readonly authorizer: IFunction;
}

/** Alarms on what callers see of the gateway itself: of this stage, since APIs of other environments have the same name. */
export function addGatewayAlarms(
  scope: Construct,
  { api, accessLogs, authorizer }: GatewayAlarmsProps,
): void {
  const stage = api.deploymentStage;
  alarmOnFirst(scope, 'ServerErrorAlarm', stage.metricServerError({ statistic: 'Sum' }), {
    severity: 'ticket',
    happened: 'The API answers 500.',
    impact: 'callers fail for a cause of ours.',
    runbook: 'the-api-answers-500',
  });
  const failing = new MathExpression({
    expression: `IF(errors >= ${FEW}, 100 * errors / calls, 0)`,
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
        'The API answers 500 to 5% of all calls or more, in two of the last three times five minutes.',
      impact: 'callers fail for a cause of ours, and try again.',
      runbook: 'the-api-answers-500',
    },
    { threshold: 5, evaluationPeriods: 3, datapointsToAlarm: 2 },
  );
  const unknownKeys = new MetricFilter(scope, 'UnknownGatewayKeys', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.stringValue('$.errorType', '=', 'INVALID_API_KEY'),
    // It has no dimension, and environments may share an account.
    metricNamespace: `${METRIC_NAMESPACE}/${stage.stageName}`,
    metricName: 'UnknownGatewayKey',
  });
  alarmOnFirst(scope, 'UnknownGatewayKeyAlarm', unknownKeys.metric({ statistic: 'Sum' }), {
    severity: 'page',
    happened: 'An organization has no key in any usage plan.',
    impact: 'all its calls answer 500 until it is provisioned again.',
    runbook: 'an-organization-has-no-gateway-key',
  });
  const notAsked = new MathExpression({
    expression: 'SUM(METRICS())',
    label: 'calls that nobody could let in',
    usingMetrics: {
      errors: authorizer.metricErrors({ statistic: 'Sum' }),
      throttles: authorizer.metricThrottles({ statistic: 'Sum' }),
    },
    period: MINUTES_5,
  });
  serviceAlarm(
    scope,
    'AuthorizerFailuresAlarm',
    notAsked,
    {
      severity: 'page',
      happened: `The authorizer failed or was throttled ${FEW} times or more in five minutes.`,
      impact: 'callers with good keys are not let in: they get 500.',
      runbook: 'the-authorizer-fails',
    },
    { threshold: FEW, evaluationPeriods: 1 },
  );
}
