import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EnvironmentName, EnvironmentSettings } from '../../lib/settings/environments.ts';

export interface Resource {
  Type: string;
  // A template is JSON of any depth: properties are looked at by path.
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  Metadata?: Record<string, unknown>;
  DependsOn?: string[];
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Export?: unknown }>;
  Parameters?: Record<string, { Type: string; Default?: string }>;
}

/**
 * `search` is empty where the environment has no domain, `market` where it has no bucket of uploads, `web` where it has no distribution, `aliases` (inside the API's stack) where functions are called
 * as they are.
 */
export type Templates = Record<
  'data' | 'webhooks' | 'api' | 'aliases' | 'search' | 'market' | 'web' | 'monitoring',
  Template
>;

const SYNTHESIZE = fileURLToPath(new URL('./synthesize.ts', import.meta.url));

/**
 * Synthesizes one environment in a process of its own, without network and credentials, and reads its templates.
 * @param changes to the environment's settings.
 */
export async function synthesizedTemplates(
  environment: EnvironmentName,
  changes: Partial<EnvironmentSettings> = {},
): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'freight-synth-'));
  try {
    await promisify(execFile)(process.execPath, [SYNTHESIZE, environment, folder, JSON.stringify(changes)], {
      // What CloudFormation would reject is looked for once, in test/infra/assemblies.test.ts: it takes most of the time.
      env: { PATH: process.env.PATH, HOME: folder, CDK_VALIDATION: 'false' },
    });
    const fileOf = (stack: string) => join(folder, `freight-${environment}-${stack}.template.json`);
    const read = async (stack: string): Promise<Template> =>
      JSON.parse(await readFile(fileOf(stack), 'utf8'));
    const nested = (await readdir(folder)).find((file) => file.endsWith('.nested.template.json'));
    return {
      data: await read('data'),
      webhooks: await read('webhooks'),
      api: await read('api'),
      market: existsSync(fileOf('market')) ? await read('market') : { Resources: {} },
      web: existsSync(fileOf('web')) ? await read('web') : { Resources: {} },
      monitoring: await read('monitoring'),
      aliases:
        nested === undefined ? { Resources: {} } : JSON.parse(await readFile(join(folder, nested), 'utf8')),
      search: existsSync(fileOf('search')) ? await read('search') : { Resources: {} },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
