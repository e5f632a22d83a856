import { join } from 'node:path';
import type {
  AttributeDefinition,
  GlobalSecondaryIndex,
  KeySchemaElement,
  StreamSpecification,
} from '@aws-sdk/client-dynamodb';
import { readCloudAssembly, type StackTemplate } from './cloud-assembly.ts';
import { intrinsicsOf } from './intrinsics.ts';
import { arnOf, physicalId } from './local-names.ts';

/** The properties of AWS::DynamoDB::GlobalTable that the local table uses. */
export interface TableDefinition {
  readonly TableName: string;
  readonly AttributeDefinitions: AttributeDefinition[];
  readonly KeySchema: KeySchemaElement[];
  readonly GlobalSecondaryIndexes?: GlobalSecondaryIndex[];
  readonly StreamSpecification?: Pick<StreamSpecification, 'StreamViewType'>;
}

/** A Lambda function of the template. */
export interface FunctionModel {
  readonly name: string;
  readonly arn: string;
  /** File of the bundle. */
  readonly module: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly reservedConcurrency: number;
}

/** One method of the API. */
export interface RouteModel {
  readonly method: string;
  /** "/api/v1/quotes/{quote_id}" */
  readonly resourcePath: string;
  readonly resourceId: string;
  readonly apiKeyRequired: boolean;
  /** ARN of the authorizer function. */
  readonly authorizerArn?: string | undefined;
  /** ARN of the function; unused for a fixed response. */
  readonly functionArn: string;
  readonly fixed?: FixedResponseModel | undefined;
}

/** Response of a mock integration: of a CORS preflight (OPTIONS), or of GET /health. */
export interface FixedResponseModel {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Allowed origins in addition to the one in the headers. */
  readonly otherOrigins: readonly string[];
}

