import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** What happens to data when its stack is deleted. */
export const removalPolicyOf = ({ disposable }: Pick<EnvironmentSettings, 'disposable'>): RemovalPolicy =>
  disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** A log group with the retention of the environment. */
export function createLogGroup(
  scope: Construct,
  id: string,
  settings: EnvironmentSettings,
  props: { readonly logGroupName?: string } = {},
): LogGroup {
  return new LogGroup(scope, id, {
    ...props,
    retention: settings.logRetentionDays,
    removalPolicy: removalPolicyOf(settings),
  });
}

const ID = 'FunctionLogs';

/**
 * The log group of all functions of a stack, also of its nested stacks. Names of log streams have the function. A query of
 * Logs Insights reads at most 50 log groups (StartQuery), fewer than the API has functions.
 */
export function functionLogs(scope: Construct, settings: EnvironmentSettings): LogGroup {
  let stack = Stack.of(scope);
  while (stack.nestedStackParent !== undefined) stack = stack.nestedStackParent;
  const known = stack.node.tryFindChild(ID);
  return known instanceof LogGroup ? known : createLogGroup(stack, ID, settings);
}
