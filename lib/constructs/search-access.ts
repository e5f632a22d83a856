import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { SearchDomainUse } from '../../functions/definition-types.ts';
import { SEARCH_ALIAS, TERMINALS_INDEX } from '../../shared/terminals/opensearch/terminals-index.ts';
import type { SearchDomainConnection } from '../parameters/published-resources.ts';

type Method = 'Get' | 'Post' | 'Put' | 'Delete';

/** HTTP requests of each use. The paths follow from the client methods that shared/terminals/{opensearch,indexing} call. */
const PATHS: Record<SearchDomainUse, Partial<Record<Method, readonly string[]>>> = {
  search: { Post: [`${SEARCH_ALIAS}/_search`] },
  write: { Post: ['_bulk'] },
  rebuild: {
    Get: [`${TERMINALS_INDEX}/_refresh`, `${SEARCH_ALIAS}/_count`],
    Post: ['_bulk'],
    Put: [TERMINALS_INDEX, `${TERMINALS_INDEX}/_alias/${SEARCH_ALIAS}`],
    Delete: [TERMINALS_INDEX],
  },
};

/** Places a function in the network of the domain and allows the requests of its use. */
export function giveSearchAccess(
  lambda: LambdaFunction,
  use: SearchDomainUse,
  { arn, subnetIds, securityGroupId }: SearchDomainConnection,
): void {
  const resource = lambda.node.defaultChild as CfnFunction;
  resource.vpcConfig = { subnetIds: [...subnetIds], securityGroupIds: [securityGroupId] };
  for (const [method, paths] of Object.entries(PATHS[use])) {
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: [`es:ESHttp${method}`],
        resources: paths.map((path) => `${arn}/${path}`),
      }),
    );
  }
  grantNetworkInterfaces(lambda);
}

/** Actions of Lambda on network interfaces, whose ids are not known in advance. */
const INTERFACE_ACTIONS = ['CreateNetworkInterface', 'DeleteNetworkInterface']
  .concat('AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses')
  .map((action) => `ec2:${action}`);
const DESCRIBE_ACTIONS = ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets'];

/**
 * Lets Lambda connect the function to the network, with the narrowest policy that Lambda accepts: interfaces of this
 * account and region; describe actions have no resource. As AWS advises, the code of the function itself is denied these
 * actions: its calls, unlike those of Lambda, have the function as their source ARN.
 */
function grantNetworkInterfaces(lambda: LambdaFunction): void {
  const stack = Stack.of(lambda);
  const interfaces = `arn:${stack.partition}:ec2:${stack.region}:${stack.account}:*/*`;
  const anyFunction = { service: 'lambda', resource: 'function', resourceName: '*' };
  const ownCode = stack.formatArn({ ...anyFunction, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  lambda.addToRolePolicy(new PolicyStatement({ actions: INTERFACE_ACTIONS, resources: [interfaces] }));
  lambda.addToRolePolicy(new PolicyStatement({ actions: DESCRIBE_ACTIONS, resources: ['*'] }));
  lambda.addToRolePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: [...INTERFACE_ACTIONS, ...DESCRIBE_ACTIONS],
      resources: ['*'],
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': ownCode } },
    }),
  );
  Validations.of(lambda.role ?? lambda).acknowledge(
    {
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>:<AWS::AccountId>:*/*]',
      reason:
        'Lambda creates and deletes network interfaces with the role of the function, and their ids are not known in advance. The right is limited to this account and region, and denied to the code of the function.',
    },
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Lambda describes network interfaces and subnets, and two X-Ray actions write traces: IAM supports no resources for these actions. The describe actions are denied to the code of the function.',
    },
  );
}
