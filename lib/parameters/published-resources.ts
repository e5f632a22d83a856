import { Fn, Stack } from 'aws-cdk-lib';
import { type IStringParameter, StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { AnyQueueName, TableName } from '../../functions/definition-types.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { parameterNames } from './parameter-names.ts';

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

/** The resources that other stacks have published, and own ones. Each parameter is looked up only if it is used. */
export function publishedResources(
  scope: Construct,
  settings: EnvironmentSettings,
  own: Partial<ServiceResources> = {},
): ServiceResources {
  const names = parameterNames(settings.name);
  const lookUp = (parameterName: string) => StringParameter.valueForStringParameter(scope, parameterName);
  let uploadsBucket: IStringParameter | undefined;
  return {
    table: (name) => lookUp(names.table(name)),
    queue:
      own.queue ??
      ((name) => {
        const url = lookUp(names.queueUrl(name));
        // https://sqs.REGION.amazonaws.com/ACCOUNT/NAME
        const resource = Fn.select(4, Fn.split('/', url));
        return { url, arn: Stack.of(scope).formatArn({ service: 'sqs', resource }) };
      }),
    get webhookSecretsKeyArn() {
      return lookUp(names.webhookSecretsKeyArn);
    },
    get uploadsBucket() {
      if (own.uploadsBucket !== undefined) return own.uploadsBucket;
      // Its id has no environment: findings of rule packs name it.
      uploadsBucket ??= StringParameter.fromStringParameterName(scope, 'UploadsBucket', names.uploadsBucket);
      return uploadsBucket.stringValue;
    },
    get searchDomain() {
      return (
        own.searchDomain ?? {
          get endpoint() {
            return lookUp(names.searchEndpoint);
          },
          get arn() {
            return lookUp(names.searchDomainArn);
          },
          get subnetIds() {
            return Fn.split(',', lookUp(names.searchSubnets));
          },
          get securityGroupId() {
            return lookUp(names.searchSecurityGroup);
          },
        }
      );
    },
  };
}
