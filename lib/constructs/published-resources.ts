import { Fn } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { EnvironmentSettings } from '../environments.ts';
import { parameterNames } from '../parameter-names.ts';
import type { ServiceResources } from '../service-resources.ts';

/** The resources that the stacks before this one have published. Each is looked up only where it is used. */
export function publishedResources(scope: Construct, settings: EnvironmentSettings): ServiceResources {
  const names = parameterNames(settings.name);
  const lookUp = (parameterName: string) => StringParameter.valueForStringParameter(scope, parameterName);
  return {
    table: (name) => lookUp(names.table(name)),
    queue: (name) => ({ url: lookUp(names.queueUrl(name)), arn: lookUp(names.queueArn(name)) }),
    get webhookSecretsKeyArn() {
      return lookUp(names.webhookSecretsKeyArn);
    },
    get searchDomain() {
      return {
        endpoint: lookUp(names.searchEndpoint),
        arn: lookUp(names.searchDomainArn),
        subnetIds: Fn.split(',', lookUp(names.searchSubnets)),
        securityGroupId: lookUp(names.searchSecurityGroup),
      };
    },
  };
}
