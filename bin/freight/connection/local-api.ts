import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { demoFile } from '../../../lib/local/demo-file.ts';
import { hashApiKey } from '../../../shared/accounts/api-keys/api-key.ts';
import { hasEnded } from '../../../shared/accounts/api-keys/api-key-record.ts';
import type { KeyDirectory } from '../../../shared/accounts/organizations/key-directory.ts';
import type { DemoOrganization } from '../../../shared/accounts/provisioning/provision-demo.ts';

/** The API of the service on this machine, and who calls it. */
export interface LocalApi {
  readonly url: string;
  /** The organization whose key is shown at every start; undefined where none is kept, or it is not known any more. */
  demo(): Promise<DemoOrganization | undefined>;
  /** Whose key it is; undefined for one that is not valid. */
  ownerOf(apiKey: string): Promise<string | undefined>;
}

const demoContent = v.pipe(v.string(), v.parseJson(), v.object({ orgId: v.string(), apiKey: v.string() }));

export function createLocalApi(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  directory: Pick<KeyDirectory, 'findKey'>,
): LocalApi {
  const ownerOf = async (apiKey: string) => {
    const key = await directory.findKey(hashApiKey(apiKey));
    return key === undefined || hasEnded(key, Date.now()) ? undefined : key.orgId;
  };
  return {
    url,
    ownerOf,
    demo: async () => {
      // A service that keeps nothing may run in a folder where another one kept its own.
      for (const file of [true, false].map((ephemeral) => demoFile(dataDir, ephemeral))) {
        const parsed = v.safeParse(demoContent, await readFile(file, 'utf8').catch(() => undefined));
        if (parsed.success && (await ownerOf(parsed.output.apiKey)) !== undefined) return parsed.output;
      }
      return undefined;
    },
  };
}
