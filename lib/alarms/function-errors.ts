import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionDefinition } from '../../functions/definition-types.ts';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import { serviceAlarm } from './service-alarm.ts';

/** Limit of CloudWatch for metrics in one alarm. */
export const MAX_METRICS = 10;

interface WatchedFunction {
  readonly lambda: IFunction;
  readonly definition: FunctionDefinition;
}

/**
 * Fires at the first failed invocation of a function that the API does not call: functions that it calls fail with 500,
 * which has its own alarms. One alarm for up to ten functions: decision 0037 says why it is not a Metrics Insights query.
 */
export function addFunctionErrors(scope: Construct, functions: readonly WatchedFunction[]): void {
  chunk(functions, MAX_METRICS).forEach((group, index) => {
    const failed = new MathExpression({
      expression: 'SUM(METRICS())',
      label: 'failed invocations',
      usingMetrics: Object.fromEntries(
        group.map(({ lambda }, each) => [`function${each}`, lambda.metricErrors({ statistic: 'Sum' })]),
      ),
      period: Duration.minutes(5),
    });
    const names = group.map(({ definition }) => definition.function).join(', ');
    serviceAlarm(
      scope,
      `Functions${index === 0 ? '' : index}ErrorAlarm`,
      failed,
      {
        severity: 'ticket',
        happened: `At least one of these functions failed: ${names}.`,
        impact: group
          .map(({ definition }) => `${definition.function}: ${definition.impact.replace(/\.$/, '')}`)
          .join('; ')
          .concat('.'),
        runbook: 'a-function-fails',
      },
      { threshold: 1, evaluationPeriods: 1 },
    );
  });
}
