import { type App, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';

export const SEVERITIES: readonly Severity[] = ['page', 'ticket'];

type Alerting = Pick<EnvironmentSettings, 'name' | 'runbookUrl' | 'monitoring'>;

const CONTEXT = 'freight:alerting';

/** Tells all constructs of an app how alarms are named, and where their runbook is; before any of them is made. */
export function setAlerting(app: App, { name, runbookUrl, monitoring }: Alerting): void {
  app.node.setContext(CONTEXT, { name, runbookUrl, monitoring });
}

export const alertingOf = (scope: Construct): Alerting => scope.node.getContext(CONTEXT);

/** Name of the topic that alarms of a severity are sent to. */
export const topicName = ({ name }: Pick<Alerting, 'name'>, severity: Severity): string =>
  `freight-${name}-${severity}`;

/**
 * ARN of that topic. By its name and not looked up, so that stacks neither wait for the one that has it nor hold it:
 * CloudWatch does not ask for a topic before it sends.
 */
export const topicArn = (scope: Construct, severity: Severity): string =>
  Stack.of(scope).formatArn({ service: 'sns', resource: topicName(alertingOf(scope), severity) });
