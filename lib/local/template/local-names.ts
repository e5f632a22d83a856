import { createHash } from 'node:crypto';

/** Account and region of the local service. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';

/** Resource types with short generated ids. */
const SHORT_IDS = /^AWS::ApiGateway::/;

/** A generated name or id, the same at every start, so that data is found again. */
export function physicalId(stack: string, logicalId: string, type: string): string {
  if (type === 'AWS::S3::Bucket') return `${stack}-${logicalId}`.toLowerCase();
  if (!SHORT_IDS.test(type)) return `${stack}-${logicalId}`;
  return createHash('sha256').update(`${stack}/${logicalId}`).digest('hex').slice(0, 10);
}

/** The ARN of a resource. */
export function arnOf(type: string, id: string): string {
  const prefix = (service: string) => `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:`;
  switch (type) {
    case 'AWS::Lambda::Function':
      return `${prefix('lambda')}function:${id}`;
    case 'AWS::DynamoDB::GlobalTable':
    case 'AWS::DynamoDB::Table':
      return `${prefix('dynamodb')}table/${id}`;
    case 'AWS::Logs::LogGroup':
      return `${prefix('logs')}log-group:${id}:*`;
    case 'AWS::Events::Rule':
      return `${prefix('events')}rule/${id}`;
    case 'AWS::SQS::Queue':
      return `${prefix('sqs')}${id}`;
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${id}`;
    case 'AWS::SSM::Parameter':
      return `${prefix('ssm')}parameter/${id.replace(/^\//, '')}`;
    case 'AWS::KMS::Key':
      return `${prefix('kms')}key/${id}`;
    case 'AWS::OpenSearchService::Domain':
      // One node replaces every domain.
      return `${prefix('es')}domain/local`;
    default:
      return `${prefix('local')}${id}`;
  }
}

/** Queue URL in the format of SQS; clients send requests to their configured endpoint. */
export const queueUrl = (name: string): string =>
  `https://sqs.${LOCAL_REGION}.amazonaws.com/${LOCAL_ACCOUNT}/${name}`;

/** The URL of a queue by its ARN. */
export const queueNamed = (arn: string): string => queueUrl(arn.split(':').at(-1) ?? '');

/** Settings of an AWS client for a local engine: engines check no credentials, and callers retry themselves. */
export const engineSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});
