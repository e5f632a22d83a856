import { beforeAll, describe, expect, it } from '@jest/globals';
import { synthesizeLocal } from '../../../../bin/build/assembly.ts';
import { readServiceModel } from '../../../../lib/local/template/read-service-model.ts';
import type { ServiceModel } from '../../../../lib/local/template/service-model.ts';
import { parameterNames } from '../../../../lib/parameters/parameter-names.ts';

let model: ServiceModel;
beforeAll(async () => {
  model = readServiceModel(await synthesizeLocal({ opensearch: true }));
}, 180_000);

const names = parameterNames('local');

describe("the service's own template with a search domain, on this machine", () => {
  it('has the domain, and nothing that this machine would leave out', () => {
    expect(model).toMatchObject({ searchDomain: true, unsupported: [] });
  });

  it('tells its address to the functions that search and index, and to no other', () => {
    const configured = model.functions.filter(
      ({ environment }) => environment.OPENSEARCH_ENDPOINT !== undefined,
    );

    expect(configured).toHaveLength(3);
    for (const folder of ['searchterminals', 'indexterminals', 'reindexterminals']) {
      expect(configured).toContainEqual(
        expect.objectContaining({ name: expect.stringContaining(`-${folder}Function`) }),
      );
    }
  });

  it('has changes of terminals carried into the index', () => {
    expect(model.streamSources).toContainEqual(
      expect.objectContaining({
        tableName: model.parameters.get(names.table('terminals')),
        functionArn: expect.stringContaining('indexterminalsFunction'),
        reportsFailures: true,
      }),
    );
  });

  it('publishes the function that builds the index, for the operator', () => {
    const arn = model.parameters.get(names.reindexFunctionArn);

    expect(model.functions.find((each) => each.arn === arn)?.name).toContain('reindexterminalsFunction');
  });
});
