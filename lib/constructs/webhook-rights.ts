import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { AnyQueueName, FunctionDefinition } from '../../functions/definition-types.ts';
import { writeDeliveryRates } from '../../shared/webhooks/limits/webhook-limits.ts';
import type { ServiceResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Environment variable of a queue URL, such as EVENTS_DLQ_URL. */
const urlVariable = (queue: AnyQueueName) => `${queue.toUpperCase().replaceAll('-', '_')}_URL`;

/** Environment variables for queues, the key of signing secrets and webhook settings. */
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

/** Allows a function to send to its queues, and to use the key of signing secrets as its definition states. */
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
