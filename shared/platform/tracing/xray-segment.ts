/** Fields of a segment document of X-Ray; times are seconds since 1970. */
export interface SegmentDocument {
  readonly name: string;
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id: string;
  readonly start_time: number;
  readonly end_time: number;
  /** Absent for a segment. */
  readonly type?: 'subsegment';
  readonly namespace?: 'aws' | 'remote';
  readonly origin?: string;
  readonly aws?: Readonly<Record<string, unknown>>;
  readonly http?: {
    readonly request?: { readonly method: string; readonly url: string };
    readonly response?: { readonly status: number };
  };
  /** Indexed: filter expressions find a trace by them. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** The caller's mistake (4xx). */
  readonly error?: true;
  readonly throttle?: true;
  /** A failure of the called service (5xx), or no response. */
  readonly fault?: true;
}

/** The state of a call by the status of its response; undefined: there was no response. */
export function outcomeOf(status: number | undefined): Pick<SegmentDocument, 'error' | 'throttle' | 'fault'> {
  if (status === undefined || status >= 500) return { fault: true };
  if (status === 429) return { error: true, throttle: true };
  return status >= 400 ? { error: true } : {};
}

/** What an AWS client knows of a call. */
export interface AwsCall {
  /** Such as DynamoDBClient and GetItemCommand. */
  readonly clientName: string;
  readonly commandName: string;
  readonly region: string;
  readonly input: unknown;
  /** The output, or the error. */
  readonly result: unknown;
}

/**
 * Service, operation, table or queue, and status of a call. Never a key, an item or a message: traces are visible to
 * everybody who reads metrics.
 */
export function describeAwsCall({ clientName, commandName, region, input, result }: AwsCall) {
  const {
    requestId,
    attempts = 1,
    httpStatusCode: status,
  } = Object(Object(result).$metadata) as {
    readonly requestId?: string;
    readonly httpStatusCode?: number;
    readonly attempts?: number;
  };
  const { name } = Object(result) as { readonly name?: unknown };
  const isError = result instanceof Error;
  const throttled = isError && /Throttl|ProvisionedThroughput|TooManyRequests/.test(String(name));
  return {
    name: clientName.replace(/Client$/, ''),
    namespace: 'aws',
    aws: {
      operation: commandName.replace(/Command$/, ''),
      region,
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(attempts > 1 ? { retries: attempts - 1 } : {}),
      ...resourcesOf(Object(input)),
    },
    ...(status === undefined ? {} : { http: { response: { status } } }),
    ...(isError ? { ...outcomeOf(status), annotations: { error: String(name) } } : {}),
    ...(throttled ? { throttle: true } : {}),
  } satisfies Partial<SegmentDocument>;
}

type Parts = Readonly<Record<string, { readonly TableName?: string }>>;

function resourcesOf(input: {
  readonly TableName?: string;
  readonly QueueUrl?: string;
  readonly RequestItems?: object;
  readonly TransactItems?: readonly Parts[];
}) {
  const { TableName, QueueUrl, RequestItems = {}, TransactItems = [] } = input;
  if (QueueUrl !== undefined) return { queue_url: QueueUrl };
  const tables = new Set([
    ...(TableName === undefined ? [] : [TableName]),
    ...Object.keys(RequestItems),
    ...TransactItems.flatMap((item) => Object.values(item).flatMap((part) => part.TableName ?? [])),
  ]);
  if (tables.size === 0) return {};
  return tables.size === 1 ? { table_name: [...tables][0] } : { table_names: [...tables] };
}