export interface GatewayResponseModel {
  /** Absent = the default status of the type. */
  readonly statusCode?: string | undefined;
  /** Body templates by content type. */
  readonly templates: Readonly<Record<string, string>>;
  /** "gatewayresponse.header.NAME" to a quoted text or a context variable. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface UsagePlanModel {
  readonly id: string;
  readonly name: string;
  readonly rateLimit: number;
  readonly burstLimit: number;
}

export interface ApiModel {
  readonly id: string;
  readonly stageName: string;
  readonly accessLogFormat: string;
  readonly binaryMediaTypes: readonly string[];
  readonly routes: readonly RouteModel[];
  readonly responses: Readonly<Record<string, GatewayResponseModel>>;
  readonly usagePlans: readonly UsagePlanModel[];
}

/** A rule that invokes a function on a schedule. */
export interface ScheduleModel {
  /** Name for the operator: that of the function. */
  readonly name: string;
  /** ARN of the rule. */
  readonly arn: string;
  /** rate(...) or cron(...) of EventBridge. */
  readonly expression: string;
  readonly functionArn: string;
}

/** An SQS queue. */
export interface QueueModel {
  readonly name: string;
  readonly arn: string;
  /** By SQS attribute name. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A rule that sends the events of buckets to queues. */
export interface BucketRuleModel {
  readonly pattern: object;
  readonly queueArns: readonly string[];
}

/** Event source mapping of a queue. */
export interface QueueSourceModel {
  readonly queueArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  readonly maximumConcurrency: number;
}

/** Event source mapping of a table stream, read from its beginning. */
export interface StreamSourceModel {
  readonly tableName: string;
  readonly streamArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  /** Event filter patterns; empty = all events. */
  readonly filters: readonly object[];
  readonly retries: number;
  /** ARN of the queue for failed records. */
  readonly onFailureArn: string;
}

/** The parts of the template that the local host runs. */
export interface ServiceModel {
  readonly api: ApiModel;
  readonly functions: readonly FunctionModel[];
  readonly tables: readonly TableDefinition[];
  readonly schedules: readonly ScheduleModel[];
  readonly queues: readonly QueueModel[];
  /** Names of the buckets. */
  readonly buckets: readonly string[];
  readonly bucketRules: readonly BucketRuleModel[];
  readonly queueSources: readonly QueueSourceModel[];
  readonly streamSources: readonly StreamSourceModel[];
  /** Whether the template has a search domain. */
  readonly searchDomain: boolean;
  /** Published parameter values, by name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A resource of the template. */
interface Resource {
  readonly id: string;
  readonly stack: StackTemplate;
  /** As CloudFormation describes them, with intrinsic functions resolved. */
  // biome-ignore lint/suspicious/noExplicitAny: the CDK writes the template, so that each type has its properties.
  readonly properties: any;
}

/** Reads the service model from the cloud assembly in `folder`. */
export function readServiceModel(folder: string): ServiceModel {
  const parameters = new Map<string, string>();
  const byType = new Map<string, Resource[]>();
  const of = (type: string) => byType.get(`AWS::${type}`) ?? [];
  for (const stack of readCloudAssembly(folder)) {
    const resolve = intrinsicsOf(stack.name, stack.template, parameters);
    for (const [logicalId, { Type, Properties = {} }] of Object.entries(stack.template.Resources)) {
      // A stack reads the parameters of the stacks before it.
      if (Type === 'AWS::SSM::Parameter') {
        parameters.set(String(resolve(Properties.Name)), String(resolve(Properties.Value)));
      }
      const id = physicalId(stack.name, logicalId, Type);
      const resource = { id, stack, properties: READ.test(Type) ? resolve(Properties) : Properties };
      byType.set(Type, [...(byType.get(Type) ?? []), resource]);
    }
  }
  const rules = of('Events::Rule').map(({ id, properties }) => ({ id, ...properties }));
  const mappings = of('Lambda::EventSourceMapping').map(({ properties }) => properties);
  const isStream = ({ EventSourceArn }: { EventSourceArn: string }) => EventSourceArn.includes('/stream/');
  return {
    api: apiModel(of),
    functions: of('Lambda::Function').map(functionModel),
    tables: of('DynamoDB::GlobalTable').map(({ id, properties }) => ({ ...properties, TableName: id })),
    schedules: rules
      .filter(({ ScheduleExpression }) => ScheduleExpression !== undefined)
      .map(({ id, Description, ScheduleExpression, Targets }) => ({
        name: Description,
        arn: arnOf('AWS::Events::Rule', id),
        expression: ScheduleExpression,
        functionArn: Targets[0].Arn,
      })),
    queues: of('SQS::Queue').map(({ id, properties }) => ({
      name: id,
      arn: arnOf('AWS::SQS::Queue', id),
      attributes: Object.fromEntries(
        QUEUE_ATTRIBUTES.filter((name) => name in properties).map((name) => [name, properties[name]]),
      ),
    })),
    buckets: of('S3::Bucket').map(({ id }) => id),
    bucketRules: rules
      .filter(({ EventPattern }) => EventPattern?.source[0] === 'aws.s3')
      .map(({ EventPattern, Targets }) => ({
        pattern: EventPattern,
        queueArns: Targets.map(({ Arn }: { Arn: string }) => Arn),
      })),
    queueSources: mappings
      .filter((mapping) => !isStream(mapping))
      .map((mapping) => ({
        queueArn: mapping.EventSourceArn,
        functionArn: arnOf('AWS::Lambda::Function', mapping.FunctionName),
        batchSize: mapping.BatchSize,
        maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? Number.MAX_SAFE_INTEGER,
      })),
    streamSources: mappings.filter(isStream).map((mapping) => ({
      tableName: /:table\/([^/]+)\//.exec(mapping.EventSourceArn)?.[1] ?? '',
      streamArn: mapping.EventSourceArn,
      functionArn: arnOf('AWS::Lambda::Function', mapping.FunctionName),
      batchSize: mapping.BatchSize,
      filters: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }: { Pattern: string }) =>
        JSON.parse(Pattern),
      ),
      retries: mapping.MaximumRetryAttempts,
      onFailureArn: mapping.DestinationConfig.OnFailure.Destination,
    })),
    searchDomain: of('OpenSearchService::Domain').length > 0,
    parameters,
  };
}

/** Types whose properties are read. */
const READ =
  /^AWS::(ApiGateway::(RestApi|Resource|Method|Authorizer|GatewayResponse|Stage|UsagePlan)|Lambda::(Function|EventSourceMapping)|DynamoDB::GlobalTable|Events::Rule|SQS::Queue)$/;

const QUEUE_ATTRIBUTES = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'DelaySeconds',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'RedrivePolicy',
];

