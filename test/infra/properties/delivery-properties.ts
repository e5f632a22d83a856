import type { Template } from '../../support/synthesized-templates.ts';
import { at, firstOf, type Property, resourcesOf } from './property.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

const REPOSITORY = 'repo:acme@12/freight@34';
const ISSUER = 'token.actions.githubusercontent.com';
const ROLE = 'AWS::IAM::Role';
const POLICY = 'AWS::IAM::Policy';
const MANAGED = 'AWS::IAM::ManagedPolicy';

/** Subjects that each role trusts, in an account with staging and prod. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  'freight-delivery-diff': [`${REPOSITORY}:ref:refs/heads/main`],
  'freight-delivery-deploy-staging': [`${REPOSITORY}:environment:staging`],
  'freight-delivery-deploy-prod': [`${REPOSITORY}:environment:prod`],
};

const statementsOf = (template: Template, type: string): Statement[] =>
  resourcesOf(template, type).flatMap(
    ([, { Properties }]) => at(Properties, 'PolicyDocument', 'Statement') as Statement[],
  );

const actionsOf = ({ Action }: Statement): string[] => [Action].flat();

/** Statements of the inline policies of one role. */
const rightsOf = (template: Template, roleName: string): Statement[] => {
  const [id] =
    resourcesOf(template, ROLE).find(([, { Properties }]) => Properties.RoleName === roleName) ?? [];
  return resourcesOf(template, POLICY)
    .filter(([, { Properties }]) => at(Properties, 'Roles', 0, 'Ref') === id)
    .flatMap(([, { Properties }]) => at(Properties, 'PolicyDocument', 'Statement') as Statement[]);
};

const BOOTSTRAP_ROLE = /role\/cdk-hnb659fds-(deploy|file-publishing|lookup)-role-/;

const _firstStatement = (template: Template, type: string) =>
  at(firstOf(template, type).Properties, 'PolicyDocument', 'Statement', 0) as Statement;

const firstStatement = (template: Template, type: string) =>
  at(firstOf(template, type).Properties, 'PolicyDocument', 'Statement', 0) as Statement;

/** Of the delivery stack, in the place of `api`. */
export const DELIVERY_PROPERTIES: readonly Property[] = [
  {
    name: 'each role trusts exactly its subjects, for the audience of STS',
    violations: ({ api: template }) => {
      const roles = resourcesOf(template, ROLE);
      const wrong = roles.flatMap(([id, { Properties }]) => {
        const wanted = [
          {
            Action: 'sts:AssumeRoleWithWebIdentity',
            Condition: {
              StringEquals: {
                [`${ISSUER}:aud`]: 'sts.amazonaws.com',
                [`${ISSUER}:sub`]: SUBJECTS[String(Properties.RoleName)],
              },
            },
            Effect: 'Allow',
            Principal: { Federated: { Ref: resourcesOf(template, 'AWS::IAM::OIDCProvider')[0]?.[0] } },
          },
        ];
        const found = at(Properties, 'AssumeRolePolicyDocument', 'Statement');
        return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [id];
      });
      return roles.length === Object.keys(SUBJECTS).length ? wrong : ['another number of roles', ...wrong];
    },
  },
  {
    name: 'tokens for other audiences are rejected',
    violations: ({ api: template }) =>
      resourcesOf(template, 'AWS::IAM::OIDCProvider')
        .filter(([, { Properties }]) => JSON.stringify(Properties.ClientIdList) !== '["sts.amazonaws.com"]')
        .map(([id]) => id),
    takeAway: ({ api: template }) => {
      firstOf(template, 'AWS::IAM::OIDCProvider').Properties.ClientIdList = ['sts.amazonaws.com', 'other'];
    },
  },
  {
    name: 'no right is for all actions, and roles of workflows have no wildcard in an action',
    violations: ({ api: template }) => [
      ...statementsOf(template, POLICY)
        .flatMap(actionsOf)
        .filter((action) => action.includes('*')),
      ...statementsOf(template, MANAGED)
        .flatMap(actionsOf)
        .filter(
          (action) =>
            !/^[a-z\d-]+:(\*|[A-Za-z]+)$/.test(action) || /^(iam|sts|cloudformation):\*/.test(action),
        ),
    ],
  },
  {
    name: 'roles of workflows assume only roles of the CDK bootstrap',
    violations: ({ api: template }) =>
      statementsOf(template, POLICY)
        // Reading a role is a check before a deployment, and no right of that role.
        .filter((statement) =>
          actionsOf(statement).some((action) => /^(sts|iam):/.test(action) && action !== 'iam:GetRole'),
        )
        .flatMap(({ Action, Resource }) =>
          [Action, ...[Resource].flat().map((one) => JSON.stringify(one))]
            .flat()
            .filter((text) => text !== 'sts:AssumeRole' && !BOOTSTRAP_ROLE.test(text)),
        ),
    takeAway: ({ api: template }) => {
      firstStatement(template, POLICY).Resource = 'arn:aws:iam::123456789012:role/admin';
    },
  },
  {
    name: 'the role that shows differences only assumes the lookup role',
    violations: ({ api: template }) => {
      const rights = rightsOf(template, 'freight-delivery-diff');
      const text = JSON.stringify(rights);
      const isExact = rights.length === 1 && actionsOf(rights[0] as Statement).join() === 'sts:AssumeRole';
      return isExact && text.includes('-lookup-role-') && !/-(deploy|file-publishing)-role-/.test(text)
        ? []
        : [text];
    },
  },
  {
    name: 'CloudFormation changes, passes and attaches only roles and policies of the environments',
    violations: ({ api: template }) =>
      statementsOf(template, MANAGED)
        .filter((statement) => actionsOf(statement).some((action) => action.startsWith('iam:')))
        .flatMap(({ Resource }) => [Resource].flat().map((one) => JSON.stringify(one)))
        .filter((text) => !/:(role|policy)\/(freight-(staging|prod)-\*|aws-service-role\/\*)"/.test(text)),
    takeAway: ({ api: template }) => {
      const statement = statementsOf(template, MANAGED).find((one) =>
        actionsOf(one).includes('iam:PutRolePolicy'),
      );
      if (statement) statement.Resource = 'arn:aws:iam::123456789012:role/freight-delivery-deploy-prod';
    },
  },
  {
    name: 'CloudFormation passes roles and attaches policies on a condition, and creates no users and keys',
    violations: ({ api: template }) =>
      statementsOf(template, MANAGED).flatMap((statement) =>
        actionsOf(statement).filter(
          (action) =>
            /^iam:.*(User|AccessKey|LoginProfile|OpenIDConnect)/.test(action) ||
            (/^iam:(PassRole|AttachRolePolicy|CreateServiceLinkedRole)$/.test(action) &&
              statement.Condition === undefined),
        ),
      ),
    takeAway: ({ api: template }) => {
      for (const statement of statementsOf(template, MANAGED)) delete statement.Condition;
    },
  },
];
