import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { readCloudAssembly } from '../../../../lib/local/template/cloud-assembly.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-assembly-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (file: string, content: unknown) =>
  writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

/** Writes a cloud assembly with these stacks and dependencies, in this order. */
async function writeStacks(dependencies: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const artifacts = Object.entries(dependencies).map(([name, others]) => [
    name,
    {
      type: 'aws:cloudformation:stack',
      properties: { templateFile: `${name}.template.json` },
      dependencies: others,
    },
  ]);
  await write('manifest.json', { artifacts: Object.fromEntries(artifacts) });
  for (const name of Object.keys(dependencies)) {
    await write(`${name}.template.json`, { Resources: {}, Outputs: { Of: { Value: name } } });
    await write(`${name}.assets.json`, { files: { hash: { source: { path: `asset.${name}` } } } });
  }
}

const namesInOrder = () => readCloudAssembly(folder).map(({ name }) => name);

describe('the stacks of a cloud assembly', () => {
  it('have their own templates and assets', async () => {
    await writeStacks({ data: [], api: ['data'] });

    expect(readCloudAssembly(folder)).toEqual(
      ['data', 'api'].map((name) => ({
        name,
        template: { Resources: {}, Outputs: { Of: { Value: name } } },
        assets: new Map([['hash', join(folder, `asset.${name}`)]]),
      })),
    );
  });

  it('follow the stacks on which they depend, also through other artifacts', async () => {
    await writeStacks({ monitoring: ['api', 'data'], api: ['gate'], data: [], webhooks: ['data', 'api'] });
    const { artifacts } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    await write('manifest.json', {
      artifacts: {
        ...artifacts,
        gate: { type: 'cdk:asset-manifest', dependencies: ['data'] },
        Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
      },
    });

    expect(namesInOrder()).toEqual(['data', 'api', 'monitoring', 'webhooks']);
  });

  it('appear once each, after their dependencies, for any order of the manifest', async () => {
    const graph: Readonly<Record<string, readonly string[]>> = {
      a: [],
      b: ['a'],
      c: ['a', 'lost'],
      d: ['b', 'c'],
      e: ['d', 'a'],
    };
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.keys(graph), { minLength: 5 }), async (names) => {
        await writeStacks(Object.fromEntries(names.map((name) => [name, graph[name] ?? []])));
        const order = namesInOrder();
        expect(order.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
        for (const [index, name] of order.entries()) {
          for (const other of graph[name] ?? []) expect(order.indexOf(other)).toBeLessThan(index);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('appear once each if they depend on each other', async () => {
    await writeStacks({ a: ['b'], b: ['a'] });

    expect(namesInOrder().toSorted()).toEqual(['a', 'b']);
  });
});

describe('an unreadable cloud assembly', () => {
  const rejection = (): unknown => {
    try {
      return readCloudAssembly(folder);
    } catch (error) {
      return error;
    }
  };

  it.each(['manifest.json', 'data.template.json', 'data.assets.json'])(
    'is rejected with instructions in one line if %s is missing',
    async (file) => {
      await writeStacks({ data: [] });
      await rm(join(folder, file));

      expect(rejection()).toEqual(
        new LocalSetupError(`${join(folder, file)} cannot be read: remove ${folder} and start again.`),
      );
    },
  );

  it.each([
    ['manifest.json', ''],
    ['manifest.json', '{"artifacts":'],
    ['manifest.json', 'null'],
    ['manifest.json', '{}'],
    ['manifest.json', '{"artifacts":null}'],
    ['manifest.json', '{"artifacts":"none"}'],
    ['data.template.json', '[]'],
    ['data.template.json', '"text"'],
    ['data.assets.json', '{"version":"1"}'],
  ])('is rejected with instructions in one line if %s is %j', async (file, content) => {
    await writeStacks({ data: [] });
    await write(file, content);

    expect(rejection()).toEqual(
      new LocalSetupError(`${join(folder, file)} cannot be read: remove ${folder} and start again.`),
    );
  });

  it('is rejected if the manifest is a folder', async () => {
    await mkdir(join(folder, 'manifest.json'));

    expect(rejection()).toBeInstanceOf(LocalSetupError);
  });
});
