import type { AnyQueueName, TableName } from './function-definition.ts';

/** Endpoint of the search domain, and the network of the functions that call it. */
export interface SearchDomainConnection {
  /** https://... of a domain, or http://... of a local node. */
  readonly endpoint: string;
  readonly arn: string;
  readonly subnetIds: readonly string[];
  readonly securityGroupId: string;
}

/** URL and ARN of a queue. */
export interface QueueAddress {
  readonly url: string;
  readonly arn: string;
}

/** Tables, queues and keys of all stacks, by the names that function definitions use. */
export interface ServiceResources {
  readonly table: (name: TableName) => string;
  readonly queue: (name: AnyQueueName) => QueueAddress;
  readonly webhookSecretsKeyArn: string;
  /** Name of the bucket for load files. */
  readonly uploadsBucket: string;
  /** Only if the environment has a search domain. */
  readonly searchDomain: SearchDomainConnection;
}
