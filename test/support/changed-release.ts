import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';

/** Source of the module of a changed bundle. The previous module is next to it: ./released.mjs. */
export type ChangedModule = string;

interface Template {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Properties?: { readonly Description?: unknown };
        readonly Metadata?: Readonly<Record<string, unknown>>;
      }
    >
  >;
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

/**
 * Copies a cloud assembly to another folder, with other code in some functions: the result of a synthesis from changed
 * sources, since the names of assets contain the hash of their content.
 * @param changes modules by function, as in "read-quote".
 */
export async function changedRelease(
  assembly: string,
  copy: string,
  changes: Readonly<Record<string, ChangedModule>>,
): Promise<void> {
  await cp(assembly, copy, { recursive: true, filter: (path) => !path.endsWith('.lock') });
  const files = await readdir(copy);
  const templates = files.filter((file) => file.endsWith('.template.json'));
  for (const [name, module] of Object.entries(changes)) {
    const asset = await assetOf(copy, templates, name);
    const next = sha256(`${asset} ${module}`);
    await rename(`${copy}/asset.${asset}`, `${copy}/asset.${next}`);
    await rename(`${copy}/asset.${next}/index.mjs`, `${copy}/asset.${next}/released.mjs`);
    await writeFile(`${copy}/asset.${next}/index.mjs`, module);
    await replaceIn(copy, files, asset, next);
  }
  // Templates are also assets: with the old name, the deployment would use the existing one.
  for (const file of templates) {
    const before = sha256(await readFile(`${assembly}/${file}`, 'utf8'));
    await replaceIn(copy, files, before, sha256(await readFile(`${copy}/${file}`, 'utf8')));
  }
}

async function assetOf(assembly: string, templates: readonly string[], name: string): Promise<string> {
  for (const file of templates) {
    const { Resources } = JSON.parse(await readFile(`${assembly}/${file}`, 'utf8')) as Template;
    for (const { Properties, Metadata } of Object.values(Resources)) {
      const path = Metadata?.['aws:asset:path'];
      if (String(Properties?.Description).endsWith(`: ${name}`) && typeof path === 'string') {
        return path.replace('asset.', '');
      }
    }
  }
  throw new Error(`no function ${name} in ${assembly}`);
}

async function replaceIn(
  folder: string,
  files: readonly string[],
  before: string,
  after: string,
): Promise<void> {
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const text = await readFile(`${folder}/${file}`, 'utf8');
    if (text.includes(before)) await writeFile(`${folder}/${file}`, text.replaceAll(before, after));
  }
}
