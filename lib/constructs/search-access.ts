import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { SearchDomainUse } from '../function-definition.ts';
import type { SearchDomainPlace } from '../service-resources.ts';

type Method = 'Get' | 'Post' | 'Put' | 'Delete';

/** The requests that each use is made of, by the paths that shared/terminals/opensearch-*.ts calls. */
const PATHS: Record<SearchDomainUse, Partial<Record<Method, readonly string[]>>> = {
  search: { Post: ['terminals/_search'] },
  write: { Get: ['_alias'], Post: ['_bulk'] },
  rebuild: {
    Get: ['_alias', 'terminals/_mapping', 'terminals-*/_count'],
    Post: ['_bulk', '_aliases', 'terminals-*/_refresh'],
    Put: ['terminals-*'],
    Delete: ['terminals-*'],
  },
};

/** Puts a function into the network of the domain, with the right to the requests of its use. */
export function giveSearchAccess(
  lambda: LambdaFunction,
  use: SearchDomainUse,
  { arn, subnetIds, securityGroupId }: SearchDomainPlace,
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

/**
 * What Lambda does in the function's name to connect it. Narrower than the managed policy, and as narrow as Lambda takes
 * it: interfaces are made and removed in this account and region, and descriptions have no resource.
 */
function grantNetworkInterfaces(lambda: LambdaFunction): void {
  const { partition, region, account } = Stack.of(lambda);
  lambda.addToRolePolicy(
    new PolicyStatement({
      actions: ['Create', 'Delete']
        .map((verb) => `ec2:${verb}NetworkInterface`)
        .concat('ec2:AssignPrivateIpAddresses', 'ec2:UnassignPrivateIpAddresses'),
      resources: [`arn:${partition}:ec2:${region}:${account}:*/*`],
    }),
  );
  lambda.addToRolePolicy(
    new PolicyStatement({
      actions: ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets'],
      resources: ['*'],
    }),
  );
}
