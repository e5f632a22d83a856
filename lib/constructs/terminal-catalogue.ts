import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CustomResource, Duration, Validations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { BUNDLES, type ServiceFunction } from './service-function.ts';

/** Asks the function to load its catalogue, at the first deployment and at every one that brings another catalogue. */
export class TerminalCatalogue extends Construct {
  constructor(scope: Construct, id: string, loader: ServiceFunction) {
    super(scope, id);
    const catalogue = readFileSync(`${BUNDLES}${loader.definition.function}/data/terminals.json`);
    Validations.of(loader.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'CloudFormation calls it at a deployment. A run that fails is tried twice more and raises an alarm; its event tells nothing that an operator or the next deployment would need.',
    });
    new CustomResource(this, 'Load', {
      resourceType: 'Custom::TerminalCatalogue',
      serviceToken: loader.lambda.functionArn,
      // A function that died without an answer would hold the deployment up for an hour.
      serviceTimeout: Duration.seconds(loader.definition.timeoutSeconds * 3),
      properties: { catalogue: createHash('sha256').update(catalogue).digest('hex') },
    });
  }
}
