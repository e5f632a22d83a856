import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EnvironmentName, EnvironmentSettings } from '../../lib/settings/environments.ts';
import { inlineNestedStacks } from './inline-nested-stacks.ts';

export interface Resource {
  Type: string;
  // A template is JSON of any depth: tests read properties by path.
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  Metadata?: Record<string, unknown>;
  DependsOn?: string[];
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Export?: unknown; Value?: unknown }>;
  Parameters?: Record<string, { Type: string; Default?: string }>;
}

/**
 * `search` is empty if the environment has no domain, and `web` if it has no distribution. `api` contains the resources of
 * its nested stacks.
 */
export type Templates = Record<'data' | 'workers' | 'api' | 'search' | 'web', Template>;

const resourceCounts = new WeakMap<Templates, ReadonlyMap<string, number>>();

/** The number of resources of each stack and nested stack, by file. */
export const resourceCountsOf = (templates: Templates): ReadonlyMap<string, number> =>
  resourceCounts.get(templates) ?? new Map();

const SYNTHESIZE = fileURLToPath(new URL('./synthesize.ts', import.meta.url));

/** Synthesizes one environment into a folder, in a separate process, without network and credentials. */
async function synthesize(environment: EnvironmentName, changes: string, folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [SYNTHESIZE, environment, folder, changes], {
    env: { PATH: process.env.PATH, HOME: folder },
  });
}

/**
 * The templates of one environment. Test files of a run share those with the same settings, since each synthesis takes
 * seconds of computing.
 * @param changes to the settings of the environment.
 */
export async function synthesizedTemplates(
  environment: EnvironmentName,
  changes: Partial<EnvironmentSettings> = {},
): Promise<Templates> {
  const settings = JSON.stringify(changes);
  const ofRun = process.env.TEST_TEMPLATES_DIR;
  const name = `${environment}-${createHash('sha256').update(settings).digest('hex')}`;
  const shared = ofRun === undefined ? undefined : join(ofRun, name);
  if (shared !== undefined && existsSync(shared)) return await readTemplates(shared, environment);
  const folder = await mkdtemp(join(ofRun ?? tmpdir(), 'freight-synth-'));
  try {
    await synthesize(environment, settings, folder);
    const templates = await readTemplates(folder, environment);
    // Another process may have put its folder there first; both have the same templates.
    if (shared !== undefined) await rename(folder, shared).catch(() => undefined);
    return templates;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The templates of an environment in a folder of synthesized ones. */
export async function readTemplates(folder: string, environment: EnvironmentName): Promise<Templates> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.template.json'));
  const byFile = new Map<string, Template>();
  for (const file of files) byFile.set(file, JSON.parse(await readFile(join(folder, file), 'utf8')));
  const ofFile = (file: string): Template => byFile.get(file) ?? { Resources: {} };
  const of = (stack: string) =>
    inlineNestedStacks(ofFile(`freight-${environment}-${stack}.template.json`), ofFile);
  const templates = {
    data: of('data'),
    workers: of('workers'),
    api: of('api'),
    search: of('search'),
    web: of('web'),
  };
  const counts = [...byFile].map(([file, { Resources }]) => [file, Object.keys(Resources).length] as const);
  resourceCounts.set(templates, new Map(counts));
  return templates;
}
