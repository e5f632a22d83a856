import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CustomResource, Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { acknowledgeNoDeadLetterQueue } from '../findings/template-findings.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { bundleOf, type ServiceFunction } from './service-function.ts';

/** Lambda waits 1 minute before the first retry of a failed asynchronous run, and 2 minutes before the second. */
const RETRY_WAITS_SECONDS = 60 + 120;

/** Runs the function that loads the catalogue, at the first deployment and whenever the catalogue changes. */
export class TerminalCatalogue extends Construct {
  constructor(scope: Construct, id: string, loader: ServiceFunction, settings: EnvironmentSettings) {
    super(scope, id);
    const catalogue = readFileSync(
      `${bundleOf(loader.definition.function, settings).folder}/data/terminals.json`,
    );
    acknowledgeNoDeadLetterQueue(
      loader.lambda,
      'CloudFormation calls it at a deployment. A failed run is retried twice and raises an alarm; its event has no information that an operator or the next deployment needs.',
    );
    new CustomResource(this, 'Load', {
      resourceType: 'Custom::TerminalCatalogue',
      serviceToken: loader.lambda.functionArn,
      // Without it, a function that dies without a response would delay the deployment by an hour.
      serviceTimeout: Duration.seconds(loader.definition.timeoutSeconds * 3 + RETRY_WAITS_SECONDS),
      properties: { catalogue: createHash('sha256').update(catalogue).digest('hex') },
    });
  }
}
