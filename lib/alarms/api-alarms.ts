import { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { serviceAlarm } from './service-alarm.ts';
import { apiMetric, customMetric, type MeasuredApi, math } from './service-metrics.ts';

/** Fires at the first 5xx, also of the authorizer and of gateway keys in no plan, before an objective is at risk. */
export function addServerErrorAlarm(scope: Construct, api: MeasuredApi): void {
  serviceAlarm(
    scope,
    'ServerErrorAlarm',
    apiMetric(api, '5XXError', 'Sum'),
    {
      severity: 'ticket',
      happened: 'At least one call was answered with 500.',
      impact: 'calls fail because of an error in the service; an objective pages if they are many.',
      first: 'saved query failures, then rejected-calls.',
      runbook: 'the-api-answers-500',
    },
    { threshold: 1, evaluationPeriods: 1 },
  );
}

/** Metrics of functions that price lanes. With the four of another function, they are as many as an alarm can have. */
const OF_READERS = ['TerminalsUnreadable', 'DieselStale', 'DieselUnreadable', 'MarketUnreadable'];
const OF_RATES = [...OF_READERS, 'TerminalSnapshotBroken', 'DieselBroken'];

/** Fires if terminals, diesel prices or the market are stale or damaged. The probe calls both functions. */
export function addReferenceDataAlarm(scope: Construct, rates: IFunction, quotes: IFunction): void {
  const metrics = [
    ...OF_RATES.map((name) => customMetric(rates.functionName, name, 'Sum')),
    ...OF_READERS.map((name) => customMetric(quotes.functionName, name, 'Sum')),
  ];
  serviceAlarm(
    scope,
    'ReferenceDataAlarm',
    math('SUM(METRICS())', 'stale or unreadable', metrics),
    {
      severity: 'ticket',
      happened:
        'The newest diesel price is more than 14 days old, or terminals, diesel prices or the market cannot be read; the graph of the alarm shows which.',
      impact:
        'rates use the data that functions read last, or those of their bundle; if diesel prices are old, with a warning.',
      first: 'freight diesel show, then saved query terminals-and-diesel.',
      runbook: 'diesel-prices-are-stale',
    },
    { threshold: 1, evaluationPeriods: 1 },
  );
}

/**
 * Certificate Manager starts to renew 60 days before the end (docs.aws.amazon.com/acm/latest/userguide/managed-renewal.html),
 * so that at 30 days the renewal fails, or the certificate was imported.
 */
const CERTIFICATE_DAYS = 30;

export function addCertificateAlarm(scope: Construct, certificate: ICertificate): void {
  serviceAlarm(
    scope,
    'CertificateAlarm',
    certificate.metricDaysToExpiry({ statistic: 'Minimum', period: Duration.days(1) }),
    {
      severity: 'page',
      happened: `The certificate of the custom domain expires in ${CERTIFICATE_DAYS} days or less.`,
      impact: 'none until it expires; then no caller can connect.',
      first: 'aws acm describe-certificate --certificate-arn ARN.',
      runbook: 'the-certificate-expires',
    },
    {
      threshold: CERTIFICATE_DAYS,
      comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
    },
  );
}
