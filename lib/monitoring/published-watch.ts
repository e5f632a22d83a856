import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { alertingOf } from '../alarms/alerting.ts';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { type LogSource, WATCHED_FUNCTIONS } from '../parameters/watched.ts';

/** Publishes, for the monitoring stack, what a stack has that is watched: names, so that neither stack holds the other. */
export class PublishedWatch extends Construct {
  /** @param logGroups what beside the functions' own has lines. */
  constructor(
    scope: Construct,
    functions: readonly ServiceFunction[],
    logGroups: Readonly<Partial<Record<LogSource, readonly ILogGroup[]>>>,
  ) {
    super(scope, 'Watch');
    const names = parameterNames(alertingOf(this).name);
    for (const { definition, lambda } of functions) {
      const watched = WATCHED_FUNCTIONS.find((name) => name === definition.function);
      if (watched !== undefined) this.publish(watched, names.functionName(watched), lambda.functionName);
    }
    for (const [source, groups] of Object.entries(logGroups) as [LogSource, readonly ILogGroup[]][]) {
      const value = groups.map(({ logGroupName }) => logGroupName).join(',');
      this.publish(`${source}-logs`, names.logGroups(source), value);
    }
  }

  private publish(id: string, parameterName: string, stringValue: string): void {
    new StringParameter(this, id, { parameterName, stringValue });
  }
}
