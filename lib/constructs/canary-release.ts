import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE, VERSION_FAILURES } from '../../shared/platform/logging/log.ts';
import { serviceAlarm } from '../alarms/service-alarm.ts';
import { math, metric } from '../alarms/service-metrics.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import type { ServiceFunction } from './service-function.ts';

/** Alias of the version that receives the traffic. */
export const LIVE = 'live';

/**
 * Functions whose canary has an alarm: callers or events fail at once when they fail, and they have enough calls for a ratio
 * within five minutes. A fault in code that all functions share shows here first, and rolls all of them back.
 */
export const WATCHED_RELEASES = new Set<string>([
  'authorizer',
  'search-terminals',
  'price-lanes',
  'create-quote',
  'deliver-webhook',
]);

/** Fewer calls of a new version are no sample: a single error must not stop a release. */
const MIN_CALLS = 20;
const MAX_FAILED_PERCENT = 10;

/**
 * Gives new versions of functions 10% of the traffic for five minutes, then all of it. If a watched new version fails
 * meanwhile, CodeDeploy stops its shift, and CloudFormation then rolls the whole deployment back. Nothing here names the
 * versions of two functions: a change of one function moves one alias.
 */
export class CanaryRelease extends Construct {
  private readonly aliases: ReadonlyMap<ServiceFunction, Alias>;

  /** @param functions that are released together: if one fails, all are rolled back. */
  constructor(
    scope: Construct,
    id: string,
    settings: EnvironmentSettings,
    functions: readonly ServiceFunction[],
  ) {
    super(scope, id);
    const shifting = new Construct(scope, 'Shifting');
    const application = new LambdaApplication(shifting, 'Application');
    const role = new Role(shifting, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        'Only CodeDeploy can assume this role, to move an alias between versions and to read alarms. The policy is the narrower of the two that AWS prescribes.',
    });
    const shift =
      settings.release === 'canary'
        ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
        : LambdaDeploymentConfig.ALL_AT_ONCE;
    this.aliases = new Map(
      functions.map((released) => {
        const { lambda, definition } = released;
        const provisioned = settings.provisionedExecutions?.[definition.function];
        const alias = new Alias(scope, `${definition.function}-live`, {
          aliasName: LIVE,
          version: lambda.currentVersion as IVersion,
          ...(provisioned === undefined ? {} : { provisionedConcurrentExecutions: provisioned }),
        });
        const alarm =
          settings.release === 'canary' && WATCHED_RELEASES.has(definition.function)
            ? this.alarm(released)
            : undefined;
        new LambdaDeploymentGroup(shifting, definition.function, {
          alias,
          application,
          role,
          alarms: alarm === undefined ? [] : [alarm],
          deploymentConfig: shift,
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

  private alarm({ lambda, definition }: ServiceFunction): Alarm | undefined {
    const { functionName, currentVersion } = lambda;
    const { version } = currentVersion;
    /** Of the newest version behind the alias. */
    const ofVersion = (metricName: string) =>
      metric('AWS/Lambda', metricName, 'Sum', {
        FunctionName: functionName,
        Resource: `${functionName}:${LIVE}`,
        ExecutedVersion: version,
      });
    const failed = 'FILL(crashes, 0) + FILL(failures, 0)';
    const ratio = math(
      `IF(calls >= ${MIN_CALLS}, 100 * (${failed}) / calls, 0)`,
      'percent of failed calls of the newest version',
      {
        // Invocations without a response.
        crashes: ofVersion('Errors'),
        calls: ofVersion('Invocations'),
        // Errors that the version handled itself: with a 500 response, or with a message to retry.
        failures: metric(METRIC_NAMESPACE, VERSION_FAILURES, 'Sum', {
          function: functionName,
          functionVersion: version,
        }),
      },
    );
    return serviceAlarm(
      this,
      `${definition.function}Alarm`,
      ratio,
      {
        severity: 'ticket',
        happened: `At least ${MAX_FAILED_PERCENT}% of the calls of the newest version of ${definition.function} fail, of ${MIN_CALLS} calls or more.`,
        impact:
          'during the release it gets 10% of the traffic for up to five minutes; then all traffic goes back to the previous version.',
        first: 'saved query failures.',
        runbook: 'a-new-version-fails',
      },
      { threshold: MAX_FAILED_PERCENT, evaluationPeriods: 1 },
      // An active alarm of the previous version must not stop the release that fixes it.
      `-${version}`,
    );
  }
}
