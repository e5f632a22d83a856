import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, BUNDLES_DIR, buildBundles, bytesAtStart } from '../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../lib/endpoints.ts';
import { bundleLimit } from '../support/bundle-limits.ts';
import { median } from './median.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = 21;

/** What a function of ours is held against: the DynamoDB client alone, its default credential chain included. */
const YARDSTICK = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient({});
  export const handler = (event) => client.send(new GetItemCommand(event));
`;

/** Imports a bundle as the Lambda runtime does and prints what the process has used by then: CPU in µs, ms, memory in kB. */
const MEASURE = `
  const { handler } = await import(process.argv[1]);
  if (typeof handler !== 'function') throw new Error('no handler');
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify([user + system, performance.now(), process.resourceUsage().maxRSS]));
`;

/** The environment that a function finds in Lambda; table names need not exist to get ready. */
const LAMBDA_ENVIRONMENT = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  ORGANIZATIONS_TABLE: 'organizations',
  USAGE_TABLE: 'usage',
  IDEMPOTENCY_TABLE: 'idempotency',
  QUOTES_TABLE: 'quotes',
  TERMINALS_TABLE: 'terminals',
  STRATEGIES_TABLE: 'strategies',
  TERMINALS_REFRESH_SECONDS: '20',
  MARKET_TABLE: 'market',
  MARKET_REFRESH_SECONDS: '60',
  EIA_API_KEY_PARAMETER: '/freight/dev/eia-api-key',
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  RESPONSE_MISMATCH: 'report',
  MAP_SERVICE: 'embedded',
  WEBHOOKS_TABLE: 'webhooks',
  DELIVERIES_TABLE: 'deliveries',
  WEBHOOK_SECRETS_KEY: 'arn:aws:kms:us-east-1:123456789012:key/none',
  WEBHOOK_RECEIVERS: 'public',
  WEBHOOK_RETRY_SCHEDULE: '300,900,3600,14400,43200',
  WEBHOOK_OWNERSHIP: 'unchecked',
  WEBHOOK_RATES: 'burst=5000,live=6000,test=600,host=1200',
  EVENTS_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/events',
  EVENTS_DLQ_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/events-dlq',
  DELIVERIES_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/deliveries',
  RETRIES_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/retries',
  OPENSEARCH_ENDPOINT: 'https://search.example',
  UPLOADS_BUCKET: 'uploads',
  UPLOADS_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/uploads',
};

interface Start {
  readonly cpuMs: number;
  /** From the start of the process. */
  readonly wallMs: number;
  /** The most that the process had. */
  readonly memoryMb: number;
}

function start(bundle: string): Start {
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', MEASURE, pathToFileURL(bundle).href],
    { env: LAMBDA_ENVIRONMENT, encoding: 'utf8' },
  );
  const [cpu, wallMs, memory] = JSON.parse(output) as [number, number, number];
  return { cpuMs: cpu / 1000, wallMs, memoryMb: memory / 1024 };
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

const metafile = await buildBundles();
const sizes = bytesAtStart(metafile);
// Inside the project, so that its packages are found.
const folder = mkdtempSync(join(ROOT, 'dist/bench-'));
try {
  const yardstickFile = join(folder, 'yardstick.mjs');
  await build({
    ...BUNDLE_OPTIONS,
    stdin: { contents: YARDSTICK, resolveDir: folder },
    outfile: yardstickFile,
    outExtension: {},
  });
  const bundles = [
    { name: 'yardstick: @aws-sdk/client-dynamodb', file: yardstickFile, bytes: statSync(yardstickFile).size },
    ...FUNCTIONS.map(({ function: name, memoryMb }) => ({
      name,
      file: `${BUNDLES_DIR}${name}/index.mjs`,
      bytes: sizes.get(name) ?? 0,
      memoryMb,
    })),
  ];
  const starts = bundles.map((): Start[] => []);
  // Interleaved, so that a slow minute of the machine falls on all of them alike.
  for (let run = 0; run < RUNS; run++) {
    for (const [index, { file }] of bundles.entries()) starts[index]?.push(start(file));
  }
  const medianOf = (index: number, figure: keyof Start) =>
    median((starts[index] ?? []).map((one) => one[figure]));
  const yardstick = medianOf(0, 'cpuMs');
  console.log(
    `From process start to handler ready, median of ${RUNS} interleaved runs; size of the code read, minified, data apart`,
  );
  bundles.forEach(({ name, bytes, ...of }, index) => {
    const times = medianOf(index, 'cpuMs') / yardstick;
    const limit = index === 0 ? {} : bundleLimit(name);
    const limits = [
      ...(limit.bytes === undefined ? [] : [`<= ${kilobytes(limit.bytes)} kB`]),
      ...(limit.timesYardstick === undefined ? [] : [`<= ${limit.timesYardstick.toFixed(2)} x`]),
    ];
    const isMissed = bytes > (limit.bytes ?? bytes) || times > (limit.timesYardstick ?? times);
    if (isMissed) process.exitCode = 1;
    const figures = [
      `${kilobytes(bytes).padStart(6)} kB`,
      `${medianOf(index, 'cpuMs').toFixed(1).padStart(6)} ms CPU ${times.toFixed(2)} x`,
      `${medianOf(index, 'wallMs').toFixed(0).padStart(4)} ms`,
      `${medianOf(index, 'memoryMb').toFixed(0).padStart(4)} MB${'memoryMb' in of ? ` of ${of.memoryMb}` : ''}`,
    ];
    const bound = limits.length === 0 ? '' : ` (reach: ${limits.join(', ')}${isMissed ? '; MISSED' : ''})`;
    console.log(`${name.padEnd(38)} ${figures.join('  ')}${bound}`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
