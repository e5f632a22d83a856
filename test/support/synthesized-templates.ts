import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EnvironmentName, EnvironmentSettings } from '../../lib/environments.ts';

export interface Resource {
  Type: string;
  // A template is JSON of any depth: properties are looked at by path.
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Export?: unknown }>;
  Parameters?: Record<string, { Type: string; Default?: string }>;
}

/** `search` is empty where the environment has no domain. */
export type Templates = Record<'data' | 'webhooks' | 'api' | 'search' | 'monitoring', Template>;

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
      env: { PATH: process.env.PATH, HOME: folder },
    });
    const fileOf = (stack: string) => join(folder, `freight-${environment}-${stack}.template.json`);
    const read = async (stack: string): Promise<Template> =>
      JSON.parse(await readFile(fileOf(stack), 'utf8'));
    return {
      data: await read('data'),
      webhooks: await read('webhooks'),
      api: await read('api'),
      monitoring: await read('monitoring'),
      search: existsSync(fileOf('search')) ? await read('search') : { Resources: {} },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
