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

/** The parts of the template that the local host runs. */
export type ServiceModel = ReturnType<typeof readServiceModel>;
export type FunctionModel = ReturnType<typeof functionModel>;
export type ApiModel = ReturnType<typeof apiModel>;
export type RouteModel = ApiModel['routes'][number];
export type FixedResponseModel = ReturnType<typeof fixedResponse>;
export type GatewayResponseModel = ReturnType<typeof gatewayResponse>;
export type UsagePlanModel = ApiModel['usagePlans'][number];
export type ScheduleModel = ServiceModel['schedules'][number];
export type BucketRuleModel = ServiceModel['bucketRules'][number];
export type QueueSourceModel = ServiceModel['queueSources'][number];
export type StreamSourceModel = ServiceModel['streamSources'][number];

/** A resource of the template. */
interface Resource {
  readonly id: string;
  readonly stack: StackTemplate;
  /** As CloudFormation describes them, with intrinsic functions resolved. */
  // biome-ignore lint/suspicious/noExplicitAny: the CDK writes the template, so that each type has its properties.
  readonly properties: any;
}

type Resources = (type: string) => readonly Resource[];

/** Reads the service model from the cloud assembly in `folder`. */
export function readServiceModel(folder: string) {
  /** Published parameter values, by name. */
  const parameters = new Map<string, string>();
  const byType = new Map<string, Resource[]>();
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
  const of: Resources = (type) => byType.get(`AWS::${type}`) ?? [];
  const rules = of('Events::Rule').map(({ id, properties }) => ({ id, ...properties }));
  const mappings = of('Lambda::EventSourceMapping').map(({ properties }) => properties);
  const isStream = ({ EventSourceArn }: { EventSourceArn: string }) => EventSourceArn.includes('/stream/');
  return {
    api: apiModel(of),
    functions: of('Lambda::Function').map(functionModel),
    tables: of('DynamoDB::GlobalTable').map(
      ({ id, properties }): TableDefinition => ({ ...properties, TableName: id }),
    ),
    schedules: rules
      .filter(({ ScheduleExpression }) => ScheduleExpression !== undefined)
      .map(({ id, Description, ScheduleExpression, Targets }) => ({
        /** Name for the operator: that of the function. */
        name: String(Description),
        arn: arnOf('AWS::Events::Rule', id),
        /** rate(...) or cron(...) of EventBridge. */
        expression: String(ScheduleExpression),
        functionArn: String(Targets[0].Arn),
      })),
    queues: of('SQS::Queue').map(({ id, properties }) => ({
      name: id,
      arn: arnOf('AWS::SQS::Queue', id),
      /** In the format of SQS: all values are texts. */
      attributes: Object.fromEntries(
        QUEUE_ATTRIBUTES.filter((name) => name in properties).map((name): [string, string] => {
          const value: unknown = properties[name];
          return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
        }),
      ),
    })),
    buckets: of('S3::Bucket').map(({ id }) => id),
    /** Rules that send the events of buckets to queues. */
    bucketRules: rules
      .filter(({ EventPattern }) => EventPattern?.source[0] === 'aws.s3')
      .map(({ EventPattern, Targets }) => ({
        pattern: EventPattern as object,
        queueArns: Targets.map(({ Arn }: { Arn: string }) => Arn) as readonly string[],
      })),
    queueSources: mappings
      .filter((mapping) => !isStream(mapping))
      .map(({ EventSourceArn, FunctionName, BatchSize, ScalingConfig }) => ({
        queueArn: String(EventSourceArn),
        functionArn: arnOf('AWS::Lambda::Function', FunctionName),
        batchSize: Number(BatchSize),
        maximumConcurrency: Number(ScalingConfig.MaximumConcurrency),
      })),
    /** Table streams that functions consume. */
    streamSources: mappings
      .filter(isStream)
      .map(({ EventSourceArn, FunctionName, BatchSize, FilterCriteria }) => ({
        tableName: /:table\/([^/]+)\//.exec(EventSourceArn)?.[1] ?? '',
        streamArn: String(EventSourceArn),
        functionArn: arnOf('AWS::Lambda::Function', FunctionName),
        batchSize: Number(BatchSize),
        /** Event filter patterns; empty = all events. */
        filters: (FilterCriteria?.Filters ?? []).map(({ Pattern }: { Pattern: string }) =>
          JSON.parse(Pattern),
        ) as readonly object[],
      })),
    hasSearchDomain: of('OpenSearchService::Domain').length > 0,
    parameters,
  };
}

