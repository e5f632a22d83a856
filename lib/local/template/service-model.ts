import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateTableCommandInput, StreamSpecification } from '@aws-sdk/client-dynamodb';
import { LocalSetupError } from '../local-setup-error.ts';
import { arnOf, LOCAL_ACCOUNT, LOCAL_REGION, physicalId, queueUrl } from './local-names.ts';

interface Template {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: string }>>;
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }>
  >;
}

export type StackTemplate = ReturnType<typeof readCloudAssembly>[number];

/**
 * The stacks of a cloud assembly. The CDK lists each after those that it depends on.
 * @throws LocalSetupError if the folder contains no assembly.
 */
export function readCloudAssembly(folder: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the CDK writes these files.
  const read = (file: string): any => {
    try {
      return JSON.parse(readFileSync(join(folder, file), 'utf8'));
    } catch {
      throw new LocalSetupError(`${join(folder, file)} cannot be read: remove ${folder} and start again.`);
    }
  };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  return Object.entries<any>(read('manifest.json').artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([name, { properties }]) => {
      const { files } = read(properties.templateFile.replace('.template.json', '.assets.json'));
      return {
        name,
        template: read(properties.templateFile) as Template,
        /** Asset folder by the hash in the template. */
        assetFolder: (hash: string): string => join(folder, files[hash]?.source.path ?? ''),
      };
    });
}

/** The properties of AWS::DynamoDB::GlobalTable that the local table uses. */
export interface TableDefinition
  extends Pick<
    CreateTableCommandInput,
    'TableName' | 'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes'
  > {
  readonly StreamSpecification?: Pick<StreamSpecification, 'StreamViewType'>;
}

/** The parts of the template that the local host runs. */
export type ServiceModel = ReturnType<typeof readServiceModel>;
export type FunctionModel = ServiceModel['functions'][number];
export type ApiModel = ServiceModel['api'];
export type RouteModel = ApiModel['routes'][number];

interface Resource {
  readonly id: string;
  readonly stack: StackTemplate;
  /** With intrinsic functions resolved. */
  // biome-ignore lint/suspicious/noExplicitAny: the CDK writes the template, so that each type has its properties.
  readonly properties: any;
}

type Resources = (type: string) => readonly Resource[];

/** Reads the service model from the cloud assembly in `folder`. */
export function readServiceModel(folder: string) {
  /** Published parameter values, by name. */
  const parameters = new Map<string, string>();
  const resources: (Resource & { readonly type: string })[] = [];
  for (const stack of readCloudAssembly(folder)) {
    const resolve = intrinsicsOf(stack.name, stack.template, parameters);
    for (const [logicalId, { Type: type, Properties = {} }] of Object.entries(stack.template.Resources)) {
      // A stack reads the parameters of the stacks before it.
      if (type === 'AWS::SSM::Parameter') {
        parameters.set(String(resolve(Properties.Name)), String(resolve(Properties.Value)));
      }
      resources.push({
        ...{ id: physicalId(stack.name, logicalId, type), type, stack },
        // On demand: types that are not run can use functions that are not known here.
        get properties() {
          return resolve(Properties);
        },
      });
    }
  }
  const of: Resources = (type) => resources.filter((each) => each.type === `AWS::${type}`);
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
    parameters,
  };
}

const QUEUE_ATTRIBUTES = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'MaximumMessageSize',
  'RedrivePolicy',
];

function functionModel({ id: name, stack, properties }: Resource) {
  const { Code, Handler, Environment, MemorySize, Timeout, ReservedConcurrentExecutions } = properties;
  return {
    name,
    arn: arnOf('AWS::Lambda::Function', name),
    /** File of the bundle. */
    module: join(stack.assetFolder(Code.S3Key.replace(/\.zip$/, '')), Handler.replace(/\.handler$/, '.mjs')),
    environment: (Environment?.Variables ?? {}) as Texts,
    memoryMb: Number(MemorySize),
    timeoutSeconds: Number(Timeout),
    reservedConcurrency: Number(ReservedConcurrentExecutions ?? Number.MAX_SAFE_INTEGER),
  };
}

type Texts = Readonly<Record<string, string>>;

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
    /** Responses of the gateway itself, by their type. */
    responses: Object.fromEntries(
      of('ApiGateway::GatewayResponse').map(({ properties }) => [
        String(properties.ResponseType),
        {
          status: Number(properties.StatusCode),
          /** Body templates by content type. */
          templates: (properties.ResponseTemplates ?? {}) as Texts,
          /** "gatewayresponse.header.NAME" to a quoted text or a context variable. */
          parameters: (properties.ResponseParameters ?? {}) as Texts,
        },
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

/** Resource types with an explicit name, and the property that contains it. */
const NAMED_BY: Texts = { 'AWS::ApiGateway::Stage': 'StageName', 'AWS::SSM::Parameter': 'Name' };

/** Replaces intrinsic functions in a value by their local values. */
export type Resolve = (value: unknown) => unknown;

/**
 * Creates a resolver for one stack.
 * @param parameters values of AWS::SSM::Parameter of the stacks before it, by name.
 * @throws Error for an unknown function or reference.
 */
export function intrinsicsOf(
  stack: string,
  template: Template,
  parameters: ReadonlyMap<string, string>,
): Resolve {
  const pseudo: Readonly<Record<string, string | undefined>> = {
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::Region': LOCAL_REGION,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack,
    'AWS::NoValue': undefined,
  };
  const ref = (name: string): unknown => {
    if (Object.hasOwn(pseudo, name)) return pseudo[name];
    const { Type = '', Properties = {} } = template.Resources[name] ?? {};
    if (Type === '') {
      const value = parameters.get(template.Parameters?.[name]?.Default ?? '');
      if (value === undefined) throw new Error(`${stack} refers to the unknown ${name}`);
      return value;
    }
    if (NAMED_BY[Type] !== undefined) return resolve(Properties[NAMED_BY[Type]]);
    const id = physicalId(stack, name, Type);
    return Type === 'AWS::SQS::Queue' ? queueUrl(id) : id;
  };
  const attribute = ([id = '', name]: readonly string[]): string => {
    const { Type = '' } = template.Resources[id] ?? {};
    const physical = physicalId(stack, id, Type);
    if (name === 'StreamArn') return `${arnOf(Type, physical)}/stream/local`;
    return name === 'Arn' ? arnOf(Type, physical) : `${physical}-${name}`;
  };
  const functions: Readonly<Record<string, (argument: never) => unknown>> = {
    Ref: ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': ([separator, parts]: [string, unknown]) => (resolve(parts) as unknown[]).join(separator),
    'Fn::Split': ([separator, whole]: [string, unknown]) => String(resolve(whole)).split(separator),
    'Fn::Select': ([index, list]: [number | string, unknown]) => (resolve(list) as unknown[])[Number(index)],
    'Fn::Sub': (pattern: string) => pattern.replace(/\$\{([^}]+)\}/g, (_, name: string) => String(ref(name))),
  };
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const [only, ...others] = Object.entries(value);
    if (only !== undefined && others.length === 0 && /^(Ref$|Fn::)/.test(only[0])) {
      const evaluate = functions[only[0]];
      if (evaluate === undefined) throw new Error(`${stack} uses the unknown function ${only[0]}`);
      return evaluate(only[1] as never);
    }
    const entries = Object.entries(value).map(([key, inner]) => [key, resolve(inner)] as const);
    return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
  };
  return resolve;
}
