import { CfnOutput, DefaultStackSynthesizer, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { checkingRights } from './checking-rights.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import { createExecutionPolicy } from './execution-policy.ts';

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
