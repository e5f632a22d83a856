import { existsSync } from 'node:fs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { HIGHWAYS_FILE, PLACES_FILE } from '../../bin/build/data-files.ts';
import { buildHighways } from '../../bin/build/highways.ts';
import { buildPlaces } from '../../bin/build/places.ts';
import { lambdaContext, proxyEvent } from '../support/proxy-event.ts';
import { strategyBody } from '../support/strategy-body.ts';
import { lambdaEnvironments } from './lambda-environments.ts';
import { amount, missReach } from './short.ts';

/**
 * Time in which handlers reject texts that are slow to validate, relative to plain ASCII of the same size in the same
 * fields: the minimum of several calls. The ratio excludes the JSON parser, which is several times slower for escaped
 * quotes. No tables are necessary, since each body is rejected. Run with `node test/bench/user-text-bench.ts`.
 */
const BODY_BYTES = amount(980_000, 98_000);
const QUERY_BYTES = 9_000;
const CALLS = amount(15, 1);
const MAX_TIMES = 2;
const HANDLERS = [
  'price-lanes',
  'create-quote',
  'replace-pricing-strategy',
  'create-webhook',
  'search-terminals',
];
/** A ratio of shorter times measures noise. */
const MIN_MS = 1;

if (!existsSync(PLACES_FILE)) await buildPlaces(PLACES_FILE);
await buildHighways(PLACES_FILE, HIGHWAYS_FILE);

const environments = await lambdaEnvironments();
for (const name of HANDLERS) Object.assign(process.env, environments.get(name));
// Uses the embedded search, and rejects mismatched responses instead of a report only.
delete process.env.OPENSEARCH_ENDPOINT;
Object.assign(process.env, {
  RESPONSE_MISMATCH: 'reject',
  TERMINALS_REFRESH_SECONDS: '3600',
  MARKET_REFRESH_SECONDS: '3600',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
  AWS_MAX_ATTEMPTS: '1',
});
for (const level of ['info', 'warn', 'error'] as const) console[level] = () => {};

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

interface Target {
  readonly name: string;
  readonly handler: Handler;
  /** Bytes of the text. */
  readonly bytes: number;
  readonly event: (text: string) => Partial<APIGatewayProxyEvent>;
}

const inBody = (body: (text: string) => unknown) => (text: string) => ({ body: JSON.stringify(body(text)) });
const LANE = { originTerminal: 'Maher Terminals', destinationCity: 'Newark', destinationState: 'NJ' };
const QUOTE = {
  origin: 'Long Beach, CA',
  destination: 'Phoenix, AZ',
  equipment_type: 'dryvan',
  pickup_date: '2099-01-01',
};
const WEBHOOK = { url: 'https://example.com/', events: ['quote.created'] };

/** One target for each text field. */
const fields = (
  name: string,
  handler: Handler,
  names: readonly string[],
  body: (given: Readonly<Record<string, unknown>>) => unknown,
) =>
  names.map(
    (field): Target => ({
      name: `${name} ${field}`,
      handler,
      bytes: BODY_BYTES,
      event: inBody((text) => body({ [field]: text })),
    }),
  );

const { handler: rates } = await import('../../functions/price-lanes/handler.ts');
const { handler: quotes } = await import('../../functions/create-quote/handler.ts');
const { handler: strategy } = await import('../../functions/replace-pricing-strategy/handler.ts');
const { handler: webhooks } = await import('../../functions/create-webhook/handler.ts');
const { handler: search } = await import('../../functions/search-terminals/handler.ts');

const TARGETS: readonly Target[] = [
  ...fields(
    'rates',
    rates,
    ['originTerminal', 'destinationCity', 'destinationState', 'destinationZip', 'equipment', 'date'],
    (given) => [{ ...LANE, ...given }],
  ),
  ...fields(
    'quotes',
    quotes,
    ['origin', 'destination', 'equipment_type', 'pickup_date', 'customer_reference'],
    (given) => ({ ...QUOTE, ...given }),
  ),
  {
    name: 'quotes special_requirements',
    handler: quotes,
    bytes: BODY_BYTES,
    event: inBody((text) => ({ ...QUOTE, special_requirements: [text] })),
  },
  ...fields('strategy', strategy, ['fuel'], (given) => strategyBody(given)),
  {
    name: 'strategy accessorial_overrides',
    handler: strategy,
    bytes: BODY_BYTES,
    event: inBody((text) => strategyBody({ accessorial_overrides: { [text]: { rate: 1 } } })),
  },
  ...fields('webhooks', webhooks, ['url'], (given) => ({ ...WEBHOOK, ...given })),
  {
    name: 'webhooks events',
    handler: webhooks,
    bytes: BODY_BYTES,
    event: inBody((text) => ({ ...WEBHOOK, events: [text] })),
  },
  ...['query', 'city', 'state', 'zip', 'radius'].map(
    (field): Target => ({
      name: `search ${field}`,
      handler: search,
      bytes: QUERY_BYTES,
      event: (text) => ({ httpMethod: 'GET', queryStringParameters: { query: 'pier', [field]: text } }),
    }),
  ),
];

const ATTACKS: Readonly<Record<string, string>> = {
  'combining marks': '\u0327\u0301',
  spaces: ' ',
  'digits and separators': '1,',
  digits: '1',
  quotes: '\'"',
  'full width': '\uff21\u0301',
};

/** Repeats a unit up to this number of bytes in JSON. */
function textOf(unit: string, bytes: number): string {
  const each = Buffer.byteLength(JSON.stringify(unit)) - 2;
  return unit.repeat(Math.floor(bytes / each));
}

interface Times {
  readonly whole: number;
  /** Time without the JSON parser. */
  readonly own: number;
}

async function timesOf({ handler, event }: Target, text: string): Promise<Times> {
  const given = event(text);
  const parseStart = performance.now();
  JSON.parse(given.body ?? '0');
  const parse = performance.now() - parseStart;
  const call = proxyEvent(given);
  const start = performance.now();
  const { statusCode } = await handler(call, lambdaContext());
  const whole = performance.now() - start;
  if (statusCode !== 400) throw new Error(`answered ${statusCode}`);
  return { whole, own: whole - parse };
}

const least = (times: readonly Times[]): Times => ({
  whole: Math.min(...times.map(({ whole }) => whole)),
  own: Math.max(MIN_MS, Math.min(...times.map(({ own }) => own))),
});

let worst = 0;
for (const target of TARGETS) {
  const plainText = textOf('a', target.bytes);
  for (const [attack, unit] of Object.entries(ATTACKS)) {
    const attackText = textOf(unit, target.bytes);
    const ofPlain: Times[] = [];
    const ofAttack: Times[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      ofPlain.push(await timesOf(target, plainText));
      ofAttack.push(await timesOf(target, attackText));
    }
    const [attacked, plain] = [least(ofAttack), least(ofPlain)];
    const ratio = attacked.own / plain.own;
    worst = Math.max(worst, ratio);
    const columns = [target.name.padEnd(31), attack.padEnd(22), attacked.whole.toFixed(2).padStart(6)];
    console.log(
      `${columns.join(' ')} ms, plain ${plain.whole.toFixed(2).padStart(6)} ms, ${ratio.toFixed(2)} times`,
    );
  }
}
console.log(`worst ${worst.toFixed(2)} times (reach ${MAX_TIMES})`);
if (worst > MAX_TIMES) missReach();
process.exit();
