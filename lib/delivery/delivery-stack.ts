import { CfnOutput, DefaultStackSynthesizer, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Effect, OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeliveredEnvironment, DeliverySettings } from './delivery-settings.ts';
import { createExecutionPolicy } from './execution-policy.ts';

/**
 * Actions that need the resource `*`: IAM has no resource for them, they list many resources, or the generated name of the
 * resource does not contain the name of the stack.
 */
const ANY_RESOURCE = [
  'cloudformation:DescribeStacks',
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
function checkingRights(scope: Construct, name: DeliveredEnvironment, qualifier: string): PolicyStatement[] {
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

const ISSUER = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';
const QUALIFIER = DefaultStackSynthesizer.DEFAULT_QUALIFIER;

/** A deployment of prod with a search domain takes more than the default hour. */
const DEPLOYMENT_SESSION = Duration.hours(2);

type BootstrapRole = 'deploy' | 'file-publishing' | 'lookup';

/**
 * What the workflows of GitHub Actions may do in one account: an OIDC provider, a role that reads, a role for each
 * environment that deploys, and the policy of CloudFormation. An operator deploys it, not a workflow.
 */
export class DeliveryStack extends Stack {
  private readonly repository: string;
  private readonly providerArn: string;

  constructor(scope: Construct, id: string, settings: DeliverySettings, props?: StackProps) {
    super(scope, id, props);
    const { repository, environments } = settings;
    this.repository = repository;
    this.providerArn = this.findProvider(settings);
    const policy = createExecutionPolicy(this, 'ExecutionPolicy', environments);
    new CfnOutput(this, 'ExecutionPolicyArn', {
      description: 'For cdk bootstrap --cloudformation-execution-policies',
      value: policy.managedPolicyArn,
    });
    // Each author of a pull request can change its workflow, and read what this role reads. So only an account without
    // customer data accepts pull requests.
    const reviews = environments.every((name) => name === 'dev') ? ['pull_request'] : [];
    this.addRole('Diff', 'diff', [...reviews, 'ref:refs/heads/main'], Duration.hours(1)).addToPolicy(
      this.assume('lookup'),
    );
    for (const name of environments) {
      const role = this.addRole(
        `Deploy-${name}`,
        `deploy-${name}`,
        [`environment:${name}`],
        DEPLOYMENT_SESSION,
      );
      role.addToPolicy(this.assume('deploy', 'file-publishing', 'lookup'));
      for (const statement of checkingRights(this, name, QUALIFIER)) role.addToPolicy(statement);
    }
  }

  private findProvider({ provider }: DeliverySettings): string {
    if (provider === 'existing') {
      return this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: ISSUER });
    }
    const created = new OidcProviderNative(this, 'Provider', {
      url: `https://${ISSUER}`,
      clientIds: [AUDIENCE],
    });
    return created.oidcProviderArn;
  }

  /** A role for tokens of the repository with one of these subjects, such as `environment:prod`. */
  private addRole(id: string, name: string, subjects: readonly string[], maxSessionDuration: Duration): Role {
    return new Role(this, id, {
      roleName: `${this.stackName}-${name}`,
      description: `GitHub Actions in ${this.repository}: ${subjects.join(', ')}`,
      assumedBy: new WebIdentityPrincipal(this.providerArn, {
        StringEquals: {
          [`${ISSUER}:aud`]: AUDIENCE,
          [`${ISSUER}:sub`]: subjects.map((subject) => `repo:${this.repository}:${subject}`),
        },
      }),
      maxSessionDuration,
    });
  }

  /** The right to assume roles of the CDK bootstrap in this account and region. */
  private assume(...roles: readonly BootstrapRole[]): PolicyStatement {
    const { account, region } = this;
    return new PolicyStatement({
      actions: ['sts:AssumeRole'],
      resources: roles.map((role) =>
        this.formatArn({
          service: 'iam',
          region: '',
          resource: 'role',
          resourceName: `cdk-${QUALIFIER}-${role}-role-${account}-${region}`,
        }),
      ),
    });
  }
}
