import {
  App,
  CfnOutput,
  DefaultStackSynthesizer,
  Duration,
  type IStackSynthesizer,
  LegacyStackSynthesizer,
  Stack,
  type StackProps,
  Tags,
} from 'aws-cdk-lib';
import {
  Effect,
  ManagedPolicy,
  OidcProviderNative,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { contextText } from '../settings/deployment-options.ts';
import { FEATURE_FLAGS } from '../settings/feature-flags.ts';

/** Environments that workflows deploy. */
export const DELIVERED_ENVIRONMENTS = ['dev', 'staging', 'prod'] as const;
type DeliveredEnvironment = (typeof DELIVERED_ENVIRONMENTS)[number];

interface DeliverySettings {
  /**
   * The repository as in the subject of its OIDC tokens: "OWNER@ID/NAME@ID" with the immutable ids of GitHub, or
   * "OWNER/NAME" for a repository without them.
   */
  readonly repository: string;
  /** Environments of this account. */
  readonly environments: readonly DeliveredEnvironment[];
  /** `existing`: another stack of the account has created the OIDC provider of GitHub. */
  readonly provider: 'create' | 'existing';
}

const OPTIONS = ['repository', 'environments', 'provider'];

/** Names without wildcards; ids for both or for neither. */
const REPOSITORY = /^(?:[\w-]+\/[\w.-]+|[\w-]+@\d+\/[\w.-]+@\d+)$/;

/**
 * Reads `-c repository=OWNER/NAME -c environments=dev,staging -c provider=existing`.
 * @throws Error naming the first option that is unknown, missing or invalid.
 */
export function readDeliverySettings(context: Readonly<Record<string, unknown>>): DeliverySettings {
  // Names with a colon or an @ belong to the CDK.
  const unknown = Object.keys(context).find((name) => !/[:@]/.test(name) && !OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw new Error(`Unknown setting -c ${unknown}=. Use one of: ${OPTIONS.join(', ')}.`);
  }
  const repository = contextText(context, 'repository') ?? '';
  const environments = contextText(context, 'environments') ?? '';
  const provider = contextText(context, 'provider');
  if (!REPOSITORY.test(repository)) {
    throw new Error(`-c repository=${repository}: give OWNER/NAME or OWNER@ID/NAME@ID.`);
  }
  const names = environments.split(',').map((name) => {
    const known = DELIVERED_ENVIRONMENTS.find((one) => one === name);
    if (known !== undefined) return known;
    throw new Error(
      `-c environments=${environments}: give one or more of ${DELIVERED_ENVIRONMENTS.join(',')}.`,
    );
  });
  if (provider !== undefined && provider !== 'existing') {
    throw new Error(`-c provider=${provider}: the only value is existing.`);
  }
  return { repository, environments: [...new Set(names)], provider: provider ?? 'create' };
}

const allow = (actions: string[], resources: string[], conditions = {}) =>
  new PolicyStatement({ actions, resources, conditions });

export const EXECUTION_POLICY_NAME = 'freight-cloudformation-execution';

/** IAM prefixes of the services whose resources the stacks contain; a test compares them with the templates. */
const SERVICES = [
  'acm',
  'apigateway',
  'backup',
  'budgets',
  'cloudfront',
  'cloudwatch',
  'codedeploy',
  'dynamodb',
  'ec2',
  'es',
  'events',
  'kms',
  'lambda',
  'logs',
  'route53',
  's3',
  'secretsmanager',
  'sns',
  'sqs',
  'ssm',
  'wafv2',
];

/** Services that the stacks pass roles to. */
const PASSED_TO = [
  'apigateway.amazonaws.com',
  'backup.amazonaws.com',
  'codedeploy.amazonaws.com',
  'lambda.amazonaws.com',
  'vpc-flow-logs.amazonaws.com',
];

/** Managed policies of AWS that roles of the stacks have. */
const AWS_POLICIES = [
  'service-role/AmazonAPIGatewayPushToCloudWatchLogs',
  'service-role/AWSCodeDeployRoleForLambdaLimited',
];

/** Services that create their own role in an account, at their first resource. */
const SERVICE_LINKED = [
  'opensearchservice.amazonaws.com',
  'wafv2.amazonaws.com',
  'ops.apigateway.amazonaws.com',
];

/** Rights on roles, without those that attach policies. */
const ROLE_ACTIONS = [
  'iam:CreateRole',
  'iam:DeleteRole',
  'iam:DeleteRolePolicy',
  'iam:GetRole',
  'iam:GetRolePolicy',
  'iam:ListAttachedRolePolicies',
  'iam:ListRolePolicies',
  'iam:ListRoleTags',
  'iam:PutRolePolicy',
  'iam:TagRole',
  'iam:UntagRole',
  'iam:UpdateAssumeRolePolicy',
  'iam:UpdateRole',
  'iam:UpdateRoleDescription',
];

const POLICY_ACTIONS = [
  'iam:CreatePolicy',
  'iam:CreatePolicyVersion',
  'iam:DeletePolicy',
  'iam:DeletePolicyVersion',
  'iam:GetPolicy',
  'iam:GetPolicyVersion',
  'iam:ListEntitiesForPolicy',
  'iam:ListPolicyTags',
  'iam:ListPolicyVersions',
  'iam:TagPolicy',
  'iam:UntagPolicy',
];

/**
 * The policy of the role with which CloudFormation creates the stacks, instead of AdministratorAccess: the services of
 * the stacks, nested stacks, and roles and policies of these environments. It has no rights on the roles of the delivery
 * stack, on users and on access keys.
 */
function createExecutionPolicy(
  scope: Construct,
  id: string,
  environments: readonly DeliveredEnvironment[],
): ManagedPolicy {
  const { partition, region, account } = Stack.of(scope);
  const own = (service: string, kind: string, place = `${region}:${account}`) =>
    environments.map((name) => `arn:${partition}:${service}:${place}:${kind}/freight-${name}-*`);
  const roles = own('iam', 'role', `:${account}`);
  const policies = own('iam', 'policy', `:${account}`);
  const awsPolicies = AWS_POLICIES.map((name) => `arn:${partition}:iam::aws:policy/${name}`);
  return new ManagedPolicy(scope, id, {
    managedPolicyName: EXECUTION_POLICY_NAME,
    description: 'Rights of CloudFormation for the stacks of the freight service',
    statements: [
      allow(
        SERVICES.map((service) => `${service}:*`),
        ['*'],
      ),
      // CloudFormation reads the scaling of each global table, also of tables without scaling.
      allow(
        [
          'application-autoscaling:DescribeScalableTargets',
          'application-autoscaling:DescribeScalingPolicies',
        ],
        ['*'],
      ),
      // AWS Backup checks this right when a vault is created.
      allow(['backup-storage:MountCapsule'], ['*']),
      allow(
        [
          'cloudformation:CreateStack',
          'cloudformation:DeleteStack',
          'cloudformation:DescribeStackEvents',
          'cloudformation:DescribeStacks',
          'cloudformation:GetTemplate',
          'cloudformation:UpdateStack',
        ],
        own('cloudformation', 'stack'),
      ),
      allow(ROLE_ACTIONS, roles),
      allow(['iam:AttachRolePolicy', 'iam:DetachRolePolicy'], roles, {
        ArnLike: { 'iam:PolicyARN': [...awsPolicies, ...policies] },
      }),
      allow(['iam:PassRole'], roles, { StringEquals: { 'iam:PassedToService': PASSED_TO } }),
      allow(POLICY_ACTIONS, policies),
      allow(['iam:CreateServiceLinkedRole'], [`arn:${partition}:iam::${account}:role/aws-service-role/*`], {
        StringEquals: { 'iam:AWSServiceName': SERVICE_LINKED },
      }),
    ],
  });
}

/**
 * Actions that need the resource `*`: IAM has no resource for them, they list many resources, or the generated name of the
 * resource does not contain the name of the stack.
 */
const ANY_RESOURCE = [
  'cloudformation:DescribeStacks',
  'cloudwatch:DescribeAlarms',
  'ec2:DescribeAvailabilityZones',
  'es:ListInstanceTypeDetails',
  'lambda:GetAccountSettings',
  'lambda:ListEventSourceMappings',
];

/** Rights to read for the checks before a deployment and for `npm run smoke -- --environment NAME` after it. */
function checkingRights(scope: Construct, name: DeliveredEnvironment, qualifier: string): PolicyStatement[] {
  const stack = Stack.of(scope);
  const arn = (service: string, resource: string, place: { region?: string; account?: string } = {}) =>
    `arn:${stack.partition}:${service}:${place.region ?? stack.region}:${place.account ?? stack.account}:${resource}`;
  /** CloudFormation begins generated names with the name of the stack. */
  const own = `freight-${name}-*`;
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
    allow(['apigateway:GET'], [arn('apigateway', '/account', { account: '' })]),
    allow(
      ['iam:GetRole'],
      [arn('iam', `role/aws-service-role/opensearchservice.amazonaws.com/${SEARCH_ROLE}`, { region: '' })],
    ),
    allow(['cloudformation:GetTemplate'], [arn('cloudformation', `stack/${own}`)]),
    allow(
      ['dynamodb:DescribeContinuousBackups', 'dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'],
      [arn('dynamodb', `table/${own}`)],
    ),
    allow(['kms:DescribeKey', 'kms:GetKeyRotationStatus'], [arn('kms', 'key/*')], {
      StringEquals: { 'aws:ResourceTag/environment': name },
    }),
    allow(['sqs:GetQueueAttributes'], [arn('sqs', own)]),
    allow(['sns:ListSubscriptionsByTopic'], [arn('sns', own)]),
  ];
}

/** Role of OpenSearch Service, whose name AWS sets. */
const SEARCH_ROLE = 'AWSServiceRoleForAmazonOpenSearchService';
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
class DeliveryStack extends Stack {
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

/** The CDK app of the delivery stack of one account. Its stack has no files and exists before the bootstrap. */
export function createDeliveryApp(settings: DeliverySettings, outdir?: string): App {
  const app = new App({
    analyticsReporting: false,
    postCliContext: FEATURE_FLAGS,
    ...(outdir === undefined ? {} : { outdir }),
  });
  new DeliveryStack(app, 'freight-delivery', settings, {
    description: 'Freight rates and quotes: roles of the workflows that deploy',
    // The bootstrap uses the execution policy of this stack, so that its roles do not exist yet.
    synthesizer: new LegacyStackSynthesizer() as IStackSynthesizer,
    terminationProtection: true,
  });
  Tags.of(app).add('service', 'freight-rates-and-quotes');
  return app;
}
