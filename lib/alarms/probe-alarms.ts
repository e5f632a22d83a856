import { Duration } from 'aws-cdk-lib';
import { MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { customMetric } from './delivery-alarms.ts';
import { serviceAlarm } from './service-alarm.ts';

/** Consecutive runs that fail before a page. */
const RUNS = 3;

/** Pages on the probe. @param probe name of the function. @param minutes between two runs. */
export function addProbeAlarms(scope: Construct, probe: string, minutes: number): void {
  const period = Duration.minutes(minutes);
  const metric = (name: string) => customMetric(probe, name, 'Sum').with({ period });
  serviceAlarm(
    scope,
    'FailingAlarm',
    metric('ProbeFailures'),
    {
      severity: 'page',
      happened: `The probe, which calls the public API every ${minutes} minutes, has failed ${RUNS} times in a row or does not run.`,
      impact: 'probably no caller gets rates or quotes; if the probe does not run, nothing watches this.',
      runbook: 'the-probe-fails',
    },
    // A probe that does not run has no data points.
    { threshold: 1, evaluationPeriods: RUNS, treatMissingData: TreatMissingData.BREACHING },
  );
  serviceAlarm(
    scope,
    'WebhooksMissingAlarm',
    new MathExpression({
      expression: 'FILL(sent, 0) - FILL(received, 0)',
      label: 'webhooks that did not arrive',
      usingMetrics: { sent: metric('ProbeEventsSent'), received: metric('ProbeEventsReceived') },
      period,
    }),
    {
      severity: 'page',
      happened: `The last ${RUNS} webhooks of the probe did not arrive.`,
      impact: 'probably no receiver gets webhooks; they wait as events or pending deliveries.',
      runbook: 'the-probe-fails',
    },
    { threshold: 1, evaluationPeriods: RUNS },
  );
}
