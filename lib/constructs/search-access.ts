import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { SearchDomainUse } from '../functions/function-definition.ts';
import type { SearchDomainPlace } from '../functions/service-resources.ts';

type Method = 'Get' | 'Post' | 'Put' | 'Delete';

/** The requests that each use is made of, by the paths of the client's methods that shared/terminals/opensearch-*.ts calls. */
const PATHS: Record<SearchDomainUse, Partial<Record<Method, readonly string[]>>> = {
  search: { Post: ['terminals/_search'] },
  write: { Get: ['_alias'], Post: ['_bulk'] },
  rebuild: {
    Get: ['_alias', 'terminals/_mapping', 'terminals-*/_count', 'terminals-*/_refresh', '_cat/allocation'],
    Post: ['_bulk', '_aliases'],
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
  const patterns = Object.values(PATHS[use])
    .flat()
    .filter((path) => path.includes('*'));
  if (patterns.length > 0) acknowledgePatterns(lambda, arn, patterns);
  grantNetworkInterfaces(lambda);
}

/** @param arn of a domain in the function's own stack: rule packs name it by its logical id. */
function acknowledgePatterns(lambda: LambdaFunction, arn: string, patterns: readonly string[]): void {
  const { 'Fn::GetAtt': domain } = Stack.of(lambda).resolve(arn) as { 'Fn::GetAtt': readonly string[] };
  for (const path of patterns) {
    Validations.of(lambda.role ?? lambda).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${domain.join('.')}>/${path}]`,
      reason:
        'A rebuild makes the next index, terminals-000002 after terminals-000001, and removes old ones: their numbers are not known before. The pattern names such indexes, and no other.',
    });
  }
}

/** What Lambda does with network interfaces; all have a resource, of which no name is known before. */
const INTERFACE_ACTIONS = ['CreateNetworkInterface', 'DeleteNetworkInterface']
  .concat('AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses')
  .map((action) => `ec2:${action}`);
const DESCRIPTIONS = ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets'];

/**
 * What Lambda does in the function's name to connect it. Narrower than the managed policy, and as narrow as Lambda takes
 * it: interfaces are made and removed in this account and region, and descriptions have no resource. All of it is denied
 * to the function's own code, as AWS advises: its calls, and not those of Lambda itself, name the function as their source.
 */
function grantNetworkInterfaces(lambda: LambdaFunction): void {
  const stack = Stack.of(lambda);
  const interfaces = `arn:${stack.partition}:ec2:${stack.region}:${stack.account}:*/*`;
  const anyFunction = { service: 'lambda', resource: 'function', resourceName: '*' };
  const ownCode = stack.formatArn({ ...anyFunction, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  lambda.addToRolePolicy(new PolicyStatement({ actions: INTERFACE_ACTIONS, resources: [interfaces] }));
  lambda.addToRolePolicy(new PolicyStatement({ actions: DESCRIPTIONS, resources: ['*'] }));
  lambda.addToRolePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: [...INTERFACE_ACTIONS, ...DESCRIPTIONS],
      resources: ['*'],
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': ownCode } },
    }),
  );
  Validations.of(lambda.role ?? lambda).acknowledge(
    {
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>:<AWS::AccountId>:*/*]',
      reason:
        "Lambda makes and removes the network interfaces of a function in the function's name, and no id is known before. The right ends at this account and region, and is denied to the function's own code.",
    },
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        "Lambda describes network interfaces and subnets, and X-Ray's two actions write traces: IAM grants these on all resources or not at all. The descriptions are denied to the function's own code.",
    },
  );
}
