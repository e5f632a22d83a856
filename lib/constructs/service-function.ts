import { fileURLToPath } from 'node:url';
import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  type AddToPrincipalPolicyResult,
  Effect,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  RuntimeFamily,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import {
  type AnyQueueName,
  type FunctionDefinition,
  type SearchDomainUse,
  type SecretName,
  sendsToOwnQueue,
  type TableName,
} from '../../functions/definition-types.ts';
import { SEARCH_ALIAS, TERMINALS_INDEX } from '../../shared/terminals/opensearch/terminals-index.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { SearchDomainConnection, ServiceResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { LAMBDA_RUNTIME } from '../settings/node-version.mjs';
import { functionLogs } from './retention.ts';
import { grantUploadOperations } from './upload-rights.ts';

/** The role of a Lambda function. It contains its rights: as a second resource, they would count for the limit of a stack. */
class FunctionRole extends Role {
  private readonly rights: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const rights = new PolicyDocument();
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Rights: rights },
    });
    this.rights = rights;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The bundle of a function, as bin/build writes it: the local service has one folder for all functions. */
export const bundleOf = (name: string, settings: EnvironmentSettings) =>
  settings.name === 'local'
    ? { folder: `${DIST}local-functions`, handler: `${name}.handler` }
    : { folder: `${DIST}functions/${name}`, handler: 'index.handler' };

export interface ServiceFunctionProps {
  readonly definition: FunctionDefinition;
  readonly settings: EnvironmentSettings;
  readonly resources: ServiceResources;
  /** Environment variables in addition to table names. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A Lambda function with the defaults of the service: bundle, log group of its stack, and only the rights of its definition. */
export class ServiceFunction extends Construct {
  readonly definition: FunctionDefinition;
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { definition, settings, resources } = props;
    this.definition = definition;
    const usesSearchDomain = definition.searchDomain !== undefined && settings.terminalSearch !== 'embedded';
    const reserved = settings.reservedExecutions?.[definition.function];
    const bundle = bundleOf(definition.function, settings);
    const logGroup = functionLogs(this, settings);
    // The default role of the CDK can write to every log group of the account.
    const role = new FunctionRole(this, 'Role');
    logGroup.grantWrite(role);

