import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { buildBundles, bytesAtStart } from '../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../lib/endpoints.ts';
import { bundleLimit } from '../support/bundle-limits.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let metafile: Metafile;
let sizes: ReadonlyMap<string, number>;

beforeAll(async () => {
  metafile = await buildBundles();
  sizes = bytesAtStart(metafile);
}, 60_000);

describe('the bundle of', () => {
  it.each(FUNCTIONS.map(({ function: name }) => name))('%s is no larger than it may be', (name) => {
    const bytes = sizes.get(name) ?? 0;
    expect(bytes).toBeGreaterThan(1_000);
    // `npm run bench -- bundle` measures the CPU of a start.
    expect(bytes).toBeLessThanOrEqual(bundleLimit(name).bytes ?? Number.POSITIVE_INFINITY);
  });
});

describe('the AWS SDK in bundles', () => {
  it('is as AWS publishes it, but for the default credential chain', () => {
    const chain = Object.keys(metafile.inputs).filter((file) => /credential-provider-(?!env)/.test(file));
    expect(chain).toEqual([]);
    const ofSdk = Object.keys(metafile.inputs).filter((file) => /@(aws-sdk|smithy)\//.test(file));
    expect(ofSdk.length).toBeGreaterThan(300);
    expect(ofSdk.filter((file) => !file.startsWith('node_modules/'))).toEqual([]);
  });

  it('has one version, of all clients', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
      .filter(([name]) => /^@aws-sdk\/(client|lib)-/.test(name))
      .map(([, version]) => version);
    expect(versions.length).toBeGreaterThan(15);
    expect(new Set(versions).size).toBe(1);
  });

  it('has each of its packages once', () => {
    const packages = Object.keys(metafile.inputs).flatMap((file) => {
      const [, folder, name] = /^(.*node_modules\/)(@(?:aws-sdk|smithy)\/[^/]+)\//.exec(file) ?? [];
      return name === undefined ? [] : [`${folder}${name}`];
    });
    expect([...new Set(packages)].filter((one) => !one.startsWith('node_modules/@'))).toEqual([]);
  });
});
