import { Duration } from 'aws-cdk-lib';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/logging/metric.ts';

/** Fires when a function that delivers webhooks gave one up for a reason of ours. */
export function addDeliveryAlarms(scope: Construct, lambda: IFunction): void {
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: 'DeliveryGivenUp',
    dimensionsMap: { function: lambda.functionName },
    period: Duration.minutes(5),
    statistic: 'Sum',
  }).createAlarm(scope, 'DeliveryGivenUpAlarm', {
    alarmDescription:
      'Deliveries that could not be worked on for 3 days have ended as failed; lines DELIVERY_GIVEN_UP name them, DELIVERY_UNFINISHED the cause. Impact: their receivers got nothing; when the cause is mended, recover sends them.',
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}
