import type { AnyQueueName, TableName } from './function-definition.ts';

/** What functions work with, wherever it was made: tables, queues and keys by their names in the table of functions. */
export interface ServiceResources {
  readonly table: (name: TableName) => string;
  readonly queue: (name: AnyQueueName) => { readonly url: string; readonly arn: string };
  readonly webhookSecretsKeyArn: string;
}
