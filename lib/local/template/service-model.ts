import type { TableDefinition } from './create-tables.ts';

/** A Lambda function of the template. */
export interface FunctionModel {
  readonly name: string;
  readonly arn: string;
  readonly bundleDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Events at once, where the template limits them. */
  readonly reservedConcurrency?: number;
  /** Times that Lambda tries an event again that nobody waits for. */
  readonly asynchronousRetries: number;
}

/** One method of the API. */
export interface RouteModel {
  readonly method: string;
  /** "/api/v1/quotes/{quote_id}" */
  readonly resourcePath: string;
  readonly resourceId: string;
  readonly apiKeyRequired: boolean;
  /** ARN of the authorizer's function. */
  readonly authorizerArn?: string;
  /** ARN of the function that answers; a preflight is answered without one. */
  readonly functionArn?: string;
  readonly preflight?: PreflightModel;
}

/** What OPTIONS answers to pages in browsers. */
export interface PreflightModel {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Others than the one in the headers that are allowed. */
  readonly otherOrigins: readonly string[];
}

export interface GatewayResponseModel {
  /** Absent leaves the type's own. */
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

/** A rule that invokes a function by the clock. */
export interface ScheduleModel {
  /** As the operator calls it: the function's. */
  readonly name: string;
  /** ARN of the rule. */
  readonly arn: string;
  /** EventBridge's rate(...) or cron(...). */
  readonly expression: string;
  readonly functionArn: string;
  /** Times that Lambda tries a failed event again. */
  readonly retries: number;
  /** Sent instead of EventBridge's own event, where the rule says so. */
  readonly input?: unknown;
}

/** A queue of SQS. */
export interface QueueModel {
  readonly name: string;
  readonly arn: string;
  /** By SQS's names. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A queue that a function works off. */
export interface QueueSourceModel {
  readonly queueArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  readonly maximumConcurrency?: number;
  /** Whether the function names the messages that failed. */
  readonly reportsFailures: boolean;
}

/** A table's stream that a function reads, from its beginning. */
export interface StreamSourceModel {
  readonly tableName: string;
  readonly streamArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  /** Patterns of events that the function is called for; none is all. */
  readonly filters: readonly string[];
  readonly retries: number;
  /** Whether a batch that fails is tried in halves. */
  readonly bisects: boolean;
  readonly reportsFailures: boolean;
  /** Queue for what is given up. */
  readonly onFailureArn?: string;
}

/** What the template says of the service, as far as this machine runs it. */
export interface ServiceModel {
  readonly api: ApiModel;
  readonly functions: readonly FunctionModel[];
  readonly tables: readonly TableDefinition[];
  readonly schedules: readonly ScheduleModel[];
  readonly queues: readonly QueueModel[];
  readonly queueSources: readonly QueueSourceModel[];
  readonly streamSources: readonly StreamSourceModel[];
  /** Whether there is a domain that terminals are searched on. */
  readonly searchDomain: boolean;
  /** Values of the parameters that the stacks publish, by name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Resources that callers could miss and that do not run here: one line each. */
  readonly notRun: readonly string[];
}
