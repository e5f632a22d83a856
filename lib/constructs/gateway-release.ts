import { NestedStack } from 'aws-cdk-lib';
import type { RequestAuthorizer, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Endpoint } from '../../functions/definition-types.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { CanaryRelease, LIVE } from './canary-release.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * The live alias of a function, referenced by name: the stack with the aliases depends on the API, so the API cannot
 * depend on that stack.
 */
export function liveVersion(scope: Construct, { lambda, definition }: ServiceFunction): IFunction {
  return LambdaFunction.fromFunctionAttributes(scope, `${definition.function}-${LIVE}`, {
    functionArn: `${lambda.functionArn}:${LIVE}`,
    // GatewayRelease grants the permissions on the alias, in the nested stack.
    skipPermissions: true,
    sameEnvironment: false,
  });
}

export interface GatewayReleaseProps {
  readonly settings: EnvironmentSettings;
  readonly api: RestApi;
  readonly authorizer: { readonly function: ServiceFunction; readonly resource: RequestAuthorizer };
  readonly endpoints: readonly { readonly endpoint: Endpoint; readonly function: ServiceFunction }[];
}

/**
 * Releases the functions that API Gateway calls. The aliases and CodeDeploy resources are in a nested stack of the API
 * stack: both are rolled back together, and each stays below the resource limit.
 */
export class GatewayRelease extends Construct {
  constructor(scope: Construct, id: string, { settings, api, authorizer, endpoints }: GatewayReleaseProps) {
    super(scope, id);
    const aliases = new NestedStack(this, 'Aliases', {
      description: `${settings.name}: live versions of the API`,
    });
    const release = new CanaryRelease(this, 'Canary', {
      settings,
      functions: [authorizer.function, ...endpoints.map((called) => called.function)],
      aliases,
    });
    const principal = new ServicePrincipal('apigateway.amazonaws.com');
    release.aliasOf(authorizer.function).addPermission('Gateway', {
      principal,
      sourceArn: authorizer.resource.authorizerArn,
    });
    for (const { endpoint, function: called } of endpoints) {
      const anyPath = endpoint.path.replace(/\{[^}]+\}/g, '*');
      release.aliasOf(called).addPermission('Gateway', {
        principal,
        sourceArn: api.arnForExecuteApi(endpoint.method, anyPath, settings.name),
      });
    }
    // The API must not call an alias before it exists.
    api.latestDeployment?.node.addDependency(aliases);
  }
}
