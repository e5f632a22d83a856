import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { hashApiKey } from '../../shared/organizations/api-key.ts';
import type { KeyDirectory } from '../../shared/organizations/key-directory.ts';
import type { DemoOrganization } from '../../shared/organizations/provision-demo.ts';

/** The API of the service on this machine, and who calls it. */
export interface LocalApi {
  readonly url: string;
  /** The organization whose key is shown at every start; undefined where none is kept, or it is not known any more. */
  demo(): Promise<DemoOrganization | undefined>;
  /** Whose key it is; undefined for one that is not valid. */
  ownerOf(apiKey: string): Promise<string | undefined>;
}

const demoFile = v.pipe(v.string(), v.parseJson(), v.object({ orgId: v.string(), apiKey: v.string() }));

export function createLocalApi(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  directory: Pick<KeyDirectory, 'findKey'>,
): LocalApi {
  const ownerOf = async (apiKey: string) => {
    const key = await directory.findKey(hashApiKey(apiKey));
    return key?.status === 'active' ? key.orgId : undefined;
  };
  return {
    url,
    ownerOf,
    demo: async () => {
      const content = await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => undefined);
      const parsed = v.safeParse(demoFile, content);
      if (!parsed.success || (await ownerOf(parsed.output.apiKey)) === undefined) return undefined;
      return parsed.output;
    },
  };
}
