import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, BUNDLES_DIR, buildBundles } from '../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../lib/endpoints.ts';
import { lambdaEnvironments } from './lambda-environments.ts';
import { median } from './median.ts';
import { amount } from './short.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = amount(21, 1);
const MAX_KB = 310;

/** What a function of ours is held against: the DynamoDB client alone, its default credential chain included. */
const YARDSTICK = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient({});
  export const handler = (event) => client.send(new GetItemCommand(event));
`;

/** Imports a bundle as the Lambda runtime does and prints the CPU that the process has used by then, in µs. */
const MEASURE = `
  const { handler } = await import(process.argv[1]);
  if (typeof handler !== 'function') throw new Error('no handler');
  const { user, system } = process.cpuUsage();
  console.log(user + system);
`;

const environments = await lambdaEnvironments();

function cpuMilliseconds(name: string, bundle: string): number {
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', MEASURE, pathToFileURL(bundle).href],
    { env: environments.get(name) ?? environments.get('authorizer'), encoding: 'utf8' },
  );
  return Number(output) / 1000;
}

await buildBundles();
// Inside the project, so that its packages are found.
const folder = mkdtempSync(join(ROOT, 'dist/bench-'));
try {
  await build({
    ...BUNDLE_OPTIONS,
    stdin: { contents: YARDSTICK, resolveDir: folder },
    outfile: join(folder, 'yardstick.mjs'),
    outExtension: {},
  });
  const bundles = [
    { name: 'yardstick: @aws-sdk/client-dynamodb', file: join(folder, 'yardstick.mjs') },
    ...FUNCTIONS.map(({ function: name }) => ({ name, file: `${BUNDLES_DIR}${name}/index.mjs` })),
  ];
  const runs = bundles.map((): number[] => []);
  // Interleaved, so that a slow minute of the machine falls on all of them alike.
  for (let run = 0; run < RUNS; run++) {
    for (const [index, { name, file }] of bundles.entries()) runs[index]?.push(cpuMilliseconds(name, file));
  }
  const yardstick = median(runs[0] ?? []);
  console.log(
    `CPU from process start to handler ready, median of ${RUNS} interleaved runs; size minified, data apart`,
  );
  bundles.forEach(({ name, file }, index) => {
    const cpu = median(runs[index] ?? []);
    const kilobytes = statSync(file).size / 1000;
    const reach = index === 0 ? '' : ` (reach: <= ${MAX_KB} kB, <= 1.00 x)`;
    console.log(
      `${name.padEnd(38)} ${kilobytes.toFixed(1).padStart(6)} kB  ${cpu.toFixed(1).padStart(6)} ms  ${(cpu / yardstick).toFixed(2)} x${reach}`,
    );
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
