import type { OperationDescription } from '../shared/platform/http/operation-description.ts';

export const TABLE_NAMES = [
  'organizations',
  'usage',
  'idempotency',
  'terminals',
  'strategies',
  'quotes',
  'contracts',
  'rfps',
  'market',
  'webhooks',
  'deliveries',
  'audit',
] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** A value for each table. */
export const forEachTable = <Value>(value: (table: TableName) => Value): Readonly<Record<TableName, Value>> =>
  Object.fromEntries(TABLE_NAMES.map((table) => [table, value(table)])) as Record<TableName, Value>;

/** Queues of the webhooks stack; each has a dead-letter queue `<name>-dlq`. */
export const WEBHOOK_QUEUE_NAMES = ['events', 'deliveries', 'retries'] as const;
export type WebhookQueueName = (typeof WEBHOOK_QUEUE_NAMES)[number];

/** Queues of all stacks that publish theirs. `rfp-work`: chunks of lanes to price, deleted RFPs to erase, and files of lanes to read. `uploads`: files and converted quotes to import. `mails`: mails to read, only if the environment has a mail domain. */
export type QueueName = WebhookQueueName | 'rfp-work' | 'uploads' | 'mails';
export type AnyQueueName = QueueName | `${QueueName}-dlq`;

/** Without `mails`, which few environments have. */
export const QUEUE_NAMES: readonly QueueName[] = [...WEBHOOK_QUEUE_NAMES, 'rfp-work', 'uploads'];

/** DynamoDB actions a function may perform on each table, without the service prefix. */
export type TableActions = Readonly<Partial<Record<TableName, readonly string[]>>>;

/** Optional secrets, stored by operators in Systems Manager as a SecureString. */
export type SecretName = 'eia-api-key' | 'probe';

/** Data that are packaged with a function. */
export type DataDomain = 'terminals' | 'places' | 'glossary' | 'description' | 'fonts';

/** How a function uses the OpenSearch domain, if the environment has one. */
export type SearchDomainUse = 'search' | 'write' | 'rebuild';

/** How a function of the API uses the bucket of uploads. */
export type UploadsUse =
  | 'create'
  | 'read'
  | 'cancel'
  | 'create-rates'
  | 'read-rates'
  | 'cancel-rates'
  | 'create-quotes'
  | 'read-quotes'
  | 'cancel-quotes'
  | 'create-rfp'
  | 'work-on-rfp'
  | 'read-rfp-results'
  | 'read-rfp-workbook'
  | 'keep-chat-files'
  | 'make-chat-rfp'
  | 'delete-chat-files';

/** Resources and rights of a Lambda function. */
export interface FunctionDefinition {
  /** Name of the folder. */
  readonly function: string;
  readonly tables: TableActions;
  /**
   * Partition keys that it can access, as IAM patterns by table; a table without an entry has no limit, apart from
   * `organizations`: the organizations in it (ORG), and not the API keys (KEY, KEYID, KEYS). `deliveries` also contains
   * limits of requests (LIMITS, RECEIVER).
   */
  readonly leadingKeys?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  /**
   * Items and attributes that it can change with UpdateItem, by table. `attributes` includes the key of the table, since
   * IAM compares every attribute of the request.
   */
  readonly attributeUpdates?: Readonly<
    Partial<
      Record<TableName, { readonly leadingKeys: readonly string[]; readonly attributes: readonly string[] }>
    >
  >;
  /** Indexes that it queries, by table. */
  readonly indexes?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  /** Indexes that it reads as a whole, by table. */
  readonly scannedIndexes?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  readonly data?: readonly DataDomain[];
  /** Requests road distances from the map service of the environment. */
  readonly roadDistances?: true;
  /** Reads texts of chats with the reader of the environment, which can be a model. */
  readonly readsTexts?: true;
  /** Receives or names mail addresses of the mail domain, if the environment has one. */
  readonly usesMailDomain?: true;
  /** How it uses the OpenSearch domain. If set, it runs in the network of the domain. */
  readonly searchDomain?: SearchDomainUse;
  /** How it uses the bucket of uploads: `create` announces and signs uploads, `read` reads reports, `cancel` cancels uploads, `create-rates`, `read-rates` and `cancel-rates` do the same for files of contract rates, and those with `-quotes` for past quotes, `create-rfp` signs files of RFPs, `work-on-rfp` reads them, writes results and removes both, `read-rfp-results` and `read-rfp-workbook` sign results; those of chats keep files of mails, make RFPs of them, and delete them. */
  readonly uploads?: UploadsUse;
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
  /** An endpoint whose answers contain the base URL of the API for callers. */
  readonly namesPublicUrl?: true;
  /** Secrets of external services that it reads at run time. */
  readonly secrets?: readonly SecretName[];
  /** Default: 512. */
  readonly memoryMb?: number;
  /** Default: 10. */
  readonly timeoutSeconds?: number;
  /** Effect on callers while it fails, for the alarm text. */
  readonly impact: string;
}

/** A function that API Gateway calls for a method and path, after the authorizer. */
export interface Endpoint extends FunctionDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /**
   * Service level objective, if it is not that of most endpoints. `pricing`: rates and new quotes; an alarm has at most ten
   * metrics, so rare operations are left out. `availability`: no objective of latency, which depends on the receiver or on
   * the amount of work.
   */
  readonly objective?: 'pricing' | 'availability';
}

/** An endpoint with its texts in the description of the API. Requests and answers of others are defined by a protocol. */
export interface Operation extends Endpoint, OperationDescription {}

/** Whether a function consumes a queue that it also sends to. */
export const sendsToOwnQueue = (definition: FunctionDefinition | QueueFunction): boolean =>
  'queue' in definition && definition.queues?.includes(definition.queue) === true;

/** A function that EventBridge calls on a schedule. */
export interface ScheduledFunction extends FunctionDefinition {
  /** EventBridge expression, rate(...) or cron(...), in UTC. */
  readonly schedule: string;
}

/** A function that consumes a queue. */
export interface QueueFunction<Name extends QueueName = QueueName> extends FunctionDefinition {
  readonly queue: Name;
  /** Maximum number of messages per invocation. */
  readonly batchSize: number;
  /** Concurrent invocations, each with one batch. */
  readonly maximumConcurrency: number;
}
