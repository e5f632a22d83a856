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
import { chunk } from '../../shared/platform/collections/chunk.ts';
import { METRIC_NAMESPACE, VERSION_FAILURES } from '../../shared/platform/logging/metric.ts';
import { serviceAlarm } from '../alarms/service-alarm.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import type { ServiceFunction } from './service-function.ts';

/** Alias of the version that receives the traffic. */
export const LIVE = 'live';

/** CloudWatch allows ten metrics per alarm, and each function has two. */
const FUNCTIONS_PER_ALARM = 5;

export interface CanaryReleaseProps {
  readonly settings: EnvironmentSettings;
  /** Functions that are released together: if one fails, all are rolled back. */
  readonly functions: readonly ServiceFunction[];
  /** Scope of the aliases and of the CodeDeploy resources: a nested stack, if the stack is near its resource limit. */
  readonly aliases?: Construct;
}

/**
 * Gives new versions of functions 10% of the traffic for five minutes, then all of it. If a new version fails meanwhile,
 * CodeDeploy stops its shift, and CloudFormation then rolls the whole deployment back. The alarms watch only the new
 * versions, so that failures of the previous version do not stop the release that fixes them. A deployment group has only
 * the alarm of its own function: CodeDeploy allows ten alarms for each.
 */
export class CanaryRelease extends Construct {
  private readonly aliases: ReadonlyMap<ServiceFunction, Alias>;

  constructor(scope: Construct, id: string, { settings, functions, aliases = scope }: CanaryReleaseProps) {
    super(scope, id);
    const alarms =
      settings.release === 'canary'
        ? this.alarms(functions.filter(({ definition }) => definition.isSeldomCalled !== true))
        : new Map<ServiceFunction, Alarm>();
    const shifting = new Construct(aliases, 'Shifting');
    const application = new LambdaApplication(shifting, 'Application');
    const role = new Role(shifting, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        'Only CodeDeploy can assume this role, to move an alias between versions and to read alarms. The policy is the narrower of the two that AWS prescribes.',
    });
    this.aliases = new Map(
      functions.map((released) => {
        const { lambda, definition } = released;
        const provisioned = settings.provisionedExecutions?.[definition.function];
        const alias = new Alias(aliases, `${definition.function}-live`, {
          aliasName: LIVE,
          version: lambda.currentVersion as IVersion,
          ...(provisioned === undefined ? {} : { provisionedConcurrentExecutions: provisioned }),
        });
        const alarm = alarms.get(released);
        new LambdaDeploymentGroup(shifting, definition.function, {
          alias,
          application,
          role,
          alarms: alarm === undefined ? [] : [alarm],
          deploymentConfig:
            settings.release === 'canary'
              ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
              : LambdaDeploymentConfig.ALL_AT_ONCE,
          autoRollback: {
            failedDeployment: true,
            stoppedDeployment: true,
            deploymentInAlarm: alarm !== undefined,
          },
        });
        return [released, alias];
      }),
    );
  }

  /** The alias of a released function. @throws Error for a function that is not released here. */
  aliasOf(released: ServiceFunction): IFunction {
    const alias = this.aliases.get(released);
    if (alias === undefined) throw new Error(`The function ${released.definition.function} has no alias.`);
    return alias as IFunction;
  }

  /** The alarm of each function; five share one. */
  private alarms(functions: readonly ServiceFunction[]): ReadonlyMap<ServiceFunction, Alarm> {
    const alarms = chunk(functions, FUNCTIONS_PER_ALARM).flatMap((group, groupIndex) => {
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
        happened: `The newest version of at least one of these functions fails: ${names}.`,
        impact:
          'during the release it gets 10% of the traffic for up to five minutes; then all traffic goes back to the previous version.',
        runbook: 'a-new-version-fails',
      } as const;
      // The name contains the versions: an active alarm of the previous versions must not stop the release that fixes them.
      const versions = group.map(({ lambda }) => `-${lambda.currentVersion.version}`).join('');
      const rule = { threshold: 1, evaluationPeriods: 1 };
      const alarm = serviceAlarm(this, `NewVersions${groupIndex}Alarm`, failing, text, rule, versions);
      return alarm === undefined ? [] : group.map((released) => [released, alarm] as const);
    });
    return new Map(alarms);
  }
}

/** Invocations of the newest version that ended without a response. */
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

/** Service errors that the newest version handled itself: with a 500 response, or with a message to retry. */
function failures(lambda: LambdaFunction): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: VERSION_FAILURES,
    dimensionsMap: { function: lambda.functionName, functionVersion: lambda.currentVersion.version },
    statistic: 'Sum',
    period: Duration.minutes(1),
  });
}
