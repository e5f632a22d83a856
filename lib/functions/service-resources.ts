import type { AnyQueueName, TableName } from './function-definition.ts';

/** Where functions find the search domain, and live to reach it. */
export interface SearchDomainPlace {
  /** https://..., or http:// of a node that stands for a domain. */
  readonly endpoint: string;
  readonly arn: string;
  readonly subnetIds: readonly string[];
  readonly securityGroupId: string;
}

/** What functions work with, wherever it was made: tables, queues and keys by their names in the table of functions. */
export interface ServiceResources {
  readonly table: (name: TableName) => string;
  readonly queue: (name: AnyQueueName) => { readonly url: string; readonly arn: string };
  readonly webhookSecretsKeyArn: string;
  /** Only where the environment has one. */
  readonly searchDomain: SearchDomainPlace;
}
