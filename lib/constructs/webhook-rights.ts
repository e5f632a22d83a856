import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { writeDeliveryRates } from '../../shared/webhooks/limits/delivery-rates.ts';
import type { AnyQueueName, FunctionDefinition } from '../functions/function-definition.ts';
import type { ServiceResources } from '../functions/service-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** The variable that names a queue: EVENTS_DLQ_URL. */
const urlVariable = (queue: AnyQueueName) => `${queue.toUpperCase().replaceAll('-', '_')}_URL`;

/** What a function is told of queues, of the key of signing secrets, and of how webhooks are sent. */
export function webhookVariables(
  { queues = [], webhookSecrets, webhookReceivers, webhookRegistration, webhookRetries }: FunctionDefinition,
  settings: EnvironmentSettings,
  resources: ServiceResources,
): Record<string, string> {
  return {
    ...Object.fromEntries(queues.map((queue) => [urlVariable(queue), resources.queue(queue).url])),
    ...(webhookSecrets ? { WEBHOOK_SECRETS_KEY: resources.webhookSecretsKeyArn } : {}),
    ...(webhookReceivers ? { WEBHOOK_RECEIVERS: settings.webhookReceivers } : {}),
    ...(webhookRegistration ? { WEBHOOK_OWNERSHIP: settings.webhookOwnership } : {}),
    ...(webhookRetries ? { WEBHOOK_RETRY_SCHEDULE: settings.webhookRetrySeconds.join(',') } : {}),
    ...(webhookRetries || webhookRegistration
      ? { WEBHOOK_RATES: writeDeliveryRates(settings.webhookRates) }
      : {}),
  };
}

/** Lets a function send to its queues, and do with the key of signing secrets what its definition says. */
export function grantWebhooks(
  lambda: IFunction,
  { queues = [], webhookSecrets }: FunctionDefinition,
  resources: ServiceResources,
): void {
  if (queues.length > 0) {
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: queues.map((queue) => resources.queue(queue).arn),
      }),
    );
  }
  if (webhookSecrets) {
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: webhookSecrets.map((action) => `kms:${action}`),
        resources: [resources.webhookSecretsKeyArn],
      }),
    );
  }
}
