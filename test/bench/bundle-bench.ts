import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, BUNDLES_DIR, buildBundles } from '../../bin/build/bundles.ts';
import { FUNCTIONS } from '../../lib/endpoints.ts';
import { median } from './median.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = 21;
const MAX_KB = 310;
/** Of a function with the OpenSearch client, which it loads only where its environment has a search domain. */
const MAX_KB_WITH_DOMAIN = 520;

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
};
const DOMAIN = { OPENSEARCH_ENDPOINT: 'https://search.example' };

function cpuMilliseconds({ file, withDomain }: Bundle): number {
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', MEASURE, pathToFileURL(file).href],
    { env: { ...LAMBDA_ENVIRONMENT, ...(withDomain ? DOMAIN : {}) }, encoding: 'utf8' },
  );
  return Number(output) / 1000;
}

interface Bundle {
  readonly name: string;
  readonly file: string;
  /** Whether its environment has a search domain: then it loads the client, too. */
  readonly withDomain: boolean;
}

const clientOf = (file: string): string => file.replace('index.mjs', 'opensearch-library.mjs');

/** Each function as it starts: `search-terminals` with and without a domain, the functions that fill one with it. */
function startsOf(name: string): Bundle[] {
  const file = `${BUNDLES_DIR}${name}/index.mjs`;
  if (!existsSync(clientOf(file))) return [{ name, file, withDomain: false }];
  const asking = { name: `${name}, search domain`, file, withDomain: true };
  return name === 'search-terminals' ? [{ name, file, withDomain: false }, asking] : [asking];
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
  const bundles: Bundle[] = [
    {
      name: 'yardstick: @aws-sdk/client-dynamodb',
      file: join(folder, 'yardstick.mjs'),
      withDomain: false,
    },
    ...FUNCTIONS.flatMap(({ function: name }) => startsOf(name)),
  ];
  const runs = bundles.map((): number[] => []);
  // Interleaved, so that a slow minute of the machine falls on all of them alike.
  for (let run = 0; run < RUNS; run++) {
    for (const [index, bundle] of bundles.entries()) runs[index]?.push(cpuMilliseconds(bundle));
  }
  const yardstick = median(runs[0] ?? []);
  console.log(
    `CPU from process start to handler ready, median of ${RUNS} interleaved runs; size minified, data apart`,
  );
  bundles.forEach(({ name, file, withDomain }, index) => {
    const cpu = median(runs[index] ?? []);
    const files = withDomain ? [file, clientOf(file)] : [file];
    const kilobytes = files.reduce((bytes, each) => bytes + statSync(each).size, 0) / 1000;
    const bound = withDomain ? `<= ${MAX_KB_WITH_DOMAIN} kB` : `<= ${MAX_KB} kB, <= 1.00 x`;
    const reach = index === 0 ? '' : ` (reach: ${bound})`;
    console.log(
      `${name.padEnd(38)} ${kilobytes.toFixed(1).padStart(6)} kB  ${cpu.toFixed(1).padStart(6)} ms  ${(cpu / yardstick).toFixed(2)} x${reach}`,
    );
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
