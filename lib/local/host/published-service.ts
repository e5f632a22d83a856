import { ANY_QUEUE_NAMES, forEachTable } from '../../../functions/definition-types.ts';
import { parameterNames } from '../../parameters/parameter-names.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import type { ServiceModel } from '../template/service-model.ts';

/**
 * Values that the stacks publish for the command line.
 * @throws LocalSetupError if the template lacks one.
 */
export function publishedService({ parameters }: Pick<ServiceModel, 'parameters'>) {
  const names = parameterNames('local');
  const value = (name: string): string => {
    const found = parameters.get(name);
    if (found === undefined)
      throw new LocalSetupError(`The template does not publish the parameter ${name}.`);
    return found;
  };
  const reindexFunctionArn = parameters.get(names.reindexFunctionArn);
  return {
    tables: forEachTable((table) => value(names.table(table))),
    standardUsagePlanId: value(names.standardUsagePlanId),
    uploadsBucket: value(names.uploadsBucket),
    restApiId: value(names.restApiId),
    ...(reindexFunctionArn === undefined ? {} : { reindexFunctionArn }),
    stageName: value(names.stageName),
    queueUrls: Object.fromEntries(ANY_QUEUE_NAMES.map((queue) => [queue, value(names.queueUrl(queue))])),
  };
}
