import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);
const NEAR_PERCENT = 80;

/** Concurrent executions of all functions of the account in this region. */
export const concurrentExecutions = () =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ConcurrentExecutions',
    statistic: 'Maximum',
    period: MINUTES_5,
    label: 'all functions of the account',
  });

/** Alarms on the Lambda concurrency of the account and region, and on the schedule of the sweep. */
export class AccountAlarms extends Construct {
  /** @param sweep name of the function that runs every minute. */
  constructor(scope: Construct, id: string, sweep: string) {
    super(scope, id);
    const throttles = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'Throttled',
      throttles,
      {
        severity: 'ticket',
        happened:
          'Lambda throttled functions of this account and region in at least 2 of the last 3 five-minute periods.',
        impact:
          'if a function of the API was throttled, its callers get 500; webhooks and events are delivered late.',
        runbook: 'functions-are-throttled',
      },
      { threshold: 1, evaluationPeriods: 3, datapointsToAlarm: 2 },
    );
    const nearLimit = new MathExpression({
      expression: '100 * used / SERVICE_QUOTA(used)',
      label: 'percent of the account concurrency limit',
      usingMetrics: {
        used: new Metric({
          namespace: 'AWS/Usage',
          metricName: 'ResourceCount',
          dimensionsMap: {
            Type: 'Resource',
            Resource: 'ConcurrentExecutions',
            Service: 'Lambda',
            Class: 'None',
          },
          statistic: 'Maximum',
        }),
      },
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'ConcurrencyNearLimit',
      nearLimit,
      {
        severity: 'ticket',
        happened: `Functions have used ${NEAR_PERCENT}% or more of the concurrency limit of the account in this region for 15 minutes.`,
        impact: 'none yet; above the limit callers get 500, and webhooks are delivered late.',
        runbook: 'functions-are-throttled',
      },
      { threshold: NEAR_PERCENT, evaluationPeriods: 3 },
    );
    const sweeps = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Invocations',
      dimensionsMap: { FunctionName: sweep },
      statistic: 'Sum',
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'SweepSilent',
      sweeps,
      {
        severity: 'page',
        happened: 'The delivery sweep, which runs every minute, has not run for 15 minutes.',
        impact:
          'retries that are due in more than 15 minutes are not sent, deliveries lost in a crash are not recovered, and no alarm reports late deliveries.',
        runbook: 'the-sweep-does-not-run',
      },
      {
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: 3,
        // A function that does not run has no data points.
        treatMissingData: TreatMissingData.BREACHING,
      },
    );
  }
}
