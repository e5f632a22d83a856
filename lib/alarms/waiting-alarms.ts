import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { RunbookSection } from '../settings/runbook-sections.ts';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);
const HOUR_SECONDS = 3_600;
const LATE_MS = 900_000;

/** What waits, for the text of the alarm. */
export interface WaitingText {
  readonly happened: string;
  readonly impact: string;
  readonly runbook: RunbookSection;
}

/**
 * Fires when messages have waited for more than an hour. Messages that nothing receives raise no other alarm, and a queue
 * deletes them after its retention.
 */
export function addWaitingAlarm(scope: Construct, id: string, queue: IQueue, text: WaitingText): void {
  const age = queue.metricApproximateAgeOfOldestMessage({ period: MINUTES_5, statistic: 'Maximum' });
  const rule = { threshold: HOUR_SECONDS, evaluationPeriods: 3 };
  serviceAlarm(scope, id, age, { severity: 'ticket', ...text }, rule);
}

/** Fires when a function reads changes of a table more than 15 minutes late. */
export function addLateChangesAlarm(
  scope: Construct,
  id: string,
  reader: IFunction,
  text: WaitingText,
): void {
  const age = reader.metric('IteratorAge', { period: MINUTES_5, statistic: 'Maximum' });
  const rule = { threshold: LATE_MS, evaluationPeriods: 3, datapointsToAlarm: 2 };
  serviceAlarm(scope, id, age, { severity: 'ticket', ...text }, rule);
}
