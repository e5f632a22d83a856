// The pinned Node that runs this project, independent of the Node that starts npm. Plain JavaScript without packages,
// since it runs before the installation.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_VERSION } from '../../lib/settings/node-version.mjs';

/** Hashes of the archives for other platforms, from SHASUMS256.txt of the release. */
export const ARCHIVE_SHA256 = {
  'darwin-arm64': 'bed7eea5325e1108f32ce5228ddd6a5f0f08a499ee42aa7442aea583702f6057',
  'darwin-x64': '1462cb3b3046b815cf8ea436d3da450ec1a9f11dac7e5a46b0ada5305d7e8097',
};
const PACKAGES = ['linux-arm64', 'linux-x64', 'win32-x64'];
const RELEASES = 'https://nodejs.org/dist';
const DOWNLOAD_WITHIN_MS = 10 * 60_000;

/**
 * Path of the installed pinned Node; undefined for a platform without one.
 * @param modules the folder node_modules.
 */
export function pinnedNode(modules, { platform, arch } = process) {
  if (comesInArchive({ platform, arch })) return join(modules, `.node-v${NODE_VERSION}`, 'node');
  if (!PACKAGES.includes(`${platform}-${arch}`)) return undefined;
  // Not node_modules/.bin/node: npm 10 removes it with the packages of other platforms.
  return platform === 'win32'
    ? join(modules, `node-win-${arch}/bin/node.exe`)
    : join(modules, `node-${platform}-${arch}/bin/node`);
}

/** Whether Node for the platform is downloaded as an archive, and not installed as a package. */
export const comesInArchive = ({ platform, arch } = process) => `${platform}-${arch}` in ARCHIVE_SHA256;

/**
 * Downloads the archive of a platform, checks its hash, and installs Node at the path of `pinnedNode`.
 * @throws Error with the reason in one line.
 */
export async function downloadNode(
  modules,
  { platform, arch, sha256 = ARCHIVE_SHA256[`${platform}-${arch}`], releases } = process,
) {
  const name = `node-v${NODE_VERSION}-${platform}-${arch}`;
  const from = (releases ?? process.env.NODEJS_ORG_MIRROR ?? RELEASES).replace(/\/+$/, '');
  const response = await fetch(`${from}/v${NODE_VERSION}/${name}.tar.gz`, {
    signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS),
  }).catch(() => undefined);
  const content = response?.ok ? await response.arrayBuffer().catch(() => undefined) : undefined;
  if (content === undefined) {
    throw new Error(
      `${name}.tar.gz could not be downloaded from ${from}${response ? ` (status ${response.status})` : ''}. Set NODEJS_ORG_MIRROR to use a mirror.`,
    );
  }
  const archive = Buffer.from(content);
  const found = createHash('sha256').update(archive).digest('hex');
  if (found !== sha256) throw new Error(`${name}.tar.gz has SHA-256 ${found}, expected ${sha256}.`);
  const finished = join(modules, `.node-v${NODE_VERSION}`);
  const folder = mkdtempSync(`${finished}-`);
  try {
    writeFileSync(join(folder, 'archive'), archive);
    await promisify(execFile)('tar', ['-xzf', join(folder, 'archive'), '-C', folder, `${name}/bin/node`]);
    // Atomic: an interrupted download is never used.
    rmSync(finished, { recursive: true, force: true });
    renameSync(join(folder, name, 'bin'), finished);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
