import {
  Alarm,
  ComparisonOperator,
  type CreateAlarmOptions,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Severity } from '../settings/environments.ts';
import { alertingOf, topicArn } from './alerting.ts';

/** What an alarm says to the person who gets it. */
export interface AlarmText {
  readonly severity: Severity;
  /** What happened, in a sentence. */
  readonly happened: string;
  /** What callers or receivers do not get meanwhile. */
  readonly impact: string;
  /** Anchor of its page in docs/runbook.md. */
  readonly runbook: string;
}

export type AlarmRule = Omit<CreateAlarmOptions, 'alarmName' | 'alarmDescription' | 'actionsEnabled'>;

/**
 * An alarm with its text, the link to its page in the runbook, and an action. Without a word of the rule's own it fires
 * at the threshold and above it, and none is no news. Its name begins with environment and severity, and goes on with
 * its place among the constructs: it is what a message shows first, and no two can be the same.
 * @param suffix of the name: with another one it is another alarm, which starts without the state of the one before.
 * @returns the alarm; undefined where the environment leaves out alarms over several metrics.
 */
export function serviceAlarm(
  scope: Construct,
  id: string,
  metric: IMetric,
  text: AlarmText,
  rule: AlarmRule,
  suffix = '',
): Alarm | undefined {
  const { name, runbookUrl, monitoring } = alertingOf(scope);
  if (monitoring === 'simple' && metric instanceof MathExpression) return undefined;
  const alarm = new Alarm(scope, id, {
    metric,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...rule,
    alarmName: `freight-${name}-${text.severity}-${placeOf(scope, id, name)}${suffix}`,
    alarmDescription: `${text.happened} Impact: ${text.impact} Runbook: ${runbookUrl}#${text.runbook}`,
  });
  const action = { bind: () => ({ alarmActionArn: topicArn(scope, text.severity) }) };
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

/** "api-price-lanes-error" of freight-prod-api/price-lanes/ErrorAlarm. */
function placeOf(scope: Construct, id: string, environment: string): string {
  return `${scope.node.path}/${id}`
    .replace(`freight-${environment}-`, '')
    .replace(/Alarm$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase();
}
