import {
  Alarm,
  ComparisonOperator,
  CompositeAlarm,
  AlarmRule as CompositeRule,
  type CreateAlarmOptions,
  type IAlarmRule,
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
  /** Anchor of its section in docs/operators/runbook.md. */
  readonly runbook: string;
}

export type AlarmRule = Omit<CreateAlarmOptions, 'alarmName' | 'alarmDescription' | 'actionsEnabled'>;

/** Alarms that fire at or above the threshold; missing data does not breach. */
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
  notify(scope, alarm, text.severity);
  return alarm;
}

/** Two windows of the same ratio, each with its threshold. */
export type WindowPair = readonly [long: WindowAlarm, short: WindowAlarm];

export interface WindowAlarm {
  readonly id: string;
  readonly metric: MathExpression;
  readonly threshold: number;
}

/**
 * A page that is active while both windows of at least one pair are above their thresholds. Windows have alarms of their
 * own, named `window` instead of a severity, because the metrics of one alarm have one period. They notify no topic.
 */
export function windowedPage(
  scope: Construct,
  id: string,
  text: Omit<AlarmText, 'severity'>,
  pairs: readonly WindowPair[],
): void {
  if (alertingOf(scope).monitoring === 'simple') return;
  const name = alarmName(scope, id, 'page');
  const isActive = ({ id: window, metric, threshold }: WindowAlarm): IAlarmRule =>
    new Alarm(scope, `${id}${window}Alarm`, {
      metric,
      ...DEFAULT_RULE,
      threshold,
      evaluationPeriods: 1,
      alarmName: alarmName(scope, `${id}${window}`, 'window'),
      alarmDescription: `One window of ${name}, which sends the messages.`,
    });
  const page = new CompositeAlarm(scope, `${id}Alarm`, {
    compositeAlarmName: name,
    alarmDescription: descriptionOf(scope, text),
    alarmRule: CompositeRule.anyOf(...pairs.map((pair) => CompositeRule.allOf(...pair.map(isActive)))),
  });
  notify(scope, page, 'page');
}

const descriptionOf = (scope: Construct, { happened, impact, runbook }: Omit<AlarmText, 'severity'>) =>
  `${happened} Impact: ${impact} Runbook: ${alertingOf(scope).runbookUrl}#${runbook}`;

function notify(scope: Construct, alarm: Alarm | CompositeAlarm, severity: Severity): void {
  const action = { bind: () => ({ alarmActionArn: topicArn(scope, severity) }) };
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
}

/** "freight-prod-ticket-api-functions-error" of freight-prod-api/Functions/ErrorAlarm. */
function alarmName(scope: Construct, id: string, kind: Severity | 'window'): string {
  const { name } = alertingOf(scope);
  const place = `${scope.node.path}/${id}`
    .replace(`freight-${name}-`, '')
    .replace(/Alarm$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase();
  return `freight-${name}-${kind}-${place}`;
}
