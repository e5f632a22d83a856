import { createHash } from 'node:crypto';

/** Account and region of the local service. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';

/** A generated name or id, the same at every start, so that data is found again. */
export function physicalId(stack: string, logicalId: string, type: string): string {
  if (type === 'AWS::S3::Bucket') return `${stack}-${logicalId}`.toLowerCase();
  if (!type.startsWith('AWS::ApiGateway::')) return `${stack}-${logicalId}`;
  return createHash('sha256').update(`${stack}/${logicalId}`).digest('hex').slice(0, 10);
}

/** ARNs by type of resource, without account and region. */
const ARNS: Readonly<Record<string, (id: string) => string>> = {
  'AWS::Lambda::Function': (id) => `lambda:function:${id}`,
  'AWS::DynamoDB::GlobalTable': (id) => `dynamodb:table/${id}`,
  'AWS::DynamoDB::Table': (id) => `dynamodb:table/${id}`,
  'AWS::Logs::LogGroup': (id) => `logs:log-group:${id}:*`,
  'AWS::Events::Rule': (id) => `events:rule/${id}`,
  'AWS::SQS::Queue': (id) => `sqs:${id}`,
  'AWS::SSM::Parameter': (id) => `ssm:parameter/${id.replace(/^\//, '')}`,
  'AWS::KMS::Key': (id) => `kms:key/${id}`,
  // One node replaces every domain.
  'AWS::OpenSearchService::Domain': () => 'es:domain/local',
};

/** The ARN of a resource. */
export function arnOf(type: string, id: string): string {
  if (type === 'AWS::S3::Bucket') return `arn:aws:s3:::${id}`;
  const [service, ...rest] = (ARNS[type]?.(id) ?? `local:${id}`).split(':');
  return ['arn:aws', service, LOCAL_REGION, LOCAL_ACCOUNT, ...rest].join(':');
}

/** Queue URL in the format of SQS; clients send requests to their configured endpoint. */
export const queueUrl = (name: string): string =>
  `https://sqs.${LOCAL_REGION}.amazonaws.com/${LOCAL_ACCOUNT}/${name}`;

/** Settings of an AWS client for a local engine: engines check no credentials, and callers retry themselves. */
export const engineSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});
