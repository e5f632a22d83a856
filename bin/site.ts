import { parseArgs } from 'node:util';
import { ENVIRONMENT_NAMES } from '../lib/settings/environments.ts';
import { buildSite } from './site/build-site.ts';

const USAGE = `Usage: npm run site [-- --publish ENVIRONMENT]
  Builds the pages and prints their folder.
  --publish  uploads them to the bucket of the environment, which needs a distribution ("web" in operator-settings.json)`;

/** Uploads the pages to the bucket whose name the web stack published. */
async function publish(site: string, name: string): Promise<void> {
  const environment = ENVIRONMENT_NAMES.find((known) => known === name);
  if (environment === undefined) throw new Error(`Unknown environment "${name}".\n${USAGE}`);
  const [{ S3Client }, { GetParameterCommand, SSMClient }, { parameterNames }, { publishSite }] =
    await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/client-ssm'),
      import('../lib/parameters/parameter-names.ts'),
      import('./site/publish-site.ts'),
    ]);
  const Name = parameterNames(environment).pagesBucket;
  const { Parameter } = await new SSMClient().send(new GetParameterCommand({ Name }));
  const bucket = Parameter?.Value ?? '';
  const { uploaded, deleted } = await publishSite(new S3Client(), bucket, site);
  console.log(`${bucket}: ${uploaded} files uploaded, ${deleted} deleted.`);
}

try {
  const { values } = parseArgs({ options: { publish: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) console.log(USAGE);
  else {
    const site = await buildSite();
    if (values.publish !== undefined) await publish(site, values.publish);
    console.log(site);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
