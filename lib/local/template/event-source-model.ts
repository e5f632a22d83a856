import { LocalSetupError } from '../local-setup-error.ts';
import { arnOf } from './local-names.ts';
import type { QueueModel, QueueSourceModel, StreamSourceModel } from './service-model.ts';

export const QUEUE = 'AWS::SQS::Queue';
export const EVENT_SOURCE = 'AWS::Lambda::EventSourceMapping';

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
export function queueModel(name: string, properties: unknown): QueueModel {
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
export function eventSourceModels(mappings: readonly unknown[]): {
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
