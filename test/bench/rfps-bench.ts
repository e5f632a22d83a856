import { execFileSync } from 'node:child_process';
import { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import { placeFilesReady } from '../../bin/freight/session/place-files-ready.ts';
import { FreightClient } from '../../clients/typescript/src/index.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { startLocalService } from '../support/local-service.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { amount, missReach } from './short.ts';

/**
 * RFPs through the local service, over HTTP: 1,000 lanes in a request, a file of 100,000 lanes, and 10 lanes of another
 * organization at the same time. All lanes are different: a terminal and a ZIP code. RFPS_BENCH_LANES sets another size of
 * the file.
 */
const IN_BODY = amount(1_000, 20);
const IN_FILE = Number(process.env.RFPS_BENCH_LANES ?? amount(100_000, 200));
const FEW = 10;
const ROUNDS = amount(5, 1);
const MOST = { bodySeconds: 20, fileSeconds: 900, sharedRatio: 2 };

await placeFilesReady();
const zips = mainlandZips(createEmbeddedGeocoder());
const terminals = loadTerminals();
/** Different lanes for different numbers. */
const laneOf = (at: number) => ({
  lane_id: `L${at}`,
  origin: terminals[at % terminals.length]?.name ?? '',
  destination: zips[(at * 7_919) % zips.length]?.zip ?? '',
  weekly_volume: 1 + (at % 20),
});
const lanes = (count: number, from: number) => Array.from({ length: count }, (_, at) => laneOf(from + at));

const service = await startLocalService();
const seconds = (since: number) => (performance.now() - since) / 1000;

interface Rfp {
  readonly rfp_id: string;
  readonly status: string;
  readonly lanes: { readonly total: number; readonly priced: number; readonly failed: number };
  readonly upload?: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}
const call = async (key: string, method: string, path: string, body?: unknown): Promise<Rfp> => {
  const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status}: ${answer.text}`);
  return Object(answer.json).rfp;
};
const priced = async (key: string, { rfp_id }: Rfp): Promise<Rfp> => {
  for (;;) {
    const rfp = await call(key, 'GET', `/api/v1/rfps/${rfp_id}`);
    if (rfp.status === 'priced') return rfp;
    if (rfp.status === 'failed') throw new Error(`the RFP failed: ${JSON.stringify(rfp)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
const inBody = async (key: string, count: number, from: number): Promise<number> => {
  const began = performance.now();
  const body = { name: 'Bench', lanes: lanes(count, from) };
  await priced(key, await call(key, 'POST', '/api/v1/rfps', body));
  return seconds(began);
};
/** Resident memory of this process and its descendants, in MB; undefined where there is no `ps`. */
function memoryMb(): number | undefined {
  try {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((row) => row.trim().split(/\s+/).map(Number));
    const own = new Set([process.pid]);
    for (let before = 0; before !== own.size; ) {
      before = own.size;
      for (const [pid = 0, parent = 0] of rows) if (own.has(parent)) own.add(pid);
    }
    return rows.reduce((sum, [pid = 0, , rss = 0]) => sum + (own.has(pid) ? rss : 0), 0) / 1024;
  } catch {
    return undefined;
  }
}
const report = (title: string, count: number, took: number, most: number) => {
  const rate = (count / took).toFixed(0);
  console.log(`${title}: ${took.toFixed(1)} s, ${rate} lanes a second (reach: <= ${most} s)`);
  if (took > most) missReach();
};
const middle = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

try {
  const [large, quiet] = [await createEnterprise(service), await createEnterprise(service)];
  for (const { orgId } of [large, quiet]) {
    await service.freight('org', 'usage-limit', orgId, '1000000', '--json');
  }
  await inBody(large.apiKey, 1, 0);
  report(`${IN_BODY} lanes in a request`, IN_BODY, await inBody(large.apiKey, IN_BODY, 1), MOST.bodySeconds);

  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    alone.push(await inBody(quiet.apiKey, FEW, 10_000 + round * FEW));

  const began = performance.now();
  const awaited = await call(large.apiKey, 'POST', '/api/v1/rfps', { name: 'Bench', source: 'upload' });
  const columns = Object.keys(laneOf(0));
  const rows = lanes(IN_FILE, 100_000).map((lane) => Object.values(lane).join(';'));
  const sent = await fetch(String(awaited.upload?.url), {
    method: 'PUT',
    headers: { ...awaited.upload?.headers },
    body: [columns.join(';'), ...rows].join('\r\n'),
  });
  if (!sent.ok) throw new Error(`the file was not sent: ${sent.status}`);
  const path = `/api/v1/rfps/${awaited.rfp_id}`;
  while ((await call(large.apiKey, 'GET', path)).lanes.priced === 0) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(`the first lanes of the file have prices after ${seconds(began).toFixed(1)} s`);
  const shared: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const took = await inBody(quiet.apiKey, FEW, 20_000 + round * FEW);
    const isShared = (await call(large.apiKey, 'GET', path)).status === 'pricing';
    if (isShared || round === 0) shared.push(took);
  }
  let most = memoryMb() ?? 0;
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb() ?? 0);
  }, 5_000);
  const done = await priced(large.apiKey, awaited).finally(() => clearInterval(watch));
  report(`${IN_FILE} lanes in a file`, IN_FILE, seconds(began), MOST.fileSeconds);
  console.log(
    `  priced ${done.lanes.priced}, failed ${done.lanes.failed}; memory of all processes ${most.toFixed(0)} MB`,
  );
  const asked = performance.now();
  const client = new FreightClient({ apiKey: large.apiKey, baseUrl: service.url });
  const csv = await client.rfps.results(awaited.rfp_id, {}, { timeoutMs: 600_000 });
  console.log(
    `  results as CSV: ${seconds(asked).toFixed(1)} s, ${(csv.length / 1e6).toFixed(1)} MB; memory of all processes ${(memoryMb() ?? 0).toFixed(0)} MB`,
  );
  const ratio = middle(shared) / middle(alone);
  console.log(
    `${FEW} lanes of another organization: median ${middle(alone).toFixed(2)} s alone, ${middle(shared).toFixed(2)} s during the file, ${ratio.toFixed(1)} times (reach: <= ${MOST.sharedRatio})`,
  );
  if (ratio > MOST.sharedRatio) missReach();
} finally {
  await service.stop();
}