/** Types whose properties are read. */
const READ =
  /^AWS::(ApiGateway::(RestApi|Resource|Method|Authorizer|GatewayResponse|Stage|UsagePlan)|Lambda::(Function|EventSourceMapping)|DynamoDB::GlobalTable|Events::Rule|SQS::Queue)$/;

const QUEUE_ATTRIBUTES = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'MaximumMessageSize',
  'RedrivePolicy',
];

function functionModel({ id: name, stack, properties }: Resource) {
  const { Code, Handler, Environment, MemorySize, Timeout, ReservedConcurrentExecutions } = properties;
  const folder = stack.assets.get(Code.S3Key.replace(/\.zip$/, '')) ?? '';
  return {
    name,
    arn: arnOf('AWS::Lambda::Function', name),
    /** File of the bundle. */
    module: join(folder, Handler.replace(/\.handler$/, '.mjs')),
    environment: (Environment?.Variables ?? {}) as Readonly<Record<string, string>>,
    memoryMb: Number(MemorySize),
    timeoutSeconds: Number(Timeout),
    reservedConcurrency: Number(ReservedConcurrentExecutions ?? Number.MAX_SAFE_INTEGER),
  };
}

/** The REST API of the template. */
function apiModel(of: Resources) {
  const stage = of('ApiGateway::Stage')[0]?.properties;
  const resources = new Map(of('ApiGateway::Resource').map(({ id, properties }) => [id, properties]));
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource === undefined ? '' : `${pathOf(resource.ParentId)}/${resource.PathPart}`;
  };
  const authorizers = new Map(
    of('ApiGateway::Authorizer').map(({ id, properties }) => [id, functionOf(properties.AuthorizerUri)]),
  );
  return {
    id: of('ApiGateway::RestApi')[0]?.id ?? '',
    stageName: String(stage.StageName),
    accessLogFormat: String(stage.AccessLogSetting.Format),
    routes: of('ApiGateway::Method').map(({ properties }) => ({
      method: String(properties.HttpMethod),
      /** "/api/v1/quotes/{quote_id}" */
      resourcePath: pathOf(properties.ResourceId) || '/',
      apiKeyRequired: properties.ApiKeyRequired === true,
      /** ARN of the authorizer function. */
      authorizerArn: authorizers.get(properties.AuthorizerId),
      /** ARN of the function; unused for a fixed response. */
      functionArn: functionOf(properties.Integration.Uri ?? ''),
      fixed:
        properties.Integration.Type === 'MOCK'
          ? fixedResponse(properties.Integration.IntegrationResponses[0], stage.Variables)
          : undefined,
    })),
    responses: Object.fromEntries(
      of('ApiGateway::GatewayResponse').map(({ properties }) => [
        String(properties.ResponseType),
        gatewayResponse(properties),
      ]),
    ),
    usagePlans: of('ApiGateway::UsagePlan').map(({ id, properties }) => ({
      id,
      rateLimit: Number(properties.Throttle.RateLimit),
      burstLimit: Number(properties.Throttle.BurstLimit),
    })),
  };
}

/** The function ARN in an integration URI. */
const functionOf = (uri: string): string => /functions\/(arn:.+)\/invocations$/.exec(uri)?.[1] ?? '';

type Texts = Readonly<Record<string, string>>;

const gatewayResponse = ({
  StatusCode,
  ResponseTemplates = {},
  ResponseParameters = {},
}: Resource['properties']) => ({
  status: Number(StatusCode),
  /** Body templates by content type. */
  templates: ResponseTemplates as Texts,
  /** "gatewayresponse.header.NAME" to a quoted text or a context variable. */
  parameters: ResponseParameters as Texts,
});

/**
 * The response of a mock integration: of a CORS preflight (OPTIONS), whose template has no text, only further origins; or
 * of another one, whose template is the body.
 */
function fixedResponse(
  { StatusCode, ResponseParameters = {}, ResponseTemplates = {} }: Resource['properties'],
  stageVariables: Texts = {},
) {
  const template = String(ResponseTemplates['application/json'] ?? '');
  return {
    status: Number(StatusCode),
    /** "method.response.header.NAME" to a quoted text or a context variable. */
    parameters: ResponseParameters as Texts,
    body: template.startsWith('#')
      ? ''
      : template.replace(/\$stageVariables\.(\w+)/g, (_, name: string) => stageVariables[name] ?? ''),
    /** Allowed origins in addition to the one in the headers. */
    otherOrigins: [...template.matchAll(/\$origin == "(.+?)"/g)].map(([, origin = '']) => origin),
  };
}
