import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUNDLE_OPTIONS } from '../../../bin/build/bundles.ts';
import { runtimeEnvironment } from '../../../lib/local/lambda/runtime-environment.ts';
import { LAMBDA_RUNTIME, NODE_MAJOR, NODE_VERSION } from '../../../lib/settings/node-version.mjs';
import { synthesizedTemplates } from '../../support/synthesized-templates.ts';
import { resourcesOf } from '../properties/property.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const project = JSON.parse(read('package.json'));

/** `lib/settings/node-version.mjs` is the one place to change; these places cannot read it. */
describe('the version of Node', () => {
  it('runs these tests', () => {
    expect(process.versions.node).toBe(NODE_VERSION);
  });

  it('is the version of the packages of Node, and the major version of its types', () => {
    expect(Object.values(project.optionalDependencies)).toEqual([NODE_VERSION, NODE_VERSION, NODE_VERSION]);
    expect(project.devDependencies['@types/node'].split('.')[0]).toBe(NODE_MAJOR);
  });

  it('is the target of the bundles, and the runtime of every function and of the local service', async () => {
    expect(BUNDLE_OPTIONS.target).toBe(`node${NODE_MAJOR}`);
    expect(runtimeEnvironment('name', 128, '/bundle').AWS_EXECUTION_ENV).toBe(`AWS_Lambda_${LAMBDA_RUNTIME}`);
    const runtimes = Object.values(await synthesizedTemplates('prod'))
      .flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'))
      .map(([, { Properties }]) => Properties.Runtime);
    expect(new Set(runtimes)).toEqual(new Set([LAMBDA_RUNTIME]));
  });

  it('is the version of the workflows', () => {
    const workflows = globSync('.github/workflows/*.yml').map(read).join('\n');
    const versions = [...workflows.matchAll(/node-version: (.+)/g)].map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set([NODE_MAJOR]));
  });

  it('has one number in the documents', () => {
    for (const path of ['docs/operators/versions.md', 'README.md', 'docs/operators/deploying.md']) {
      const exact = [...read(path).matchAll(/\bNode (\d+\.\d+\.\d+)/g)].map(([, version]) => version);
      expect([path, exact.filter((version) => version !== NODE_VERSION)]).toEqual([path, []]);
    }
    expect(read('docs/operators/versions.md')).toContain(`Node ${NODE_VERSION}`);
  });
});
