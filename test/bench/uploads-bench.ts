import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import { placeFilesReady } from '../../bin/freight/session/place-files-ready.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { createDynamoDbMarketStore } from '../../shared/market/store/dynamodb-market-store.ts';
import { importUpload } from '../../shared/market/uploads/import-upload.ts';
import type { UploadState } from '../../shared/market/uploads/upload-state.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { createMarketTable, startTestDynamoDb } from '../support/dynamodb-local.ts';
import { createInMemoryObjects } from '../support/in-memory-objects.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { amount, missReach } from './short.ts';
import { writeSimulatedFile } from './simulated-file.ts';

/**
 * Imports a file of a million loads (MARKET_BENCH_ROWS sets another size) as the upload function does: time,
 * memory, the longest step of each phase, and stored bytes. The bucket is in memory, except the file.
 */
const ROWS = Number(process.env.MARKET_BENCH_ROWS ?? amount(1_000_000, 1_000));
/** Memory of the function without that of its runtime. */
const MAX_RSS_MB = 1_536;
/** Time that a run has for one step, in seconds. */
const MAX_STEP_S = 180;

const folder = mkdtempSync(join(tmpdir(), 'uploads-bench-'));
const path = join(folder, 'loads.csv');
await placeFilesReady();
const places = createEmbeddedGeocoder();
const roadDistances = createEmbeddedRoadDistances();
await writeSimulatedFile(path, ROWS, roadDistances, mainlandZips(places));
const engine = await startTestDynamoDb();
const client = localDocumentClient(engine.endpoint);
const file = await open(path);
try {
  const { size: length } = statSync(path);
  const store = createDynamoDbMarketStore(client, await createMarketTable(engine.endpoint));
  const terminals = buildEmbeddedDirectory(loadTerminals());
  const kept = createInMemoryObjects();
  const steps = new Map<string, { count: number; longestMs: number; totalMs: number }>();
  let began = performance.now();
  let before: UploadState['phase'] = 'reading';
  let requests = 0;
  const objects = {
    ...kept,
    readPart: async (...[key, tag, part]: Parameters<typeof kept.readPart>) => {
      requests += 1;
      if (key !== 'operator/loads.csv') return kept.readPart(key, tag, part);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(part.length), 0, part.length, part.offset);
      return buffer.subarray(0, bytesRead);
    },
    write: async (...[key, bytes, condition]: Parameters<typeof kept.write>) => {
      requests += 1;
      if (key.endsWith('/state.work')) {
        const ms = performance.now() - began;
        const step = steps.get(before) ?? { count: 0, longestMs: 0, totalMs: 0 };
        step.count += 1;
        step.totalMs += ms;
        step.longestMs = Math.max(step.longestMs, ms);
        steps.set(before, step);
        before = (JSON.parse(Buffer.from(bytes).toString()) as UploadState).phase;
        began = performance.now();
      }
      return kept.write(key, bytes, condition);
    },
  };
  const start = performance.now();
  const done = await importUpload(
    {
      objects,
      store,
      findOrganization: async () => undefined,
      terminals: async () => terminals,
      dieselFor: async () => dieselFor,
      places,
      roadDistances,
      now: () => new Date(),
      run: 'bench',
      hasTime: () => true,
    },
    { key: 'operator/loads.csv', tag: 'tag', length, sequencer: '1' },
  );
  if (done.outcome !== 'finished') throw new Error(`it is ${done.outcome}`);
  const { rows, added, known, rejected } = done.state;
  const rssMb = process.resourceUsage().maxRSS / 1024;
  const keptMb = [...kept.all.values()].reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  console.log(
    `${rows} rows (${(length / 1e6).toFixed(0)} MB) in ${((performance.now() - start) / 1000).toFixed(0)} s, ${added} added, ${known} known, ${rejected} rejected; ${requests} requests of the bucket, ${keptMb.toFixed(0)} MB kept there; most RSS ${rssMb.toFixed(0)} MB (reach: ${MAX_RSS_MB} MB)`,
  );
  for (const [phase, { count, longestMs, totalMs }] of steps) {
    const [longest, total] = [longestMs, totalMs].map((ms) => (ms / 1000).toFixed(1));
    console.log(`${phase}: ${count} steps in ${total} s, the longest ${longest} s (reach: ${MAX_STEP_S} s)`);
    if (longestMs > MAX_STEP_S * 1000) missReach();
  }
  if (rssMb > MAX_RSS_MB) missReach();
} finally {
  await file.close();
  client.destroy();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
