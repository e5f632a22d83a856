import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { readServiceModel } from '../../../../lib/local/template/read-service-model.ts';
import { API_STACK, lambda, withResources, writeAssembly } from './assembly-fixture.ts';

const removals: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});

async function assembly(...stacks: Parameters<typeof writeAssembly>): Promise<string> {
  const { folder, remove } = await writeAssembly(...stacks);
  removals.push(remove);
  return folder;
}

describe('a service template', () => {
  it.each([
    ['a second API', { Api2: { Type: 'AWS::ApiGateway::RestApi', Properties: {} } }],
    ['a missing bundle', { Lost: lambda('lost-asset') }],
    ['a reference to a missing resource', { Odd: lambda('read-asset', { X: { Ref: 'Nothing' } }) }],
    [
      'an attribute of a missing resource',
      { Odd: lambda('read-asset', { X: { 'Fn::GetAtt': ['Nothing', 'Arn'] } }) },
    ],
    ['a missing export', { Odd: lambda('read-asset', { X: { 'Fn::ImportValue': 'unknown-export' } }) }],
    ['an unknown intrinsic function', { Odd: lambda('read-asset', { X: { 'Fn::Transform': {} } }) }],
  ])('is rejected with an error of one line: %s', async (_, resources) => {
    const failure = await assembly(withResources(API_STACK, resources))
      .then(readServiceModel)
      .catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(LocalSetupError);
    expect((failure as Error).message).not.toContain('\n');
  });

  it.each(['manifest.json', 'app-data.template.json', 'app-api.assets.json'])(
    'is rejected with an error of one line if %s is damaged',
    async (file) => {
      const folder = await assembly();
      await writeFile(join(folder, file), '{"artifacts":');

      expect(() => readServiceModel(folder)).toThrow(LocalSetupError);
      expect(() => readServiceModel(folder)).toThrow(file);
    },
  );

  it('is rejected if the cloud assembly is missing', () => {
    expect(() => readServiceModel('/nowhere')).toThrow(LocalSetupError);
  });
});
