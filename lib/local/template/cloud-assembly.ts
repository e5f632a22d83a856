import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalSetupError } from '../local-setup-error.ts';

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: string }>>;
  readonly Resources: Readonly<Record<string, TemplateResource>>;
}

export interface StackTemplate {
  readonly name: string;
  readonly template: Template;
  /** Asset folders by the hash in the template. */
  readonly assets: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly artifacts: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly dependencies?: readonly string[];
        readonly properties?: { readonly templateFile?: string };
      }
    >
  >;
}

interface AssetManifest {
  readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>>;
}

/**
 * The stacks of a cloud assembly, each after its dependencies.
 * @throws LocalSetupError if the folder contains no assembly.
 */
export function readCloudAssembly(folder: string): StackTemplate[] {
  const read = <T>(file: string): T => {
    try {
      return JSON.parse(readFileSync(join(folder, file), 'utf8'));
    } catch {
      throw new LocalSetupError(`${join(folder, file)} cannot be read: remove ${folder} and start again.`);
    }
  };
  const { artifacts } = read<Manifest>('manifest.json');
  const ordered: StackTemplate[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    const artifact = artifacts[name];
    if (artifact === undefined || seen.has(name)) return;
    seen.add(name);
    for (const dependency of artifact.dependencies ?? []) visit(dependency);
    const file = artifact.properties?.templateFile;
    if (artifact.type !== 'aws:cloudformation:stack' || file === undefined) return;
    const { files } = read<AssetManifest>(file.replace('.template.json', '.assets.json'));
    const assets = Object.entries(files).map(
      ([hash, { source }]) => [hash, join(folder, source.path)] as const,
    );
    ordered.push({ name, template: read<Template>(file), assets: new Map(assets) });
  };
  for (const name of Object.keys(artifacts)) visit(name);
  return ordered;
}
