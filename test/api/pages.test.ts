import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pMap from 'p-map';
import { loadInitialData } from '../../bin/local/load-initial-data.ts';
import { demoFile } from '../../lib/local/demo-file.ts';
import type { DemoOrganization } from '../../shared/accounts/provisioning/provision-demo.ts';
import { guidePages } from '../support/documents/pages.ts';
import { readBlocks } from '../support/documents/read-blocks.ts';
import { type BlockResult, runPage } from '../support/documents/run-page.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';

/** Most of a page's time is waiting for processes. */
const CONCURRENT_PAGES = 4;

const pages = guidePages()
  .filter(({ path }) => path.startsWith('docs/integrators/'))
  .map((page) => ({ path: page.path, blocks: readBlocks(page) }))
  .filter(({ blocks }) => blocks.length > 0);
const results = new Map<string, readonly BlockResult[]>();
let service: LocalService;

/** The organization of the demo key, which the command line reads from the data folder. */
async function demoOrganization({ dataDir }: LocalService): Promise<DemoOrganization> {
  await loadInitialData({ dataDir, ephemeral: true, opensearch: false });
  return JSON.parse(await readFile(demoFile(dataDir, true), 'utf8')) as DemoOrganization;
}

beforeAll(async () => {
  service = await startLocalService();
  const organization = await demoOrganization(service);
  await pMap(
    pages,
    async ({ path, blocks }) => {
      results.set(
        path,
        await runPage(blocks, { ...organization, url: service.url, dataDir: service.dataDir }),
      );
    },
    { concurrency: CONCURRENT_PAGES },
  );
  process.stdout.write(summaryOf([...results.values()].flat()));
}, 300_000);

afterAll(() => service?.stop());

/** Counts of blocks, and all that were not run with the reason. */
function summaryOf(all: readonly BlockResult[]): string {
  const count = (how: BlockResult['how']) => all.filter((result) => result.how === how).length;
  const reasons = Map.groupBy(
    all.filter(({ reason }) => reason !== undefined),
    ({ reason }) => reason,
  );
  const rows = [...reasons].map(
    ([reason, blocks]) => `  ${reason}: ${blocks.map(({ at }) => at).join(', ')}`,
  );
  const counts = (['run', 'compared', 'written', 'not run'] as const).map((how) => `${count(how)} ${how}`);
  return `Blocks of README.md and docs: ${counts.join(', ')}\n${rows.toSorted().join('\n')}\n`;
}

describe('each command, request and answer of', () => {
  it.each(pages.map(({ path }) => path))('%s', (path) => {
    expect(results.get(path)?.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  });
});

it('the pages were read', () => {
  expect(pages.length).toBeGreaterThan(10);
  expect(results.size).toBe(pages.length);
});
