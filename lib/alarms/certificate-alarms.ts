import { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Severity } from '../settings/environments.ts';
import { serviceAlarm } from './service-alarm.ts';

/**
 * Certificate Manager starts to renew 60 days before the end (docs.aws.amazon.com/acm/latest/userguide/managed-renewal.html),
 * so at 45 days the renewal fails, or the certificate was imported.
 */
const DAYS: Readonly<Record<Severity, number>> = { ticket: 45, page: 7 };

/** Alarms on the days until the certificate of the custom domain expires; Certificate Manager counts them twice a day. */
export function addCertificateAlarms(scope: Construct, certificate: ICertificate): void {
  for (const [severity, days] of Object.entries(DAYS) as [Severity, number][]) {
    serviceAlarm(
      scope,
      `CertificateExpiresIn${days}DaysAlarm`,
      certificate.metricDaysToExpiry({ statistic: 'Minimum', period: Duration.days(1) }),
      {
        severity,
        happened: `The certificate of the custom domain expires in ${days} days or less.`,
        impact: 'none until it expires; then no caller can connect.',
        runbook: 'the-certificate-expires',
      },
      {
        threshold: days,
        comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: 1,
      },
    );
  }
}
