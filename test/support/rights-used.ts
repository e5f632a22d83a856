import { arnOf } from '../../lib/local/template/local-names.ts';

/** An IAM right that a call needs. */
export interface RightUsed {
  /** "dynamodb:PutItem" */
  readonly action: string;
  /** ARN. */
  readonly resource: string;
  /**
   * The part of the partition key `pk` that names the kind of item: its prefix "ORG#", the whole key "market", or "#Q-"
   * after the organization and mode.
   */
  readonly leadingKey?: string;
}

type Json = Readonly<Record<string, unknown>>;
type Service = (operation: string, body: Json) => readonly RightUsed[];

/** IAM actions of the parts of a transaction. */
const IN_TRANSACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Services with the AWS JSON protocol, by the first part of X-Amz-Target. */
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
 * The rights that a call of an AWS service needs; for a transaction or batch, those of its parts.
 * @param target the header X-Amz-Target: "DynamoDB_20120810.GetItem".
 */
export function rightsUsed(target: string, body: Json): readonly RightUsed[] {
  const [service = '', operation = ''] = target.split('.');
  return SERVICES[service]?.(operation, body) ?? [{ action: target, resource: 'unknown' }];
}

/**
 * The right that a request to the search domain needs, by method and path.
 * @param method in upper case.
 * @param path with leading slash, without query.
 */
export function searchRightUsed(method: string, path: string): RightUsed {
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
  return {
    action: `es:ESHttp${verb}`,
    resource: `${arnOf('AWS::OpenSearchService::Domain', 'local')}${path}`,
  };
}

/** Actions of S3 for an object, by method. */
const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'GetObject',
  PUT: 'PutObject',
  POST: 'PutObject',
  DELETE: 'DeleteObject',
};

/**
 * The right that a request to a bucket needs.
 * @param url path with bucket and key, and query.
 */
export function bucketRightUsed(method: string, url: string): RightUsed {
  const [path = '', query = ''] = url.split('?');
  const [bucket = '', ...key] = decodeURIComponent(path.slice(1)).split('/');
  const name = key.join('/');
  const arn = arnOf('AWS::S3::Bucket', bucket);
  if (name === '') return { action: 's3:ListBucket', resource: arn };
  const aborts = method === 'DELETE' && new URLSearchParams(query).has('uploadId');
  return {
    action: `s3:${aborts ? 'AbortMultipartUpload' : (OBJECT_ACTIONS[method] ?? method)}`,
    resource: `${arn}/${name}`,
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
  const key = pk?.S ?? queriedKey(body) ?? '';
  return (/^[A-Za-z]+(?:#|$)/.exec(key) ??
    /#(?:[A-Z]-|shares$|chats$|mail$|customers$|customer-names#|rated-customers#|profile$)/.exec(key))?.[0];
}

/** The value of `pk` in a key condition. */
function queriedKey(body: Json): string | undefined {
  const names = Object(body.ExpressionAttributeNames) as Record<string, string>;
  const values = Object(body.ExpressionAttributeValues) as Record<string, { readonly S?: string }>;
  const equations = String(body.KeyConditionExpression ?? '').matchAll(/(\S+)\s*=\s*(:\w+)/g);
  for (const [, name = '', value = ''] of equations) {
    if ((names[name] ?? name) === 'pk') return values[value]?.S;
  }
  return undefined;
}
