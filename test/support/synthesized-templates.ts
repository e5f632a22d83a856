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
  // A template is JSON of any depth: tests read properties by path.
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
 * `search` is empty if the environment has no domain, `market` if it has no bucket for uploads, `web` if it has no
 * distribution, and `aliases` (nested in the API stack) if functions are called without aliases.
 */
export type Templates = Record<
  'data' | 'webhooks' | 'api' | 'aliases' | 'search' | 'market' | 'rfps' | 'web' | 'monitoring',
  Template
>;

const SYNTHESIZE = fileURLToPath(new URL('./synthesize.ts', import.meta.url));

/**
 * Synthesizes one environment in a separate process, without network and credentials, and reads its templates.
 * @param changes to the settings of the environment.
 */
export async function synthesizedTemplates(
  environment: EnvironmentName,
  changes: Partial<EnvironmentSettings> = {},
): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'freight-synth-'));
  try {
    await promisify(execFile)(process.execPath, [SYNTHESIZE, environment, folder, JSON.stringify(changes)], {
      // test/infra/deployment/assemblies.test.ts validates the templates once, since validation takes most of the time.
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
      rfps: await read('rfps'),
      monitoring: await read('monitoring'),
      aliases:
        nested === undefined ? { Resources: {} } : JSON.parse(await readFile(join(folder, nested), 'utf8')),
      search: existsSync(fileOf('search')) ? await read('search') : { Resources: {} },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
