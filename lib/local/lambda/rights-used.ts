import { arnOf } from '../template/local-names.ts';

/** A right that a call needs, as IAM counts it. */
export interface RightUsed {
  /** "dynamodb:PutItem" */
  readonly action: string;
  /** ARN. */
  readonly resource: string;
  /** The kind that the partition key `pk` begins with, where it tells kinds apart: "ORG#". */
  readonly leadingKey?: string;
}

type Json = Readonly<Record<string, unknown>>;
type Service = (operation: string, body: Json) => readonly RightUsed[];

/** IAM's names of what a transaction does. */
const IN_TRANSACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Services that are called by AWS's JSON protocol, by the first part of X-Amz-Target. */
const SERVICES: Readonly<Record<string, Service>> = {
  DynamoDB_20120810: (operation, body) => {
    const { TransactItems, RequestItems } = body;
    if (Array.isArray(TransactItems)) {
      return TransactItems.flatMap((item) => Object.entries(item as Record<string, Json>)).map(
        ([kind, inner]) => itemRight(IN_TRANSACTIONS[kind] ?? kind, inner),
      );
    }
    if (RequestItems !== undefined) {
      return Object.entries(RequestItems as Record<string, Json>).flatMap(([TableName, { Keys }]) =>
        (Array.isArray(Keys) ? Keys : [{}]).map((Key) => itemRight(operation, { TableName, Key })),
      );
    }
    return [itemRight(operation, body)];
  },
  AmazonSQS: (operation, { QueueUrl }) => [
    {
      action: `sqs:${operation.replace(/Batch$/, '')}`,
      resource: arnOf('AWS::SQS::Queue', String(QueueUrl).split('/').at(-1) ?? ''),
    },
  ],
  AmazonSSM: (operation, { Name }) => [
    { action: `ssm:${operation}`, resource: arnOf('AWS::SSM::Parameter', String(Name)) },
  ],
  TrentService: (operation, { KeyId }) => [{ action: `kms:${operation}`, resource: String(KeyId) }],
};

/**
 * The rights that a call of an AWS service needs: those of its parts, where it is a transaction or a batch.
 * @param target its header X-Amz-Target, "DynamoDB_20120810.GetItem".
 */
export function rightsUsed(target: string, body: Json): readonly RightUsed[] {
  const [service = '', operation = ''] = target.split('.');
  return SERVICES[service]?.(operation, body) ?? [{ action: target, resource: 'unknown' }];
}

/**
 * The right that a request to the search domain needs: IAM counts it by method and path.
 * @param method as HTTP writes it.
 * @param path with its slash, without a query.
 */
export function searchRightUsed(method: string, path: string): RightUsed {
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
  return {
    action: `es:ESHttp${verb}`,
    resource: `${arnOf('AWS::OpenSearchService::Domain', 'local')}${path}`,
  };
}

function itemRight(operation: string, body: Json): RightUsed {
  const table = arnOf('AWS::DynamoDB::Table', String(body.TableName));
  const leadingKey = body.IndexName === undefined ? leadingKeyOf(body) : undefined;
  return {
    action: `dynamodb:${operation}`,
    resource: body.IndexName === undefined ? table : `${table}/index/${body.IndexName}`,
    ...(leadingKey === undefined ? {} : { leadingKey }),
  };
}

function leadingKeyOf(body: Json): string | undefined {
  const { pk } = Object(body.Key ?? body.Item) as { readonly pk?: { readonly S?: string } };
  return /^[A-Z]+#/.exec(pk?.S ?? queriedKey(body) ?? '')?.[0];
}

/** The value that a query's condition asks of `pk`. */
function queriedKey(body: Json): string | undefined {
  const names = Object(body.ExpressionAttributeNames) as Record<string, string>;
  const values = Object(body.ExpressionAttributeValues) as Record<string, { readonly S?: string }>;
  const equations = String(body.KeyConditionExpression ?? '').matchAll(/(\S+)\s*=\s*(:\w+)/g);
  for (const [, name = '', value = ''] of equations) {
    if ((names[name] ?? name) === 'pk') return values[value]?.S;
  }
  return undefined;
}
