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
import { type RunbookSection, runbookLink } from '../settings/runbook-sections.ts';
import { alertingOf, topicArn } from './alerting.ts';

/** Text of an alarm, for the on-call engineer. */
export interface AlarmText {
  readonly severity: Severity;
  /** What happened: one or more sentences. */
  readonly happened: string;
  /** Effect on callers or receivers. */
  readonly impact: string;
  readonly runbook: RunbookSection;
  /** The first command: of the shell, of `freight`, or a saved query. */
  readonly first: string;
}

export type AlarmRule = Omit<CreateAlarmOptions, 'alarmName' | 'alarmDescription' | 'actionsEnabled'>;

/** Of alarms that fire at or above the threshold; missing data does not breach. */
const DEFAULT_RULE = {
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
} as const;

/**
 * An alarm with its text, a link to its runbook section, and a notification. By default it fires at or above the
 * threshold, and missing data does not breach. Its unique name consists of environment, severity and construct path.
 * @param suffix of the name; a new suffix creates a new alarm without the state of the previous one.
 * @returns the alarm; undefined if the environment leaves out tickets, or alarms over several metrics.
 */
export function serviceAlarm(
  scope: Construct,
  id: string,
  metric: IMetric,
  text: AlarmText,
  rule: AlarmRule,
  suffix = '',
): Alarm | undefined {
  const { monitoring, alarms } = alertingOf(scope);
  if (alarms === 'pages' && text.severity !== 'page') return undefined;
  if (monitoring === 'simple' && metric instanceof MathExpression) return undefined;
  const alarm = new Alarm(scope, id, {
    metric,
    ...DEFAULT_RULE,
    ...rule,
    alarmName: `${alarmName(scope, id, text.severity)}${suffix}`,
    alarmDescription: descriptionOf(scope, text),
  });
  const action = { bind: () => ({ alarmActionArn: topicArn(scope, text.severity) }) };
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

function descriptionOf(scope: Construct, { happened, impact, first, runbook }: AlarmText): string {
  const { name, runbookUrl } = alertingOf(scope);
  // Without the option, the command acts on the service of the operator's machine.
  const commands = first.replaceAll('freight ', `freight --environment ${name} `);
  return `${happened} Impact: ${impact} First: ${commands} Runbook: ${runbookLink(runbookUrl, runbook)}`;
}

/** "freight-prod-ticket-api-server-error" of freight-prod-api/ServerErrorAlarm. */
function alarmName(scope: Construct, id: string, severity: Severity): string {
  const { name } = alertingOf(scope);
  const place = `${scope.node.path}/${id}`
    .replace(`freight-${name}-`, '')
    .replace(/Alarm$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase();
  return `freight-${name}-${severity}-${place}`;
}
