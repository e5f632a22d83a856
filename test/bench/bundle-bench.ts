import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, BUNDLES_DIR, buildBundles, bytesAtStart } from '../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../lib/functions/endpoints.ts';
import type { FunctionDefinition } from '../../lib/functions/function-definition.ts';
import { type BundleLimit, bundleLimit, SEARCH_WITH_DOMAIN } from '../support/bundle-limits.ts';
import { lambdaEnvironments } from './lambda-environments.ts';
import { median } from './median.ts';
import { amount, missReach } from './short.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = amount(21, 1);

/** With `--functions=NAME,...`, the bench measures only these functions. */
const SELECTED = process.argv
  .find((argument) => argument.startsWith('--functions='))
  ?.split('=')[1]
  ?.split(',');
const measured = FUNCTIONS.filter(({ function: name }) => SELECTED?.includes(name) ?? true);

/** Baseline: only the DynamoDB client with its default credential chain. */
const YARDSTICK = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient({});
  export const handler = (event) => client.send(new GetItemCommand(event));
`;

/** Imports a bundle as the Lambda runtime does and prints the resources used: CPU in µs, time in ms, memory in kB. */
const MEASURE = `
  const { handler } = await import(process.argv[1]);
  if (typeof handler !== 'function') throw new Error('no handler');
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify([user + system, performance.now(), process.resourceUsage().maxRSS]));
`;

const environments = await lambdaEnvironments();

interface Start {
  readonly cpuMs: number;
  /** Time since the start of the process. */
  readonly wallMs: number;
  /** Maximum memory of the process. */
  readonly memoryMb: number;
}

function start({ file, environment }: Pick<Bundle, 'file' | 'environment'>): Start {
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', MEASURE, pathToFileURL(file).href],
    { env: environment, encoding: 'utf8' },
  );
  const [cpu, wallMs, memory] = JSON.parse(output) as [number, number, number];
  return { cpuMs: cpu / 1000, wallMs, memoryMb: memory / 1024 };
}

interface Bundle {
  readonly name: string;
  readonly file: string;
  /** Size of the code read until the handler is ready. */
  readonly bytes: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly limit: BundleLimit;
  readonly memoryMb?: number;
}

/** The starts of a function; one that can use a search domain starts with and without it. */
function startsOf({ function: name, memoryMb }: FunctionDefinition): readonly Bundle[] {
  const file = `${BUNDLES_DIR}${name}/index.mjs`;
  const bytes = sizes.get(name) ?? 0;
  const { OPENSEARCH_ENDPOINT, ...environment } = environments.get(name) ?? {};
  const client = metafile.outputs[`dist/functions/${name}/opensearch-library.mjs`]?.bytes;
  const tracing = environment.TRACING === undefined ? 0 : sizeOf(name, 'xray-tracing');
  const plain = { name, file, bytes: bytes + tracing, environment, limit: bundleLimit(name), memoryMb };
  const { TRACING, ...untraced } = environment;
  if (name === 'create-quote' || name === 'deliver-webhook') {
    return [plain, { ...plain, name: `${name}, no tracing`, bytes, environment: untraced }];
  }
  if (client === undefined) return [plain];
  const asking = {
    ...plain,
    name: `${name}, search domain`,
    bytes: plain.bytes + client,
    environment: { ...environment, OPENSEARCH_ENDPOINT },
    limit: SEARCH_WITH_DOMAIN,
  };
  return name === 'search-terminals' ? [plain, asking] : [asking];
}

const sizeOf = (name: string, lazy: string): number =>
  metafile.outputs[`dist/functions/${name}/${lazy}.mjs`]?.bytes ?? 0;

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

const metafile = await buildBundles();
const sizes = bytesAtStart(metafile);
// The folder is in the project, so that its packages are found.
const folder = mkdtempSync(join(ROOT, 'dist/bench-'));
try {
  const yardstickFile = join(folder, 'yardstick.mjs');
  await build({
    ...BUNDLE_OPTIONS,
    stdin: { contents: YARDSTICK, resolveDir: folder },
    outfile: yardstickFile,
    outExtension: {},
  });
  const yardstickBundle: Bundle = {
    name: 'yardstick: @aws-sdk/client-dynamodb',
    file: yardstickFile,
    bytes: statSync(yardstickFile).size,
    environment: environments.get('authorizer') ?? {},
    limit: {},
  };
  const bundles = [yardstickBundle, ...measured.flatMap(startsOf)];
  const starts = bundles.map((): Start[] => []);
  // Runs are interleaved, so that a slow minute of the machine affects all bundles equally.
  for (let run = 0; run < RUNS; run++) {
    for (const [index, bundle] of bundles.entries()) starts[index]?.push(start(bundle));
  }
  const medianOf = (index: number, figure: keyof Start) =>
    median((starts[index] ?? []).map((one) => one[figure]));
  const yardstick = medianOf(0, 'cpuMs');
  console.log(
    `From process start to handler ready, median of ${RUNS} interleaved runs; size of the code read, minified, data apart`,
  );
  bundles.forEach(({ name, bytes, limit, memoryMb }, index) => {
    const times = medianOf(index, 'cpuMs') / yardstick;
    const limits = [
      ...(limit.bytes === undefined ? [] : [`<= ${kilobytes(limit.bytes)} kB`]),
      ...(limit.timesYardstick === undefined ? [] : [`<= ${limit.timesYardstick.toFixed(2)} x`]),
    ];
    const isMissed = bytes > (limit.bytes ?? bytes) || times > (limit.timesYardstick ?? times);
    if (isMissed) missReach();
    const figures = [
      `${kilobytes(bytes).padStart(6)} kB`,
      `${medianOf(index, 'cpuMs').toFixed(1).padStart(6)} ms CPU ${times.toFixed(2)} x`,
      `${medianOf(index, 'wallMs').toFixed(0).padStart(4)} ms`,
      `${medianOf(index, 'memoryMb').toFixed(0).padStart(4)} MB${memoryMb === undefined ? '' : ` of ${memoryMb}`}`,
    ];
    const bound = limits.length === 0 ? '' : ` (reach: ${limits.join(', ')}${isMissed ? '; MISSED' : ''})`;
    console.log(`${name.padEnd(38)} ${figures.join('  ')}${bound}`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
