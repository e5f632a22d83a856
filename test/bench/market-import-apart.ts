import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { importMarketFile } from '../../bin/freight/pricing/market/market-import.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createDynamoDbMarketStore } from '../../shared/market/store/dynamodb-market-store.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { meteredClient } from './metered-client.ts';

/** A file and the market for its import. */
interface ImportTerms {
  readonly endpoint: string;
  readonly table: string;
  readonly path: string;
}

interface ImportFigures {
  readonly rows: number;
  readonly added: number;
  readonly known: number;
  readonly rejected: number;
  readonly seconds: number;
  /** Requests to DynamoDB. */
  readonly sent: number;
  /** Largest memory of the process. */
  readonly rssMb: number;
}

/** As in `npm run freight`: a small heap limit makes V8 collect garbage early. */
const V8_OPTIONS = ['--max-old-space-size=512', '--max-semi-space-size=8'];

/**
 * Imports a file in a separate process.
 * @throws Error if the process ends without results.
 */
export async function importApart(terms: ImportTerms): Promise<ImportFigures> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(terms)], { execArgv: V8_OPTIONS });
  let figures: ImportFigures | undefined;
  child.on('message', (sent) => {
    figures = sent as ImportFigures;
  });
  await once(child, 'exit');
  if (figures === undefined) throw new Error('The import ended without figures.');
  return figures;
}

async function importHere({ endpoint, table, path }: ImportTerms): Promise<ImportFigures> {
  const meter = meteredClient(endpoint);
  const { client } = meter;
  const directory = buildEmbeddedDirectory(loadTerminals());
  const start = performance.now();
  const { rows, added, known, rejected } = await importMarketFile(
    {
      store: createDynamoDbMarketStore(client, table),
      terminals: async () => directory,
      dieselFor: async () => dieselFor,
      now: () => new Date(),
    },
    { path, owner: 'operator', onProgress: () => {} },
  );
  const seconds = (performance.now() - start) / 1000;
  client.destroy();
  const sent = meter.requests.length;
  return { rows, added, known, rejected, seconds, sent, rssMb: process.resourceUsage().maxRSS / 1024 };
}

if (import.meta.main) process.send?.(await importHere(JSON.parse(process.argv[2] ?? '') as ImportTerms));
