import { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import { placeFilesReady } from '../../bin/build/place-files.ts';
import { FreightClient } from '../../clients/typescript/src/index.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { startLocalService } from '../support/local-service.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { amount, limit, median, secondsSince } from './figures.ts';

/**
 * RFPs through the local service, over HTTP: lanes in a request, a file of lanes, its results, and 10 lanes of another
 * organization at the same time. All lanes are different: a terminal and a ZIP code. RFPS_BENCH_LANES sets another size of
 * the file.
 */
const IN_BODY = amount(1_000, 20);
const IN_FILE = Number(process.env.RFPS_BENCH_LANES ?? amount(100_000, 200));
const FEW = 10;
const ROUNDS = amount(5, 1);
const MAX_BODY_SECONDS = 20;
const MAX_FILE_SECONDS = 900;
const MAX_RATIO = 2;

await placeFilesReady();
const zips = mainlandZips();
const terminals = loadTerminals();
/** Different lanes for different numbers. */
const lanes = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => ({
    lane_id: `L${from + index}`,
    origin: terminals[(from + index) % terminals.length]?.name ?? '',
    destination: zips[((from + index) * 7_919) % zips.length]?.zip ?? '',
    weekly_volume: 1 + ((from + index) % 20),
  }));

const service = await startLocalService({ keepsLogs: false });

interface Rfp {
  readonly rfp_id: string;
  readonly status: string;
  readonly lanes: { readonly priced: number; readonly failed: number };
  readonly upload?: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}
const call = async (key: string, method: string, path: string, body?: unknown): Promise<Rfp> => {
  const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status}: ${answer.text}`);
  return Object(answer.json).rfp;
};
const read = (key: string, { rfp_id }: Rfp) => call(key, 'GET', `/api/v1/rfps/${rfp_id}`);
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
const untilPriced = async (key: string, created: Rfp): Promise<Rfp> => {
  for (;;) {
    const rfp = await read(key, created);
    if (rfp.status === 'priced') return rfp;
    if (rfp.status === 'failed') throw new Error(`the RFP failed: ${JSON.stringify(rfp)}`);
    await pause();
  }
};
/** Seconds until an RFP with these lanes in its request is priced. */
const inBody = async (key: string, count: number, from: number): Promise<number> => {
  const began = performance.now();
  const body = { name: 'Bench', lanes: lanes(count, from) };
  await untilPriced(key, await call(key, 'POST', '/api/v1/rfps', body));
  return secondsSince(began);
};
const report = (title: string, count: number, seconds: number, most: number) => {
  const rate = (count / seconds).toFixed(0);
  console.log(`${title}: ${seconds.toFixed(1)} s, ${rate} lanes a second ${limit(seconds, most, 's')}`);
};

try {
  const [large, quiet] = [await createEnterprise(service), await createEnterprise(service)];
  for (const { orgId } of [large, quiet]) {
    await service.freight('org', 'usage-limit', orgId, '1000000', '--json');
  }
  await inBody(large.apiKey, 1, 0);
  const ofBody = await inBody(large.apiKey, IN_BODY, 1);
  report(`${IN_BODY} lanes in a request`, IN_BODY, ofBody, MAX_BODY_SECONDS);

  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    alone.push(await inBody(quiet.apiKey, FEW, 10_000 + round * FEW));

  const began = performance.now();
  const awaited = await call(large.apiKey, 'POST', '/api/v1/rfps', { name: 'Bench', source: 'upload' });
  const rows = lanes(IN_FILE, 100_000);
  const sent = await fetch(String(awaited.upload?.url), {
    method: 'PUT',
    headers: { ...awaited.upload?.headers },
    body: [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((row) => row.join(';')).join('\r\n'),
  });
  if (!sent.ok) throw new Error(`the file was not sent: ${sent.status}`);
  while ((await read(large.apiKey, awaited)).lanes.priced === 0) await pause();
  console.log(`the first lanes of the file have prices after ${secondsSince(began).toFixed(1)} s`);
  const shared: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const seconds = await inBody(quiet.apiKey, FEW, 20_000 + round * FEW);
    const isShared = (await read(large.apiKey, awaited)).status === 'pricing';
    if (isShared || round === 0) shared.push(seconds);
  }
  const { lanes: done } = await untilPriced(large.apiKey, awaited);
  report(`${IN_FILE} lanes in a file`, IN_FILE, secondsSince(began), MAX_FILE_SECONDS);
  const asked = performance.now();
  const client = new FreightClient({ apiKey: large.apiKey, baseUrl: service.url });
  const csv = await client.rfps.results(awaited.rfp_id, {}, { timeoutMs: 600_000 });
  const size = (csv.length / 1e6).toFixed(1);
  console.log(
    `  priced ${done.priced}, failed ${done.failed}; results as CSV: ${secondsSince(asked).toFixed(1)} s, ${size} MB`,
  );
  const ratio = median(shared) / median(alone);
  console.log(
    `${FEW} lanes of another organization: median ${median(alone).toFixed(2)} s alone, ${median(shared).toFixed(2)} s during the file, ${ratio.toFixed(1)} times ${limit(ratio, MAX_RATIO, 'times')}`,
  );
} finally {
  await service.stop();
}
