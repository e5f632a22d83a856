import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import type { ReportedLoad } from '../../bin/backtest/simulator/simulate.ts';
import { simulate } from '../../bin/backtest/simulator/simulate.ts';
import { placeFilesReady } from '../../bin/build/place-files.ts';
import { csvRow } from '../../shared/platform/files/csv-rows.ts';
import { addDays, mondayOf } from '../../shared/platform/time/utc-calendar.ts';
import { startLocalService } from '../support/local-service.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { amount, limit, secondsSince } from './figures.ts';

/**
 * Imports on the local service: a file of market loads by the command line, twice, with its largest memory; and a file of
 * contract rates, uploaded over HTTP. IMPORTS_BENCH_LOADS and IMPORTS_BENCH_RATES set other numbers of rows.
 */
const LOADS = Number(process.env.IMPORTS_BENCH_LOADS ?? amount(1_000_000, 1_000));
const RATES = Number(process.env.IMPORTS_BENCH_RATES ?? amount(20_000, 200));
const WEEKS = 76;
const MAX_RSS_MB = 512;
const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));
/** Options of `npm run freight`, and a module that prints the largest memory of the process. */
const NODE_OPTIONS = [
  '--max-old-space-size=512',
  '--max-semi-space-size=8',
  `--import=data:text/javascript,${encodeURIComponent("process.on('exit', () => console.error('rss', process.resourceUsage().maxRSS))")}`,
];

await placeFilesReady();
const HEADER = 'date,origin,destination,equipment,rate,fuel_included,contributor';
const cellsOf = (load: ReportedLoad): readonly string[] => [
  ...[load.date, load.origin, load.destination, load.equipment],
  ...[load.rate.toFixed(2), String(load.fuelIncluded), load.contributor],
];

const zips = mainlandZips();
const folder = mkdtempSync(join(tmpdir(), 'imports-bench-'));

/** Writes simulated loads, one row each. */
async function writeLoads(path: string): Promise<void> {
  const file = createWriteStream(path);
  file.write(`${HEADER}\n`);
  const weeks = simulate({
    seed: 'bench',
    scenario: 'ordinary',
    from: addDays(mondayOf(new Date()), -7 * WEEKS),
    weeks: WEEKS,
    // Lanes start during the run: the first weeks have fewer loads.
    loadsAWeek: Math.ceil((1.26 * LOADS) / WEEKS),
  });
  let rows = 0;
  for await (const { loads } of weeks) {
    const written = loads.slice(0, LOADS - rows);
    rows += written.length;
    if (!file.write(written.map((load) => `${csvRow(cellsOf(load))}\n`).join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

/** Runs `freight market import`. */
async function importLoads(path: string, dataDir: string) {
  const began = performance.now();
  const args = [...NODE_OPTIONS, FREIGHT, 'market', 'import', path, '--json'];
  const child = spawn(process.execPath, args, { env: { ...process.env, FREIGHT_LOCAL_DIR: dataDir } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    err += part;
  });
  await once(child, 'close');
  const [, rss] = /^rss (\d+)$/m.exec(err) ?? [];
  if (rss === undefined || out === '') throw new Error(`The import failed: ${err}`);
  const { rows, added, known, rejected } = JSON.parse(out) as Record<string, number>;
  return { rows, added, known, rejected, seconds: secondsSince(began), rssMb: Number(rss) / 1024 };
}

/** Contract rates of different lanes for several customers. */
const ratesFile = () =>
  [
    'external_id,customer,origin,destination,equipment,rate type,rate,fuel,start date',
    ...Array.from({ length: RATES }, (_, at) => {
      const zip = zips[(at * 7_919) % zips.length]?.zip;
      return `R${at},Customer ${at % 500},USLAX,${zip},40HC,flat,${900 + (at % 900)},included,2030-01-01`;
    }),
  ].join('\n');

const service = await startLocalService({ keepsLogs: false });
try {
  const path = join(folder, 'loads.csv');
  await writeLoads(path);
  for (const which of ['market loads', 'the same loads again']) {
    const { rows, added, known, rejected, seconds, rssMb } = await importLoads(path, service.dataDir);
    const rate = (Number(rows) / seconds).toFixed(0);
    console.log(
      `${which}: ${rows} rows in ${seconds.toFixed(1)} s, ${rate} a second; ${added} added, ${known} known, ${rejected} rejected; at most ${rssMb.toFixed(0)} MB ${limit(rssMb, MAX_RSS_MB, 'MB')}`,
    );
  }

  const { apiKey: key } = await createEnterprise(service);
  const call = async (method: string, to: string) => {
    const { status, text, json } = await service.call(method, to, { key });
    if (status !== 200) throw new Error(`${method} ${to} answers ${status}: ${text}`);
    return Object(json).upload;
  };
  const uploads = '/api/v1/contract-rates/uploads';
  const { upload_id: id, address } = await call('POST', uploads);
  const began = performance.now();
  const sent = await fetch(address.url, {
    method: address.method,
    headers: address.headers,
    body: ratesFile(),
  });
  if (!sent.ok) throw new Error(`the file was not sent: ${sent.status}`);
  let upload = await call('GET', `${uploads}/${id}`);
  while (['awaiting_upload', 'importing'].includes(upload.state)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    upload = await call('GET', `${uploads}/${id}`);
  }
  const seconds = secondsSince(began);
  const { created, rejected } = upload.rows;
  const rate = (RATES / seconds).toFixed(0);
  console.log(
    `contract rates, uploaded: ${RATES} rows in ${seconds.toFixed(1)} s, ${rate} a second; ${created} created, ${rejected} rejected (${upload.state})`,
  );
  if (created !== RATES) process.exitCode = 1;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
