import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { BUNDLES_DIR, buildBundles } from '../../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../../lib/functions/endpoints.ts';
import { timedRelease } from '../../bench/capacity/service-with-meters.ts';
import { lambdaEnvironments } from '../../bench/lambda-environments.ts';

const NAMES = FUNCTIONS.map(({ function: name }) => name);

/** Imports each bundle with its function's environment and no other variable; prints the names that have no handler. */
const IMPORT_EACH = `
  const broken = [];
  for (const [name, file, environment] of JSON.parse(process.argv[1])) {
    for (const variable of Object.keys(process.env)) delete process.env[variable];
    Object.assign(process.env, environment);
    const handler = await import(file).then((bundle) => bundle.handler, (error) => error.message.slice(-300));
    if (typeof handler !== 'function') broken.push([name, handler]);
  }
  console.log(JSON.stringify(broken));
`;

it('the bundle bench gets every function ready, in the environment that a deployment gives it', async () => {
  await buildBundles();
  const environments = await lambdaEnvironments();
  const each = NAMES.map((name) => [
    name,
    pathToFileURL(`${BUNDLES_DIR}${name}/index.mjs`).href,
    environments.get(name),
  ]);

  const args = ['--input-type=module', '--eval', IMPORT_EACH, JSON.stringify(each)];
  const { stdout } = await promisify(execFile)(process.execPath, args);

  expect(JSON.parse(stdout)).toEqual([]);
  expect([...environments.keys()]).toEqual(expect.arrayContaining(NAMES));
});

it('the capacity bench times every function of the template that runs on this machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freight-timed-'));
  try {
    const timed = await timedRelease(join(folder, 'assembly'));

    const released = globSync('asset.*/released.mjs', { cwd: join(folder, 'assembly') });
    expect(released).toHaveLength(timed.length);
    expect(NAMES).toEqual(expect.arrayContaining([...timed]));
    expect(timed).toEqual(expect.arrayContaining(['authorizer', 'price-lanes', 'deliver-webhook']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
