import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);
const NEAR_PERCENT = 80;

/** Executions at once of all functions of the account in this region. */
export const concurrentExecutions = () =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ConcurrentExecutions',
    statistic: 'Maximum',
    period: MINUTES_5,
    label: 'all functions of the account',
  });

/** Alarms on what an environment shares with all else in its account and region, and on its own clock. */
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
          'Functions of this account and region were throttled, in two of the last three times five minutes.',
        impact: 'callers get 500 where it was a function of the API; webhooks and events come late.',
        runbook: 'functions-are-throttled',
      },
      { threshold: 1, evaluationPeriods: 3, datapointsToAlarm: 2 },
    );
    const nearLimit = new MathExpression({
      expression: '100 * used / SERVICE_QUOTA(used)',
      label: 'percent of the concurrency of the account',
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
        happened: `For 15 minutes functions have used ${NEAR_PERCENT}% or more of the concurrency that the account has in this region.`,
        impact: 'none yet; past the limit callers get 500, and webhooks come late.',
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
        happened: 'The minute sweep of deliveries has not run for 15 minutes.',
        impact:
          'webhooks are not tried again after more than 15 minutes, what a crash dropped stays so, and no alarm tells of late deliveries.',
        runbook: 'the-sweep-does-not-run',
      },
      {
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: 3,
        // Not a run at all is no value at all.
        treatMissingData: TreatMissingData.BREACHING,
      },
    );
  }
}
