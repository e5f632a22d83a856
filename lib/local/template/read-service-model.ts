import { join } from 'node:path';
import { LocalSetupError } from '../local-setup-error.ts';
import { type ApiResources, apiModel, isApiResource } from './api-model.ts';
import { readCloudAssembly, type StackTemplate } from './cloud-assembly.ts';
import type { TableDefinition } from './create-tables.ts';
import { intrinsicsOf, type Published, type Resolve } from './intrinsics.ts';
import { arnOf, physicalId } from './local-names.ts';
import {
  asynchronousRetries,
  bucketRuleModels,
  failureQueueArns,
  INVOKE_CONFIG,
  isUnsupportedRule,
  RULE,
  scheduleModels,
} from './schedule-model.ts';
import type {
  FunctionModel,
  QueueModel,
  QueueSourceModel,
  ServiceModel,
  StreamSourceModel,
} from './service-model.ts';

const QUEUE = 'AWS::SQS::Queue';
const EVENT_SOURCE = 'AWS::Lambda::EventSourceMapping';

/** Queue properties that are SQS attributes with the same name. */
const ATTRIBUTES = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'DelaySeconds',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'RedrivePolicy',
] as const;

interface Mapping {
  readonly EventSourceArn: string;
  readonly FunctionName: string;
  readonly Enabled?: boolean;
  readonly BatchSize?: number;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: number };
  readonly FunctionResponseTypes?: readonly string[];
  readonly FilterCriteria?: { readonly Filters?: readonly { readonly Pattern: string }[] };
  readonly MaximumRetryAttempts?: number;
  readonly BisectBatchOnFunctionError?: boolean;
  readonly StartingPosition?: string;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
}

/** By default Lambda retries until the record expires. */
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** A queue of the template; `properties` are resolved. */
function queueModel(name: string, properties: unknown): QueueModel {
  const set = Object(properties) as Readonly<Record<string, unknown>>;
  const attributes = ATTRIBUTES.flatMap((attribute) =>
    set[attribute] === undefined ? [] : [[attribute, set[attribute]] as const],
  );
  return { name, arn: arnOf(QUEUE, name), attributes: Object.fromEntries(attributes) };
}

/**
 * The enabled event source mappings of a template, by kind of source. `mappings` are resolved.
 * @throws LocalSetupError for an unsupported mapping.
 */
function eventSourceModels(mappings: readonly unknown[]): {
  readonly queueSources: readonly QueueSourceModel[];
  readonly streamSources: readonly StreamSourceModel[];
} {
  const queueSources: QueueSourceModel[] = [];
  const streamSources: StreamSourceModel[] = [];
  for (const mapping of mappings as readonly Mapping[]) {
    if (mapping.Enabled === false) continue;
    const common = {
      functionArn: mapping.FunctionName.startsWith('arn:')
        ? mapping.FunctionName
        : arnOf('AWS::Lambda::Function', mapping.FunctionName),
      reportsFailures: (mapping.FunctionResponseTypes ?? []).includes('ReportBatchItemFailures'),
    };
    const [, table] = /:table\/([^/]+)\/stream\//.exec(mapping.EventSourceArn) ?? [];
    if (table !== undefined) {
      if (mapping.StartingPosition !== 'TRIM_HORIZON') {
        throw new LocalSetupError(`The local host reads the stream of ${table} only from TRIM_HORIZON.`);
      }
      const onFailureArn = mapping.DestinationConfig?.OnFailure?.Destination;
      const retries = mapping.MaximumRetryAttempts ?? -1;
      streamSources.push({
        ...common,
        tableName: table,
        streamArn: mapping.EventSourceArn,
        batchSize: mapping.BatchSize ?? 100,
        filters: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => Pattern),
        retries: retries < 0 ? UNBOUNDED : retries,
        bisects: mapping.BisectBatchOnFunctionError === true,
        ...(onFailureArn === undefined ? {} : { onFailureArn }),
      });
    } else if (mapping.EventSourceArn.includes(':sqs:')) {
      if (mapping.FilterCriteria !== undefined) {
        throw new LocalSetupError(`The local host does not support the filter of ${mapping.EventSourceArn}.`);
      }
      const concurrency = mapping.ScalingConfig?.MaximumConcurrency;
      queueSources.push({
        ...common,
        queueArn: mapping.EventSourceArn,
        batchSize: Math.min(mapping.BatchSize ?? 10, 10),
        ...(concurrency === undefined ? {} : { maximumConcurrency: concurrency }),
      });
    } else
      throw new LocalSetupError(
        `The local host does not support the event source ${mapping.EventSourceArn}.`,
      );
  }
  return { queueSources, streamSources };
}

/**
 * Resource types without a local effect: rights, networks, logs, alarms and metadata. The start script loads the
 * catalogue and its index.
 */
const WITHOUT_LOCAL_EFFECT =
  /^AWS::(IAM|EC2|KMS|Logs|CloudWatch|SNS|Budgets|CDK|WAFv2)::|^Custom::(TerminalCatalogue|TerminalIndex)$|^AWS::Lambda::Permission$|^AWS::(SQS::Queue|S3::Bucket)Policy$|^AWS::ApiGateway::(Account|Deployment)$/;

