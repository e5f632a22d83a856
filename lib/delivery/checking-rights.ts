import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeliveredEnvironment } from './delivery-settings.ts';

/**
 * Actions that need the resource `*`: IAM has no resource for them, they list many resources, or the generated name of the
 * resource does not contain the name of the stack.
 */
const ANY_RESOURCE = [
  'cloudwatch:DescribeAlarms',
  'ec2:DescribeAvailabilityZones',
  'es:DescribeDomain',
  'es:DescribeDomainHealth',
  'es:ListInstanceTypeDetails',
  'lambda:GetAccountSettings',
  'lambda:ListEventSourceMappings',
  'lambda:ListFunctions',
];

/** Rights to read for the checks before a deployment and for `npm run smoke -- --environment NAME` after it. */
export function checkingRights(
  scope: Construct,
  name: DeliveredEnvironment,
  qualifier: string,
): PolicyStatement[] {
  const stack = Stack.of(scope);
  const arn = (service: string, resource: string, place: { region?: string; account?: string } = {}) =>
    `arn:${stack.partition}:${service}:${place.region ?? stack.region}:${place.account ?? stack.account}:${resource}`;
  /** CloudFormation begins generated names with the name of the stack. */
  const own = `freight-${name}-*`;
  const allow = (actions: string[], resources: string[], conditions = {}) =>
    new PolicyStatement({ actions, resources, conditions });
  return [
    allow(ANY_RESOURCE, ['*']),
    // Parameters include secrets (the API key of the probe): no check decrypts one.
    new PolicyStatement({ effect: Effect.DENY, actions: ['kms:Decrypt'], resources: ['*'] }),
    allow(
      ['ssm:GetParameter', 'ssm:GetParametersByPath'],
      [
        arn('ssm', `parameter/cdk-bootstrap/${qualifier}/version`),
        arn('ssm', `parameter/freight/${name}`),
        arn('ssm', `parameter/freight/${name}/*`),
      ],
    ),
    allow(
      ['apigateway:GET'],
      ['/account', '/restapis/*', '/usageplans/*', '/apikeys'].map((path) =>
        arn('apigateway', path, { account: '' }),
      ),
    ),
    allow(
      ['iam:GetRole'],
      [
        arn(
          'iam',
          'role/aws-service-role/opensearchservice.amazonaws.com/AWSServiceRoleForAmazonOpenSearchService',
          {
            region: '',
          },
        ),
      ],
    ),
    allow(['cloudformation:GetTemplate'], [arn('cloudformation', `stack/${own}`)]),
    allow(
      ['lambda:GetFunctionConcurrency', 'lambda:GetProvisionedConcurrencyConfig'],
      [arn('lambda', `function:${own}`)],
    ),
    allow(
      ['dynamodb:DescribeContinuousBackups', 'dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'],
      [arn('dynamodb', `table/${own}`)],
    ),
    allow(['kms:DescribeKey', 'kms:GetKeyRotationStatus'], [arn('kms', 'key/*')], {
      StringEquals: { 'aws:ResourceTag/environment': name },
    }),
    allow(['sqs:GetQueueAttributes'], [arn('sqs', own)]),
    allow(['sns:ListSubscriptionsByTopic'], [arn('sns', own)]),
    allow(
      [
        's3:GetBucketNotification',
        's3:GetBucketPolicy',
        's3:GetBucketPublicAccessBlock',
        's3:GetEncryptionConfiguration',
        's3:GetLifecycleConfiguration',
      ],
      [arn('s3', own, { region: '', account: '' })],
    ),
  ];
}
