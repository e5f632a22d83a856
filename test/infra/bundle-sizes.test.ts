import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildBundles } from '../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../lib/endpoints.ts';

/** Bytes, minified, data apart: what a cold start has to read (`npm run bench -- bundle` prints times, too). */
const MOST = 310_000;

let sizes: ReadonlyMap<string, number>;

beforeAll(async () => {
  const { outputs } = await buildBundles();
  sizes = new Map(Object.entries(outputs).map(([file, { bytes }]) => [file.split('/').at(-2) ?? '', bytes]));
}, 60_000);

describe('the bundle of', () => {
  it.each(FUNCTIONS.map(({ function: name }) => name))('%s is no larger than it may be', (name) => {
    const bytes = sizes.get(name) ?? 0;
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(MOST);
  });
});
