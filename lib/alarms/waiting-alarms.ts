import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type AlarmText, serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);
const HOUR_SECONDS = 3_600;

/**
 * Fires when messages have waited for more than an hour. Messages that nothing receives raise no other alarm, and a queue
 * deletes them after its retention.
 */
export function addWaitingAlarm(
  scope: Construct,
  id: string,
  queue: IQueue,
  text: Omit<AlarmText, 'severity'>,
): void {
  const age = queue.metricApproximateAgeOfOldestMessage({ period: MINUTES_5, statistic: 'Maximum' });
  const rule = { threshold: HOUR_SECONDS, evaluationPeriods: 3 };
  serviceAlarm(scope, id, age, { severity: 'ticket', ...text }, rule);
}

/** How late changes are when their alarm fires, and its text. */
export interface LateChanges extends AlarmText {
  readonly lateMs: number;
}

/** Fires when a function reads changes of a table later than `lateMs` in at least 2 of 3 five-minute periods. */
export function addLateChangesAlarm(
  scope: Construct,
  id: string,
  reader: IFunction,
  { lateMs, ...text }: LateChanges,
): void {
  const age = reader.metric('IteratorAge', { period: MINUTES_5, statistic: 'Maximum' });
  const rule = { threshold: lateMs, evaluationPeriods: 3, datapointsToAlarm: 2 };
  serviceAlarm(scope, id, age, text, rule);
}
