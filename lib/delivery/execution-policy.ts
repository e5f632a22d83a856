import { Stack, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeliveredEnvironment } from './delivery-settings.ts';

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
export function createExecutionPolicy(
  scope: Construct,
  id: string,
  environments: readonly DeliveredEnvironment[],
): ManagedPolicy {
  const { partition, region, account } = Stack.of(scope);
  const own = (service: string, kind: string, place = `${region}:${account}`) =>
    environments.map((name) => `arn:${partition}:${service}:${place}:${kind}/freight-${name}-*`);
  const roles = own('iam', 'role', `:${account}`);
  const policies = own('iam', 'policy', `:${account}`);
  const policy = new ManagedPolicy(scope, id, {
    managedPolicyName: EXECUTION_POLICY_NAME,
    description: 'Rights of CloudFormation for the stacks of the freight service',
    statements: [
      new PolicyStatement({ actions: SERVICES.map((service) => `${service}:*`), resources: ['*'] }),
      // CloudFormation reads the scaling of each global table, also of tables without scaling.
      new PolicyStatement({
        actions: [
          'application-autoscaling:DescribeScalableTargets',
          'application-autoscaling:DescribeScalingPolicies',
        ],
        resources: ['*'],
      }),
      // AWS Backup checks this right when a vault is created.
      new PolicyStatement({ actions: ['backup-storage:MountCapsule'], resources: ['*'] }),
      new PolicyStatement({
        actions: [
          'cloudformation:CreateStack',
          'cloudformation:DeleteStack',
          'cloudformation:DescribeStackEvents',
          'cloudformation:DescribeStacks',
          'cloudformation:GetTemplate',
          'cloudformation:UpdateStack',
        ],
        resources: own('cloudformation', 'stack'),
      }),
      new PolicyStatement({ actions: ROLE_ACTIONS, resources: roles }),
      new PolicyStatement({
        actions: ['iam:AttachRolePolicy', 'iam:DetachRolePolicy'],
        resources: roles,
        conditions: {
          ArnLike: {
            'iam:PolicyARN': [
              ...AWS_POLICIES.map((name) => `arn:${partition}:iam::aws:policy/${name}`),
              ...policies,
            ],
          },
        },
      }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: roles,
        conditions: { StringEquals: { 'iam:PassedToService': PASSED_TO } },
      }),
      new PolicyStatement({ actions: POLICY_ACTIONS, resources: policies }),
      new PolicyStatement({
        actions: ['iam:CreateServiceLinkedRole'],
        resources: [`arn:${partition}:iam::${account}:role/aws-service-role/*`],
        conditions: { StringEquals: { 'iam:AWSServiceName': SERVICE_LINKED } },
      }),
    ],
  });
  Validations.of(policy).acknowledge(
    ...['CKV_AWS_107', 'CKV_AWS_108', 'CKV_AWS_109', 'CKV_AWS_110', 'CKV_AWS_111'].map((id) => ({
      id,
      reason:
        'CloudFormation creates all resources of the stacks, with their policies. It replaces AdministratorAccess: a test holds it to the services of the templates, and rights on IAM to roles and policies of the environments.',
    })),
  );
  return policy;
}
