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

/** Queues of the webhooks stack; each has a dead-letter queue, which `<name>-dlq` names. */
export type QueueName = 'events' | 'deliveries' | 'retries';
export type AnyQueueName = QueueName | `${QueueName}-dlq`;

export const QUEUE_NAMES: readonly QueueName[] = ['events', 'deliveries', 'retries'];
export const ANY_QUEUE_NAMES: readonly AnyQueueName[] = QUEUE_NAMES.flatMap((name) => [
  name,
  `${name}-dlq` as const,
]);

/** DynamoDB actions a function may perform on each table, without the service prefix. */
export type TableActions = Readonly<Partial<Record<TableName, readonly string[]>>>;

/** What operators keep in Systems Manager as a SecureString; none has to be there. */
export type SecretName = 'eia-api-key';

/** Data folders of shared/ that a function carries beside its bundle. */
export type DataDomain = 'terminals' | 'places';

/** What a function does on the OpenSearch domain, where the environment has one. */
export type SearchDomainUse = 'search' | 'write' | 'rebuild';

/** What a Lambda function of this service needs, whoever calls it. */
export interface FunctionDefinition {
  /** Folder under functions/. */
  readonly function: string;
  readonly tables: TableActions;
  /** Partition keys that it is limited to, as IAM's patterns, by table; of a table that is not named: every key. */
  readonly leadingKeys?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  /** Indexes that it queries, by table. */
  readonly indexes?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  readonly data: readonly DataDomain[];
  /** Asks for road distances, of the map service that the environment names. */
  readonly roadDistances?: true;
  /** What it does on the OpenSearch domain: it is in the domain's network then. */
  readonly searchDomain?: SearchDomainUse;
  /** Queues that it sends to. */
  readonly queues?: readonly AnyQueueName[];
  /** What it does with the key that signing secrets of webhooks are encrypted under. */
  readonly webhookSecrets?: readonly ('Encrypt' | 'Decrypt')[];
  /** Calls receivers of webhooks. */
  readonly webhookReceivers?: true;
  /** Registers addresses of receivers. */
  readonly webhookRegistration?: true;
  /** Plans the attempts of deliveries. */
  readonly webhookRetries?: true;
  /** Secrets of others that it reads when it runs. */
  readonly secrets?: readonly SecretName[];
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** What callers lose while it fails: the alarm's text. */
  readonly impact: string;
}

/** One operation of the API: the single place that names its method, path, function, rights and error format. */
export interface Endpoint extends FunctionDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly errorFormat: ErrorFormat;
}

/** A function that nobody calls: EventBridge does, by the clock. */
export interface ScheduledFunction extends FunctionDefinition {
  /** EventBridge's rate(...) or cron(...) expression, in UTC. */
  readonly schedule: string;
}

/** A function that works off a queue. */
export interface QueueFunction extends FunctionDefinition {
  readonly queue: QueueName;
  /** Messages it is called with. */
  readonly batchSize: number;
  /** Calls at once; each is given a batch. */
  readonly maximumConcurrency: number;
}
