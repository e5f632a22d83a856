import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { alertingOf } from '../alarms/alerting.ts';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { type LogSource, MONITORED_FUNCTIONS } from '../parameters/monitored-resources.ts';
import { parameterNames } from '../parameters/parameter-names.ts';

/** Publishes names of functions and log groups of a stack for the monitoring stack, so that neither depends on the other. */
export class MonitoringParameters extends Construct {
  /** @param logGroups the log group of each source in the stack. */
  constructor(
    scope: Construct,
    functions: readonly ServiceFunction[],
    logGroups: Readonly<Partial<Record<LogSource, ILogGroup>>>,
  ) {
    super(scope, 'Watch');
    const names = parameterNames(alertingOf(this).name);
    for (const { definition, lambda } of functions) {
      const monitored = MONITORED_FUNCTIONS.find((name) => name === definition.function);
      if (monitored !== undefined)
        this.publish(monitored, names.functionName(monitored), lambda.functionName);
    }
    for (const [source, { logGroupName }] of Object.entries(logGroups) as [LogSource, ILogGroup][]) {
      this.publish(`${source}-logs`, names.logGroup(source), logGroupName);
    }
  }

  private publish(id: string, parameterName: string, stringValue: string): void {
    new StringParameter(this, id, { parameterName, stringValue });
  }
}
