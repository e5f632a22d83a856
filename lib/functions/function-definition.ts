import type { ErrorFormat } from '../../shared/platform/http/error-format.ts';

export const TABLE_NAMES = [
  'organizations',
  'usage',
  'idempotency',
  'terminals',
  'strategies',
  'quotes',
  'market',
  'webhooks',
  'deliveries',
] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** A value for each table. */
export const forEachTable = <Value>(value: (table: TableName) => Value): Readonly<Record<TableName, Value>> =>
  Object.fromEntries(TABLE_NAMES.map((table) => [table, value(table)])) as Record<TableName, Value>;

/** Queues of the webhooks stack; each has a dead-letter queue `<name>-dlq`. */
export type QueueName = 'events' | 'deliveries' | 'retries';
export type AnyQueueName = QueueName | `${QueueName}-dlq`;

export const QUEUE_NAMES: readonly QueueName[] = ['events', 'deliveries', 'retries'];
export const ANY_QUEUE_NAMES: readonly AnyQueueName[] = QUEUE_NAMES.flatMap((name) => [
  name,
  `${name}-dlq` as const,
]);

/** DynamoDB actions a function may perform on each table, without the service prefix. */
export type TableActions = Readonly<Partial<Record<TableName, readonly string[]>>>;

/** Optional secrets, stored by operators in Systems Manager as a SecureString. */
export type SecretName = 'eia-api-key' | 'probe';

/** Data folders of shared/ that are packaged with a function. */
export type DataDomain = 'terminals' | 'places';

/** How a function uses the OpenSearch domain, if the environment has one. */
export type SearchDomainUse = 'search' | 'write' | 'rebuild';

/** Resources and rights of a Lambda function. */
export interface FunctionDefinition {
  /** Folder under functions/. */
  readonly function: string;
  readonly tables: TableActions;
  /** Partition keys that it can access, as IAM patterns by table; a table without an entry has no limit. */
  readonly leadingKeys?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  /** Indexes that it queries, by table. */
  readonly indexes?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  readonly data: readonly DataDomain[];
  /** Requests road distances from the map service of the environment. */
  readonly roadDistances?: true;
  /** How it uses the OpenSearch domain. If set, it runs in the network of the domain. */
  readonly searchDomain?: SearchDomainUse;
  /** Queues that it sends to. */
  readonly queues?: readonly AnyQueueName[];
  /** KMS actions on the key that encrypts the signing secrets of webhooks. */
  readonly webhookSecrets?: readonly ('Encrypt' | 'Decrypt')[];
  /** Calls receivers of webhooks. */
  readonly webhookReceivers?: true;
  /** Registers receiver URLs. */
  readonly webhookRegistration?: true;
  /** Schedules retries of deliveries. */
  readonly webhookRetries?: true;
  /** Secrets of external services that it reads at run time. */
  readonly secrets?: readonly SecretName[];
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Effect on callers while it fails, for the alarm text. */
  readonly impact: string;
}

/** One operation of the API with its method, path, function, rights and error format. */
export interface Endpoint extends FunctionDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly errorFormat: ErrorFormat;
}

/** A function that EventBridge calls on a schedule. */
export interface ScheduledFunction extends FunctionDefinition {
  /** EventBridge expression, rate(...) or cron(...), in UTC. */
  readonly schedule: string;
}

/** A function that consumes a queue. */
export interface QueueFunction extends FunctionDefinition {
  readonly queue: QueueName;
  /** Maximum number of messages per invocation. */
  readonly batchSize: number;
  /** Concurrent invocations, each with one batch. */
  readonly maximumConcurrency: number;
}
