import { beforeAll, describe, expect, it } from 'vitest';
import { synthesizeLocal } from '../../../../bin/build/assembly.ts';
import { readServiceModel } from '../../../../lib/local/template/read-service-model.ts';
import type { ServiceModel } from '../../../../lib/local/template/service-model.ts';
import { parameterNames } from '../../../../lib/parameters/parameter-names.ts';

let model: ServiceModel;
beforeAll(async () => {
  model = readServiceModel(await synthesizeLocal({ opensearch: true }));
});

const names = parameterNames('local');

describe('the model of the service template with a search domain', () => {
  it('has the domain and no unsupported resources', () => {
    expect(model).toMatchObject({ searchDomain: true, unsupported: [] });
  });

  it('sets the address of the domain only for the functions that search and index', () => {
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

  it('has an event source mapping from the terminals table to the index function', () => {
    expect(model.streamSources).toContainEqual(
      expect.objectContaining({
        tableName: model.parameters.get(names.table('terminals')),
        functionArn: expect.stringContaining('indexterminalsFunction'),
        reportsFailures: true,
      }),
    );
  });

  it('publishes the function that rebuilds the index for the operator', () => {
    const arn = model.parameters.get(names.reindexFunctionArn);

    expect(model.functions.find((each) => each.arn === arn)?.name).toContain('reindexterminalsFunction');
  });
});
