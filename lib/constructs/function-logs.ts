import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledgeLogGroup } from '../findings/template-findings.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

const ID = 'FunctionLogs';

/**
 * The log group of all functions of a stack, also of its nested stacks. Names of log streams have the function. A query of
 * Logs Insights reads at most 50 log groups (StartQuery), fewer than the API has functions.
 */
export function functionLogs(scope: Construct, settings: EnvironmentSettings): LogGroup {
  let stack = Stack.of(scope);
  while (stack.nestedStackParent !== undefined) stack = stack.nestedStackParent;
  const known = stack.node.tryFindChild(ID);
  if (known instanceof LogGroup) return known;
  const group = new LogGroup(stack, ID, {
    retention: settings.logRetentionDays,
    removalPolicy: settings.disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  acknowledgeLogGroup(group);
  return group;
}
