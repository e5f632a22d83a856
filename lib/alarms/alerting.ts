import { type App, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';

export const SEVERITIES: readonly Severity[] = ['page', 'ticket'];

type Alerting = Pick<EnvironmentSettings, 'name' | 'runbookUrl' | 'monitoring' | 'alarms'>;

const CONTEXT = 'freight:alerting';

/** Sets what all alarms of an app need from the settings. Call it before creating stacks. */
export function setAlerting(app: App, { name, runbookUrl, monitoring, alarms }: Alerting): void {
  app.node.setContext(CONTEXT, { name, runbookUrl, monitoring, alarms });
}

export const alertingOf = (scope: Construct): Alerting => scope.node.getContext(CONTEXT);

/** Name of the topic for alarms of a severity. */
export const topicName = ({ name }: Pick<Alerting, 'name'>, severity: Severity): string =>
  `freight-${name}-${severity}`;

/**
 * ARN of that topic, built from its name, so that stacks do not depend on the monitoring stack. CloudWatch does not check
 * that the topic exists before it publishes.
 */
export const topicArn = (scope: Construct, severity: Severity): string =>
  Stack.of(scope).formatArn({ service: 'sns', resource: topicName(alertingOf(scope), severity) });
