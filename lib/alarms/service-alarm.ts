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

/** Text of an alarm, for the on-call engineer. */
export interface AlarmText {
  readonly severity: Severity;
  /** What happened: one or more sentences. */
  readonly happened: string;
  /** Effect on callers or receivers. */
  readonly impact: string;
  /** Anchor of its section in docs/runbook.md. */
  readonly runbook: string;
}

export type AlarmRule = Omit<CreateAlarmOptions, 'alarmName' | 'alarmDescription' | 'actionsEnabled'>;

/**
 * An alarm with its text, a link to its runbook section, and a notification. By default it fires at or above the
 * threshold, and missing data does not breach. Its unique name consists of environment, severity and construct path.
 * @param suffix of the name; a new suffix creates a new alarm without the state of the previous one.
 * @returns the alarm; undefined if the environment leaves out alarms over several metrics.
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
    alarmName: `freight-${name}-${text.severity}-${nameFromPath(scope, id, name)}${suffix}`,
    alarmDescription: `${text.happened} Impact: ${text.impact} Runbook: ${runbookUrl}#${text.runbook}`,
  });
  const action = { bind: () => ({ alarmActionArn: topicArn(scope, text.severity) }) };
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

/** "api-price-lanes-error" of freight-prod-api/price-lanes/ErrorAlarm. */
function nameFromPath(scope: Construct, id: string, environment: string): string {
  return `${scope.node.path}/${id}`
    .replace(`freight-${environment}-`, '')
    .replace(/Alarm$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase();
}
