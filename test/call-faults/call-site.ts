import type { IncomingHttpHeaders } from 'node:http';

/** AWS services that functions call. */
export const SERVICES = ['dynamodb', 'sqs', 's3', 'kms', 'ssm'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** An attempt of a call of a function, as it arrives at the wire. */
export interface CallAttempt {
  readonly service: ServiceName;
  /** "UpdateItem", "SendMessageBatch", ... */
  readonly operation: string;
  /** Tables or queues, without the parts of their names that a deployment adds. */
  readonly resources: string;
  /** Trace of the invocation; empty for calls of the host. */
  readonly trace: string;
  /** The same for all attempts of a call. */
  readonly call: string;
  /** From 1. */
  readonly attempt: number;
}

/** @param tables names of tables by their names in AWS. */
export function readAttempt(
  service: ServiceName,
  headers: IncomingHttpHeaders,
  path: string,
  body: string,
  tables: ReadonlyMap<string, string>,
): CallAttempt {
  const [, target] = String(headers['x-amz-target'] ?? '').split('.');
  const [, attempt = '1'] = /attempt=(\d+)/.exec(String(headers['amz-sdk-request'])) ?? [];
  const operation = target ?? new URL(path, 'http://localhost').searchParams.get('x-id') ?? 'Request';
  return {
    service,
    operation,
    resources: target === undefined ? '' : resourcesOf(service, body, tables),
    trace: String(headers['x-amzn-trace-id'] ?? ''),
    call: String(headers['amz-sdk-invocation-id'] ?? ''),
    attempt: Number(attempt),
  };
}

function resourcesOf(service: ServiceName, body: string, tables: ReadonlyMap<string, string>): string {
  const names = service === 'dynamodb' ? tableNames(body) : queueNames(body);
  return [...new Set(names.map((name) => tables.get(name) ?? name))].sort().join('+');
}

/** Names of the tables in a request, once each. */
export function tableNames(body: string): string[] {
  const request = JSON.parse(body) as {
    readonly TableName?: string;
    readonly RequestItems?: Readonly<Record<string, unknown>>;
    readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName: string }>>[];
  };
  const written = (request.TransactItems ?? []).flatMap((item) => Object.values(item));
  return [
    ...new Set([
      ...(request.TableName === undefined ? [] : [request.TableName]),
      ...Object.keys(request.RequestItems ?? {}),
      ...written.map(({ TableName }) => TableName),
    ]),
  ];
}

function queueNames(body: string): string[] {
  const { QueueUrl = '' } = JSON.parse(body) as { readonly QueueUrl?: string };
  const [, name = ''] = /freight-local-\w+-(\w+?)[0-9A-F]{8}/.exec(QueueUrl) ?? [];
  return name === '' ? [] : [name];
}

/** A call of a function within one run of its scenario: the nth of its operation on its resources. */
export const siteOf = ({ service, operation, resources }: CallAttempt, nth: number): string =>
  `${service} ${operation}${resources === '' ? '' : ` ${resources}`} #${nth}`;
