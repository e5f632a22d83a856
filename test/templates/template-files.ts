import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Template } from '../support/synthesized-templates.ts';

/** Each tool computes for 30 to 50 s. */
export const TOOL_TIMEOUT_MS = 600_000;

/** Folder with one folder of templates for each environment. @throws Error without the runner of this suite. */
function folder(): string {
  const { TEMPLATES_DIR } = process.env;
  if (TEMPLATES_DIR === undefined) throw new Error('Run these tests with npm run test:templates.');
  return TEMPLATES_DIR;
}

/** Names such as "prod/freight-prod-api.template.json". */
export const templateNames = (): string[] =>
  globSync('*/*.template.json', { cwd: folder() }).map((name) => name.replaceAll('\\', '/'));

export const readJson = async (name: string) => JSON.parse(await readFile(join(folder(), name), 'utf8'));

/** Writes a template with a defect, so that a check is seen to find it. @returns its name. */
export async function plantTemplate(name: string, resources: Template['Resources']): Promise<string> {
  await mkdir(join(folder(), 'planted', name), { recursive: true });
  const file = `planted/${name}/${name}.json`;
  await writeFile(join(folder(), file), JSON.stringify({ Resources: resources }));
  return file;
}

/**
 * Runs a tool of test/templates/requirements.in in the folder of templates.
 * @returns its standard output as JSON; both tools exit with a code above 0 if they find anything.
 */
export async function runTool(tool: string, args: readonly string[]) {
  const result = await promisify(execFile)(join(process.env.TEMPLATE_TOOLS ?? '', tool), args, {
    cwd: folder(),
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => error);
  try {
    return JSON.parse(result.stdout ?? '');
  } catch {
    throw new Error(`${tool} did not run: ${result.stderr ?? String(result)}`);
  }
}
