import { fileURLToPath } from 'node:url';
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { functionErrorAlarm } from '../alarms/function-error-alarm.ts';
import type { FunctionDefinition, SecretName, TableName } from '../functions/function-definition.ts';
import type { ServiceResources } from '../functions/service-resources.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { giveSearchAccess } from './search-access.ts';
import { grantWebhooks, webhookVariables } from './webhook-rights.ts';

/** Where `bin/build.ts` leaves one folder a function. */
export const BUNDLES = fileURLToPath(new URL('../../dist/functions/', import.meta.url));

export interface ServiceFunctionProps {
  readonly definition: FunctionDefinition;
  readonly settings: EnvironmentSettings;
  readonly resources: ServiceResources;
  /** Variables beside the names of its tables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Sends messages to the queue that it works off: Lambda would end that after 16 runs, taking it for a mistake. */
  readonly handsOn?: true;
}

/** A Lambda function with the service's defaults: its bundle, its log group, an alarm, and no right it was not given. */
export class ServiceFunction extends Construct {
  readonly definition: FunctionDefinition;
  readonly lambda: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { definition, settings, resources } = props;
    this.definition = definition;
    const asksDomain = definition.searchDomain !== undefined && settings.terminalSearch !== 'embedded';
    const reserved = settings.reservedExecutions?.[definition.function];
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: settings.logRetentionDays,
      removalPolicy: settings.disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    // A role of its own: Lambda's managed default may write to every log group of the account.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);

    this.lambda = new LambdaFunction(this, 'Function', {
      description: [`${settings.name}: ${definition.function}`, settings.revision].filter(Boolean).join(', '),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(`${BUNDLES}${definition.function}`),
      handler: 'index.handler',
      memorySize: definition.memoryMb,
      timeout: Duration.seconds(definition.timeoutSeconds),
      environment: {
        ...this.tableVariables(definition, resources),
        ...(definition.roadDistances ? { MAP_SERVICE: settings.mapService } : {}),
        ...Object.fromEntries(secretParameters(definition, settings)),
        ...webhookVariables(definition, settings, resources),
        ...(asksDomain ? { OPENSEARCH_ENDPOINT: resources.searchDomain.endpoint } : {}),
        ...props.environment,
      },
      loggingFormat: LoggingFormat.JSON,
      logGroup: this.logGroup,
      role,
      tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
      ...(props.handsOn ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      // An older version stays, so that the alias can be set back to it at once; one that was rolled back goes, since
      // Lambda does not publish the same code twice in a row.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    for (const [table, actions] of Object.entries(definition.tables) as [TableName, readonly string[]][]) {
      if (actions.length === 0) continue;
      const leadingKeys = definition.leadingKeys?.[table];
      this.lambda.addToRolePolicy(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources: [
            Stack.of(this).formatArn({
              service: 'dynamodb',
              resource: 'table',
              resourceName: resources.table(table),
            }),
          ],
          ...(leadingKeys && {
            // ForAllValues is true of a request without the key; Null denies such a request.
            conditions: {
              'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
              Null: { 'dynamodb:LeadingKeys': 'false' },
            },
          }),
        }),
      );
    }
    this.grantIndexes(definition, resources);
    for (const [, parameter] of secretParameters(definition, settings)) this.grantSecret(parameter);
    if (definition.roadDistances && settings.mapService === 'amazon-location') this.grantRoutes();
    grantWebhooks(this.lambda, definition, resources);
    if (asksDomain) giveSearchAccess(this.lambda, definition.searchDomain, resources.searchDomain);
    this.acknowledgeTracing(settings);
    functionErrorAlarm(this, this.lambda, definition);
  }

  private grantIndexes({ indexes = {} }: FunctionDefinition, { table: tableName }: ServiceResources) {
    for (const [table, names] of Object.entries(indexes) as [TableName, readonly string[]][]) {
      const resources = names.map((index) =>
        Stack.of(this).formatArn({
          service: 'dynamodb',
          resource: 'table',
          resourceName: `${tableName(table)}/index/${index}`,
        }),
      );
      this.lambda.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources }));
    }
  }

  /** The account's own key for Systems Manager, which such a parameter has by default, needs no right of its own. */
  private grantSecret(parameter: string): void {
    const resource = { service: 'ssm', resource: 'parameter', resourceName: parameter.slice(1) };
    this.lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['ssm:GetParameter'],
        resources: [Stack.of(this).formatArn(resource)],
      }),
    );
  }

  /** Amazon Location's routes need no resource of ours: the right is on its provider. */
  private grantRoutes(): void {
    const provider = { service: 'geo-routes', account: '', resource: 'provider', resourceName: 'default' };
    this.lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['geo-routes:CalculateRoutes'],
        resources: [Stack.of(this).formatArn(provider)],
      }),
    );
  }

  private acknowledgeTracing({ tracing }: EnvironmentSettings): void {
    if (tracing) {
      Validations.of(this).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason:
          "X-Ray's two actions to write traces know no resources: IAM grants them on all or not at all. A test holds every other right to a named resource, and knows the few that are on a pattern.",
      });
    } else {
      Validations.of(this.lambda).acknowledge({
        id: 'Serverless-LambdaTracing',
        reason:
          'X-Ray is a setting of the environment, on in staging and prod. Here logs carry the request id.',
      });
    }
  }

  private tableVariables(definition: FunctionDefinition, resources: ServiceResources) {
    const granted = Object.keys(definition.tables) as TableName[];
    return Object.fromEntries(
      granted.map((table) => [`${table.toUpperCase()}_TABLE`, resources.table(table)]),
    );
  }
}

/** The variables that name a function's secrets, EIA_API_KEY_PARAMETER, with the parameter each is in. */
function secretParameters(
  { secrets = [] }: FunctionDefinition,
  settings: EnvironmentSettings,
): readonly (readonly [variable: string, parameter: string])[] {
  const variable = (secret: SecretName) => `${secret.toUpperCase().replaceAll('-', '_')}_PARAMETER`;
  return secrets.map((secret) => [variable(secret), parameterNames(settings.name).secret(secret)]);
}
