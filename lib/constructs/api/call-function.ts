import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { AwsIntegration } from 'aws-cdk-lib/aws-apigateway';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

const ID = 'CallFunctions';

/**
 * The role by which API Gateway calls the functions of its stack. A permission for each function would count for the limit
 * of resources of the stack; the ARNs of all functions are longer than a policy can be.
 */
export function callerRole(scope: Construct): IRole {
  const stack = Stack.of(scope);
  const known = stack.node.tryFindChild(ID);
  if (known instanceof Role) return known.withoutPolicyUpdates();
  // CloudFormation names functions after their stack, and those of nested stacks after the stack around them.
  const resourceName = `${stack.stackName}-*`;
  const functions = { service: 'lambda', resource: 'function', resourceName };
  const resource = stack.formatArn({ ...functions, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  const role = new Role(stack, ID, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      Functions: new PolicyDocument({
        statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [resource] })],
      }),
    },
  });
  const reason =
    'Only API Gateway can assume this role, to call the functions of this stack, whose names begin with the name of the stack.';
  const region = '<AWS::Region>:<AWS::AccountId>';
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:${region}:function:${resourceName}]`,
    reason,
  });
  return role.withoutPolicyUpdates();
}

/** The call of a function or of its alias by the role of API Gateway. */
export const callFunction = (scope: Construct, { functionArn }: IFunction): AwsIntegration =>
  new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${functionArn}/invocations`,
    options: { credentialsRole: callerRole(scope) },
  });