    this.lambda = new LambdaFunction(this, 'Function', {
      description: [`${settings.name}: ${definition.function}`, settings.revision].filter(Boolean).join(', '),
      runtime: new Runtime(LAMBDA_RUNTIME, RuntimeFamily.NODEJS),
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundle.folder),
      handler: bundle.handler,
      memorySize: settings.functionMemoryMb?.[definition.function] ?? definition.memoryMb ?? 512,
      timeout: Duration.seconds(definition.timeoutSeconds ?? 10),
      environment: {
        ...this.tableVariables(definition, resources),
        ...(definition.roadDistances ? { MAP_SERVICE: settings.mapService } : {}),
        ...(definition.usesMailDomain && settings.mailDomain ? { MAIL_DOMAIN: settings.mailDomain } : {}),
        ...(definition.readsTexts ? { CHAT_READER: settings.chatReader } : {}),
        ...Object.fromEntries(secretParameters(definition, settings)),
        ...webhookVariables(definition, settings, resources),
        ...(definition.uploads ? { UPLOADS_BUCKET: resources.uploadsBucket } : {}),
        ...(usesSearchDomain ? { OPENSEARCH_ENDPOINT: resources.searchDomain.endpoint } : {}),
        ...props.environment,
      },
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      role,
      tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
      // By default Lambda moves a message to the dead-letter queue after about 16 invocations in one chain. The chains of
      // imports and waits for a limit have no limit in number.
      ...(sendsToOwnQueue(definition) ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      // Retains older versions, so that the alias can return to one at once. A rolled-back version is deleted, since
      // Lambda does not publish the same code twice in a row.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    this.grantTables(definition, resources);
    for (const [, parameter] of secretParameters(definition, settings)) {
      // It uses the AWS managed key of Systems Manager, which needs no extra right.
      const secret = { service: 'ssm', resource: 'parameter', resourceName: parameter.slice(1) };
      this.allow(['ssm:GetParameter'], [Stack.of(this).formatArn(secret)]);
    }
    if (definition.roadDistances && settings.mapService === 'amazon-location') {
      // Amazon Location calculates routes without a resource of this account: the right is on its provider.
      const provider = { service: 'geo-routes', account: '', resource: 'provider', resourceName: 'default' };
      this.allow(['geo-routes:CalculateRoutes'], [Stack.of(this).formatArn(provider)]);
    }
    if (definition.readsTexts && settings.chatReader !== 'grammar') this.allowModel(settings.chatReader);
    const { queues = [], webhookSecrets } = definition;
    if (queues.length > 0) {
      this.allow(
        ['sqs:SendMessage'],
        queues.map((queue) => resources.queue(queue).arn),
      );
    }
    if (webhookSecrets) {
      this.allow(
        webhookSecrets.map((action) => `kms:${action}`),
        [resources.webhookSecretsKeyArn],
      );
    }
    if (definition.uploads) grantUploadOperations(this.lambda, definition.uploads, resources.uploadsBucket);
    if (usesSearchDomain) giveSearchAccess(this.lambda, definition.searchDomain, resources.searchDomain);
    this.acknowledgeTracing(settings);
  }

  private allow(actions: string[], resources: string[], conditions?: Record<string, object>): void {
    const statement = new PolicyStatement({ actions, resources, ...(conditions && { conditions }) });
    this.lambda.addToRolePolicy(statement);
  }

  /** The right on one model. An inference profile ("us.amazon.nova-lite-v1:0") also needs it in the regions that it calls. */
  private allowModel(id: string): void {
    const arnOf = (
      resource: string,
      resourceName: string,
      place: { region?: string; account?: string } = {},
    ) => Stack.of(this).formatArn({ service: 'bedrock', resource, resourceName, ...place });
    const [, profile, model = id] = /^([a-z]{2,8})\.([a-z0-9]+\..+)$/.exec(id) ?? [];
    const actions = ['bedrock:InvokeModel'];
    if (profile === undefined) {
      this.allow(actions, [arnOf('foundation-model', model, { account: '' })]);
      return;
    }
    const profileArn = arnOf('inference-profile', id);
    this.allow(actions, [profileArn]);
    this.allow(actions, [arnOf('foundation-model', model, { region: '*', account: '' })], {
      StringEquals: { 'bedrock:InferenceProfileArn': profileArn },
    });
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model}]`,
      reason:
        'An inference profile chooses the region of each call. The right holds only for calls of the profile.',
    });
  }

  private grantTables(definition: FunctionDefinition, { table: tableName }: ServiceResources): void {
    const { tables, leadingKeys = {}, attributeUpdates = {}, indexes = {}, scannedIndexes = {} } = definition;
    const arnOf = (table: TableName, path = '') => {
      const resourceName = `${tableName(table)}${path}`;
      return Stack.of(this).formatArn({ service: 'dynamodb', resource: 'table', resourceName });
    };
    // ForAllValues is true for a request without the values; Null denies such a request.
    for (const [table, actions] of typedEntries<readonly string[]>(tables)) {
      const keys = leadingKeys[table] ?? (table === 'organizations' ? ['ORG#*'] : undefined);
      if (actions.length === 0) continue;
      this.allow(
        actions.map((action) => `dynamodb:${action}`),
        [arnOf(table)],
        keys && {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      );
    }
    for (const [table, { leadingKeys: keys, attributes }] of typedEntries(attributeUpdates)) {
      this.allow(['dynamodb:UpdateItem'], [arnOf(table)], {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
        Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
      });
    }
    for (const [action, granted] of [
      ['dynamodb:Query', indexes],
      ['dynamodb:Scan', scannedIndexes],
    ] as const) {
      for (const [table, names] of typedEntries(granted)) {
        this.allow(
          [action],
          names.map((index) => arnOf(table, `/index/${index}`)),
        );
      }
    }
  }

  private acknowledgeTracing({ tracing }: EnvironmentSettings): void {
    if (tracing) {
      const reason =
        'IAM supports no resources for the two X-Ray actions that write traces. A test checks that every other right names a resource, except for a short list of patterns.';
      Validations.of(this).acknowledge(
        { id: 'AwsSolutions-IAM5[Resource::*]', reason },
        { id: 'Serverless-LambdaStarPermissions', reason },
      );
    } else {
      Validations.of(this.lambda).acknowledge({
        id: 'Serverless-LambdaTracing',
        reason:
          'X-Ray is a setting of the environment, on in staging and prod. Here logs carry the request id.',
      });
    }
  }

  /** The names of all tables on which, or on whose indexes, the function has rights. */
  private tableVariables(
    { tables, indexes = {}, scannedIndexes = {} }: FunctionDefinition,
    { table: tableName }: ServiceResources,
  ) {
    const granted = Object.keys({ ...tables, ...indexes, ...scannedIndexes }) as TableName[];
    return Object.fromEntries(granted.map((table) => [`${table.toUpperCase()}_TABLE`, tableName(table)]));
  }
}

const typedEntries = <Value>(byTable: Readonly<Partial<Record<TableName, Value>>>) =>
  Object.entries(byTable) as [TableName, Value][];

/** Environment variables such as EIA_API_KEY_PARAMETER, each with the name of the parameter that holds the secret. */
function secretParameters(
  { secrets = [] }: FunctionDefinition,
  settings: EnvironmentSettings,
): readonly (readonly [variable: string, parameter: string])[] {
  const variable = (secret: SecretName) => `${secret.toUpperCase().replaceAll('-', '_')}_PARAMETER`;
  return secrets.map((secret) => [variable(secret), parameterNames(settings.name).secret(secret)]);
}

/** Environment variable of a queue URL, such as EVENTS_DLQ_URL. */
const urlVariable = (queue: AnyQueueName) => `${queue.toUpperCase().replaceAll('-', '_')}_URL`;

/** Environment variables for queues, the key of signing secrets and webhook settings. */
function webhookVariables(
  { queues = [], webhookSecrets, webhookReceivers, webhookRegistration, webhookRetries }: FunctionDefinition,
  settings: EnvironmentSettings,
  resources: ServiceResources,
): Record<string, string> {
  return {
    ...Object.fromEntries(queues.map((queue) => [urlVariable(queue), resources.queue(queue).url])),
    ...(webhookSecrets ? { WEBHOOK_SECRETS_KEY: resources.webhookSecretsKeyArn } : {}),
    ...(webhookReceivers ? { WEBHOOK_RECEIVERS: settings.webhookReceivers } : {}),
    ...(webhookRegistration ? { WEBHOOK_OWNERSHIP: settings.webhookOwnership } : {}),
    ...(webhookRetries ? { WEBHOOK_RETRY_SCHEDULE: settings.webhookRetrySeconds.join(',') } : {}),
    ...(webhookRetries || webhookRegistration
      ? { WEBHOOK_RATES: JSON.stringify(settings.webhookRates) }
      : {}),
  };
}

type Method = 'Get' | 'Post' | 'Put' | 'Delete';

/** HTTP requests of each use. The paths follow from the client methods that shared/terminals/{opensearch,indexing} call. */
const PATHS: Record<SearchDomainUse, Partial<Record<Method, readonly string[]>>> = {
  search: { Post: [`${SEARCH_ALIAS}/_search`] },
  write: { Post: ['_bulk'] },
  rebuild: {
    Get: [`${TERMINALS_INDEX}/_refresh`, `${SEARCH_ALIAS}/_count`],
    Post: ['_bulk'],
    Put: [TERMINALS_INDEX, `${TERMINALS_INDEX}/_alias/${SEARCH_ALIAS}`],
    Delete: [TERMINALS_INDEX],
  },
};

/** Places a function in the network of the domain and allows the requests of its use. */
function giveSearchAccess(
  lambda: LambdaFunction,
  use: SearchDomainUse,
  { arn, subnetIds, securityGroupId }: SearchDomainConnection,
): void {
  const resource = lambda.node.defaultChild as CfnFunction;
  resource.vpcConfig = { subnetIds: [...subnetIds], securityGroupIds: [securityGroupId] };
  for (const [method, paths] of Object.entries(PATHS[use])) {
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: [`es:ESHttp${method}`],
        resources: paths.map((path) => `${arn}/${path}`),
      }),
    );
  }
  grantNetworkInterfaces(lambda);
}

/** Actions of Lambda on network interfaces, whose ids are not known in advance. */
const INTERFACE_ACTIONS = ['CreateNetworkInterface', 'DeleteNetworkInterface']
  .concat('AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses')
  .map((action) => `ec2:${action}`);
const DESCRIBE_ACTIONS = ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets'];

/**
 * Lets Lambda connect the function to the network, with the narrowest policy that Lambda accepts: interfaces of this
 * account and region; describe actions have no resource. As AWS advises, the code of the function itself is denied these
 * actions: its calls, unlike those of Lambda, have the function as their source ARN.
 */
function grantNetworkInterfaces(lambda: LambdaFunction): void {
  const stack = Stack.of(lambda);
  const interfaces = `arn:${stack.partition}:ec2:${stack.region}:${stack.account}:*/*`;
  const anyFunction = { service: 'lambda', resource: 'function', resourceName: '*' };
  const ownCode = stack.formatArn({ ...anyFunction, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  lambda.addToRolePolicy(new PolicyStatement({ actions: INTERFACE_ACTIONS, resources: [interfaces] }));
  lambda.addToRolePolicy(new PolicyStatement({ actions: DESCRIBE_ACTIONS, resources: ['*'] }));
  lambda.addToRolePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: [...INTERFACE_ACTIONS, ...DESCRIBE_ACTIONS],
      resources: ['*'],
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': ownCode } },
    }),
  );
  Validations.of(lambda.role ?? lambda).acknowledge(
    {
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>:<AWS::AccountId>:*/*]',
      reason:
        'Lambda creates and deletes network interfaces with the role of the function, and their ids are not known in advance. The right is limited to this account and region, and denied to the code of the function.',
    },
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Lambda describes network interfaces and subnets, and two X-Ray actions write traces: IAM supports no resources for these actions. The describe actions are denied to the code of the function.',
    },
  );
}

/** For a function without a dead-letter queue of its own. @param reason where its failed events go. */
export function acknowledgeNoDeadLetterQueue(lambda: IFunction, reason: string): void {
  Validations.of(lambda).acknowledge({ id: 'Serverless-LambdaDLQ', reason });
}
