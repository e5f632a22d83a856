import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { EnvironmentSettings } from '../environments.ts';
import { TABLE_NAMES } from '../function-definition.ts';
import { parameterNames } from '../parameter-names.ts';
import type { ServiceResources } from '../service-resources.ts';

/** The resources that the stacks before this one have published. A queue is looked up only where it is used. */
export function publishedResources(scope: Construct, settings: EnvironmentSettings): ServiceResources {
  const names = parameterNames(settings.name);
  const lookUp = (parameterName: string) => StringParameter.valueForStringParameter(scope, parameterName);
  return {
    get tableNames() {
      return TABLE_NAMES.reduce(
        (tables, table) => Object.assign(tables, { [table]: lookUp(names.table(table)) }),
        {} as Record<(typeof TABLE_NAMES)[number], string>,
      );
    },
    queue: (name) => ({ url: lookUp(names.queueUrl(name)), arn: lookUp(names.queueArn(name)) }),
    get webhookSecretsKeyArn() {
      return lookUp(names.webhookSecretsKeyArn);
    },
  };
}
