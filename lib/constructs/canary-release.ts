import { Duration, Validations } from 'aws-cdk-lib';
import { type Alarm, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE, VERSION_FAILURES } from '../../shared/platform/logging/metric.ts';
import { serviceAlarm } from '../alarms/service-alarm.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import type { ServiceFunction } from './service-function.ts';

/** Name of the version that traffic goes to. */
export const LIVE = 'live';

/** An alarm looks at ten metrics at most, and a function has two. */
const FUNCTIONS_AN_ALARM = 5;

export interface CanaryReleaseProps {
  readonly settings: EnvironmentSettings;
  /** All that are released together: where one of them fails, none stays. */
  readonly functions: readonly ServiceFunction[];
  /** Where aliases and what shifts their traffic are made; a stack that has no room for them names a nested one. */
  readonly aliases?: Construct;
}

/**
 * Gives new versions of functions a tenth of the traffic for five minutes, and then all of it; back to the version
 * before, and the whole deployment with it, where one of them fails meanwhile. Looked at are the newest versions alone:
 * what the ones before do wrong neither stops its own cure, nor is laid to it.
 */
export class CanaryRelease extends Construct {
  private readonly aliases: ReadonlyMap<ServiceFunction, Alias>;

  constructor(scope: Construct, id: string, { settings, functions, aliases = scope }: CanaryReleaseProps) {
    super(scope, id);
    const alarms = settings.release === 'canary' ? this.alarms(functions) : [];
    const shifting = new Construct(aliases, 'Shifting');
    const application = new LambdaApplication(shifting, 'Application');
    const role = new Role(shifting, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        'CodeDeploy alone may take this role, to move an alias between versions and to read alarms. The policy is the narrower of the two that AWS prescribes for it.',
    });
    this.aliases = new Map(
      functions.map((released) => {
        const { lambda, definition } = released;
        const alias = new Alias(aliases, `${definition.function}-live`, {
          aliasName: LIVE,
          version: lambda.currentVersion as IVersion,
        });
        new LambdaDeploymentGroup(shifting, definition.function, {
          alias,
          application,
          role,
          alarms,
          deploymentConfig:
            settings.release === 'canary'
              ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
              : LambdaDeploymentConfig.ALL_AT_ONCE,
          autoRollback: {
            failedDeployment: true,
            stoppedDeployment: true,
            deploymentInAlarm: alarms.length > 0,
          },
        });
        return [released, alias];
      }),
    );
  }

  /** The alias of a function that is released here: what is called. */
  aliasOf(released: ServiceFunction): IFunction {
    const alias = this.aliases.get(released);
    if (alias === undefined) throw new Error(`${released.definition.function} is not released by an alias.`);
    return alias as IFunction;
  }

  private alarms(functions: readonly ServiceFunction[]): Alarm[] {
    const groups = Array.from({ length: Math.ceil(functions.length / FUNCTIONS_AN_ALARM) }, (_, group) =>
      functions.slice(group * FUNCTIONS_AN_ALARM, (group + 1) * FUNCTIONS_AN_ALARM),
    );
    return groups.flatMap((group, place) => {
      const metrics = group.flatMap(({ lambda }, index) => [
        [`crashes${index}`, crashes(lambda)] as const,
        [`failures${index}`, failures(lambda)] as const,
      ]);
      const failing = new MathExpression({
        expression: 'SUM(METRICS())',
        label: 'failures of the newest versions',
        usingMetrics: Object.fromEntries(metrics),
        period: Duration.minutes(1),
      });
      const names = group.map(({ definition }) => definition.function).join(', ');
      const text = {
        severity: 'ticket',
        happened: `The newest version of one of these fails: ${names}.`,
        impact:
          'while it is released, a tenth of the traffic goes to it for up to five minutes, and then back to the version before.',
        runbook: 'a-new-version-fails',
      } as const;
      // Named for its versions: an alarm that rings for the versions before must not stop those that mend it.
      const versions = group.map(({ lambda }) => `-${lambda.currentVersion.version}`).join('');
      const rule = { threshold: 1, evaluationPeriods: 1 };
      return serviceAlarm(this, `NewVersions${place}Alarm`, failing, text, rule, versions) ?? [];
    });
  }
}

/** Runs of the newest version that ended without an answer. */
function crashes(lambda: LambdaFunction): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${LIVE}`,
      ExecutedVersion: lambda.currentVersion.version,
    },
    statistic: 'Sum',
    period: Duration.minutes(1),
  });
}

/** Faults of ours that the newest version answered for itself, with 500 or as a message to be tried again. */
function failures(lambda: LambdaFunction): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: VERSION_FAILURES,
    dimensionsMap: { function: lambda.functionName, functionVersion: lambda.currentVersion.version },
    statistic: 'Sum',
    period: Duration.minutes(1),
  });
}