function functionModel({ id: name, stack, properties }: Resource): FunctionModel {
  const { Code, Handler, Environment, MemorySize, Timeout, ReservedConcurrentExecutions } = properties;
  const folder = stack.assets.get(Code.S3Key.replace(/\.zip$/, '')) ?? '';
  return {
    name,
    arn: arnOf('AWS::Lambda::Function', name),
    module: join(folder, Handler.replace(/\.handler$/, '.mjs')),
    environment: Environment?.Variables ?? {},
    memoryMb: MemorySize,
    timeoutSeconds: Timeout,
    reservedConcurrency: ReservedConcurrentExecutions ?? Number.MAX_SAFE_INTEGER,
  };
}

/** The REST API of the template. */
function apiModel(of: (type: string) => readonly Resource[]): ApiModel {
  const [api] = of('ApiGateway::RestApi');
  const stage = of('ApiGateway::Stage')[0]?.properties;
  return {
    id: api?.id ?? '',
    stageName: stage.StageName,
    accessLogFormat: stage.AccessLogSetting.Format,
    binaryMediaTypes: api?.properties.BinaryMediaTypes ?? [],
    routes: routes(of, stage.Variables ?? {}),
    responses: Object.fromEntries(
      of('ApiGateway::GatewayResponse').map(({ properties }): [string, GatewayResponseModel] => {
        const { ResponseType, StatusCode, ResponseTemplates = {}, ResponseParameters = {} } = properties;
        return [
          ResponseType,
          { statusCode: StatusCode, templates: ResponseTemplates, parameters: ResponseParameters },
        ];
      }),
    ),
    usagePlans: of('ApiGateway::UsagePlan').map(({ id, properties }) => ({
      id,
      name: properties.UsagePlanName ?? id,
      rateLimit: properties.Throttle.RateLimit,
      burstLimit: properties.Throttle.BurstLimit,
    })),
  };
}

function routes(
  of: (type: string) => readonly Resource[],
  stageVariables: Readonly<Record<string, string>>,
): RouteModel[] {
  const paths = new Map(of('ApiGateway::Resource').map(({ id, properties }) => [id, properties]));
  const pathOf = (id: string): string => {
    const resource = paths.get(id);
    return resource === undefined ? '' : `${pathOf(resource.ParentId)}/${resource.PathPart}`;
  };
  const authorizers = new Map(
    of('ApiGateway::Authorizer').map(({ id, properties }) => [id, functionOf(properties.AuthorizerUri)]),
  );
  return of('ApiGateway::Method').map(({ properties }) => ({
    method: properties.HttpMethod,
    resourcePath: pathOf(properties.ResourceId) || '/',
    resourceId: properties.ResourceId,
    apiKeyRequired: properties.ApiKeyRequired === true,
    authorizerArn: authorizers.get(properties.AuthorizerId),
    functionArn: functionOf(properties.Integration.Uri ?? ''),
    fixed:
      properties.Integration.Type === 'MOCK'
        ? fixedResponseOf(properties.Integration.IntegrationResponses[0], stageVariables)
        : undefined,
  }));
}

/** The function ARN in an integration URI. */
const functionOf = (uri: string): string => /functions\/(arn:.+)\/invocations$/.exec(uri)?.[1] ?? '';

/**
 * The response of a mock integration. The template of a CORS preflight has no text, only further origins; every other
 * template is the body.
 */
function fixedResponseOf(
  {
    StatusCode,
    ResponseParameters = {},
    ResponseTemplates = {},
  }: {
    readonly StatusCode: string;
    readonly ResponseParameters?: Readonly<Record<string, string>>;
    readonly ResponseTemplates?: Readonly<Record<string, string>>;
  },
  stageVariables: Readonly<Record<string, string>>,
): FixedResponseModel {
  const template = ResponseTemplates['application/json'] ?? '';
  const headers = Object.entries(ResponseParameters).map(([name, value]) => [
    name.replace('method.response.header.', ''),
    value,
  ]);
  return {
    status: Number(StatusCode),
    headers: Object.fromEntries(headers),
    body: template.startsWith('#')
      ? ''
      : template.replace(/\$stageVariables\.(\w+)/g, (_, name: string) => stageVariables[name] ?? ''),
    otherOrigins: [...template.matchAll(/\$origin == "(.+?)"/g)].map(([, origin = '']) => origin),
  };
}
