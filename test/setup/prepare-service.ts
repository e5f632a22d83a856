import { buildSite } from '../../bin/site/build-site.ts';
import startEngines from './start-engines.ts';
import synthesize from './synthesize.ts';

/** All that a service on this machine needs. Without the pages, each service would begin to build them. */
export default async function prepareService(config: { readonly maxWorkers: number }): Promise<void> {
  await buildSite();
  await synthesize();
  await startEngines(config);
}
