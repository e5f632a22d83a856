import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
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
  });
}

export interface GatewayReleaseProps {
  readonly settings: EnvironmentSettings;
  readonly api: RestApi;
  readonly functions: readonly ServiceFunction[];
}

/**
 * Releases the functions that API Gateway calls. The aliases and CodeDeploy resources are in a nested stack of the API
 * stack: both are rolled back together, and each stays below the resource limit.
 */
export class GatewayRelease extends Construct {
  constructor(scope: Construct, id: string, { settings, api, functions }: GatewayReleaseProps) {
    super(scope, id);
    const aliases = new NestedStack(this, 'Aliases', {
      description: `${settings.name}: live versions of the API`,
    });
    new CanaryRelease(this, 'Canary', { settings, functions, aliases });
    // The API must not call an alias before it exists.
    api.latestDeployment?.node.addDependency(aliases);
  }
}
