import { NestedStack } from 'aws-cdk-lib';
import type { RequestAuthorizer, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Endpoint } from '../functions/function-definition.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { CanaryRelease, LIVE } from './canary-release.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * The live version of a function, by its name: the API is made of names, so that the stack with the aliases can know the
 * API's id and not the other way round.
 */
export function liveVersion(scope: Construct, { lambda, definition }: ServiceFunction): IFunction {
  return LambdaFunction.fromFunctionAttributes(scope, `${definition.function}-${LIVE}`, {
    functionArn: `${lambda.functionArn}:${LIVE}`,
    // The alias has them, in its own stack; to this one it is somebody else's.
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
 * Releases what API Gateway calls. The aliases, and what shifts their traffic, are in a stack inside the API's own: both
 * are one deployment, which is rolled back as one, and each has room.
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
    // Nobody is sent to an alias before it is there.
    api.latestDeployment?.node.addDependency(aliases);
  }
}
