import type { TableDefinition } from './create-tables.ts';

/** A Lambda function of the template. */
export interface FunctionModel {
  readonly name: string;
  readonly arn: string;
  /** File of the bundle. */
  readonly module: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Reserved concurrency of the template. */
  readonly reservedConcurrency?: number;
  /** Retries of an asynchronous event. */
  readonly asynchronousRetries: number;
}

/** One method of the API. */
export interface RouteModel {
  readonly method: string;
  /** "/api/v1/quotes/{quote_id}" */
  readonly resourcePath: string;
  readonly resourceId: string;
  readonly apiKeyRequired: boolean;
  /** ARN of the authorizer function. */
  readonly authorizerArn?: string;
  /** ARN of the function; absent for a fixed response. */
  readonly functionArn?: string;
  readonly fixed?: FixedResponseModel;
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
  readonly statusCode?: string;
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
  readonly accessLogFormat?: string;
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
  /** Retries of a failed event. */
  readonly retries: number;
  /** Input of the rule; replaces the default event of EventBridge. */
  readonly input?: unknown;
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
  /** Event pattern, as JSON. */
  readonly pattern: string;
  readonly queueArns: readonly string[];
}

/** Event source mapping of a queue. */
export interface QueueSourceModel {
  readonly queueArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  readonly maximumConcurrency?: number;
  /** Whether the function reports failed messages (ReportBatchItemFailures). */
  readonly reportsFailures: boolean;
}

/** Event source mapping of a table stream, read from its beginning. */
export interface StreamSourceModel {
  readonly tableName: string;
  readonly streamArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  /** Event filter patterns; empty = all events. */
  readonly filters: readonly string[];
  readonly retries: number;
  /** Whether a failed batch is split in halves. */
  readonly bisects: boolean;
  readonly reportsFailures: boolean;
  /** ARN of the queue for failed records. */
  readonly onFailureArn?: string;
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
  /** Unsupported resources that affect callers: one message each. */
  readonly unsupported: readonly string[];
}
