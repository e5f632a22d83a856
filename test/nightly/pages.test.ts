import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pMap from 'p-map';
import { connect } from '../../bin/freight/connection/connection.ts';
import { demoOrganization } from '../../bin/local/demo-organization.ts';
import type { Provisioning } from '../../shared/accounts/provisioning/provisioning.ts';
import { guidePages } from '../support/documents/pages.ts';
import { type Block, readBlocks } from '../support/documents/read-blocks.ts';
import { type BlockResult, runPage } from '../support/documents/run-page.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';

/** Most of a page's time is waiting for processes. */
const CONCURRENT_PAGES = 4;

const pages = guidePages()
  .map((page) => ({ path: page.path, blocks: readBlocks(page) }))
  .filter(({ blocks }) => blocks.length > 0);
const results = new Map<string, readonly BlockResult[]>();
let service: LocalService;

/** Runs a page with a demo organization of its own, in a data folder that the command line uses. */
async function runWithOrganization(blocks: readonly Block[], provisioning: Provisioning) {
  const dataDir = await mkdtemp(join(tmpdir(), 'freight-page-data-'));
  try {
    await copyFile(join(service.dataDir, 'host.json'), join(dataDir, 'host.json'));
    const organization = await demoOrganization(dataDir, true, { provisioning });
    return await runPage(blocks, { ...organization, url: service.url, dataDir });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

beforeAll(async () => {
  service = await startLocalService();
  process.env.FREIGHT_LOCAL_DIR = service.dataDir;
  const { provisioning, close } = await connect(undefined, () => {});
  try {
    await pMap(
      pages,
      async ({ path, blocks }) => {
        results.set(path, await runWithOrganization(blocks, provisioning));
      },
      { concurrency: CONCURRENT_PAGES },
    );
  } finally {
    close();
  }
  process.stdout.write(summaryOf([...results.values()].flat()));
});

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
  expect(pages.length).toBeGreaterThan(20);
  expect(results.size).toBe(pages.length);
});