const BUCKET = 'AWS::S3::Bucket';

/** Reads the service model from the cloud assembly in `folder`. */
export function readServiceModel(folder: string): ServiceModel {
  const published: Published = { parameters: new Map(), exports: new Map() };
  const functions: Omit<FunctionModel, 'asynchronousRetries'>[] = [];
  const tables: TableDefinition[] = [];
  const unsupported: { readonly arn: string; readonly line: string }[] = [];
  const rules: { readonly id: string; readonly properties: unknown }[] = [];
  const invokeConfigs: typeof rules = [];
  const apiResources: ApiResources = [];
  const queues: QueueModel[] = [];
  const buckets: string[] = [];
  const mappings: unknown[] = [];
  let searchDomain = false;

  for (const stack of readCloudAssembly(folder)) {
    const resolve = intrinsicsOf(stack.name, stack.template, published);
    for (const [logicalId, { Type, Properties = {} }] of Object.entries(stack.template.Resources)) {
      const id = physicalId(stack.name, logicalId, Type);
      if (Type === 'AWS::Lambda::Function') functions.push(functionModel(stack, id, Properties, resolve));
      else if (Type === 'AWS::DynamoDB::GlobalTable') tables.push(tableDefinition(id, resolve(Properties)));
      else if (Type === 'AWS::SSM::Parameter') publish(published, resolve(Properties));
      else if (Type === RULE && !isUnsupportedRule(Properties))
        rules.push({ id, properties: resolve(Properties) });
      else if (Type === BUCKET) buckets.push(id);
      else if (Type === QUEUE) queues.push(queueModel(id, resolve(Properties)));
      else if (Type === EVENT_SOURCE) mappings.push(resolve(Properties));
      else if (Type === INVOKE_CONFIG) invokeConfigs.push({ id, properties: resolve(Properties) });
      else if (Type === 'AWS::OpenSearchService::Domain') searchDomain = true;
      else if (isApiResource(Type)) {
        apiResources.push({ id, type: Type, properties: Object(resolve(Properties)) });
      } else if (!WITHOUT_LOCAL_EFFECT.test(Type)) {
        unsupported.push({
          arn: arnOf(Type, id),
          line: `${Type} ${logicalId} is not supported by the local host.`,
        });
      }
    }
    for (const { Value, Export } of Object.values(stack.template.Outputs ?? {})) {
      if (Export !== undefined) published.exports.set(String(resolve(Export.Name)), String(resolve(Value)));
    }
  }
  const retriesOf = asynchronousRetries(invokeConfigs);
  const failureQueues = failureQueueArns(rules, invokeConfigs);
  return {
    api: apiModel(apiResources),
    functions: functions.map((each) => ({ ...each, asynchronousRetries: retriesOf(each.name) })),
    tables,
    schedules: scheduleModels(rules, invokeConfigs),
    queues,
    buckets,
    bucketRules: bucketRuleModels(rules),
    ...eventSourceModels(mappings),
    searchDomain,
    parameters: published.parameters,
    unsupported: unsupported.filter(({ arn }) => !failureQueues.has(arn)).map(({ line }) => line),
  };
}

interface FunctionProperties {
  readonly Code: { readonly S3Key?: string };
  readonly Handler?: string;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> };
  readonly MemorySize?: number;
  readonly Timeout?: number;
  readonly ReservedConcurrentExecutions?: number;
}

function functionModel(
  stack: StackTemplate,
  name: string,
  properties: unknown,
  resolve: Resolve,
): Omit<FunctionModel, 'asynchronousRetries'> {
  const {
    Code,
    Handler = '',
    Environment,
    MemorySize = 128,
    Timeout = 3,
    ReservedConcurrentExecutions,
  } = resolve(properties) as FunctionProperties;
  const folder = stack.assets.get((Code.S3Key ?? '').replace(/\.zip$/, ''));
  if (folder === undefined)
    throw new LocalSetupError(`The cloud assembly does not contain the bundle of ${name}.`);
  return {
    name,
    arn: arnOf('AWS::Lambda::Function', name),
    module: join(folder, Handler.replace(/\.handler$/, '.mjs')),
    environment: Environment?.Variables ?? {},
    memoryMb: MemorySize,
    timeoutSeconds: Timeout,
    ...(ReservedConcurrentExecutions === undefined
      ? {}
      : { reservedConcurrency: ReservedConcurrentExecutions }),
  };
}

function tableDefinition(TableName: string, properties: unknown): TableDefinition {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, StreamSpecification } =
    properties as TableDefinition;
  return {
    TableName,
    AttributeDefinitions,
    KeySchema,
    ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
    ...(StreamSpecification && { StreamSpecification }),
  };
}

function publish({ parameters }: Published, properties: unknown): void {
  const { Name, Value } = properties as { readonly Name: string; readonly Value: string };
  parameters.set(Name, Value);
}
