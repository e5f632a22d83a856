import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { alarmOnFirst } from './alarm-on-first.ts';

/** Fires at the first failed invocation in five minutes: handlers answer expected errors themselves. */
export function functionErrorAlarm(
  scope: Construct,
  lambda: IFunction,
  { function: name, impact }: FunctionDefinition,
): void {
  alarmOnFirst(scope, 'ErrorAlarm', lambda.metricErrors({ statistic: 'Sum' }), {
    severity: 'ticket',
    happened: `The function ${name} fails.`,
    impact,
    runbook: 'a-function-fails',
  });
}
