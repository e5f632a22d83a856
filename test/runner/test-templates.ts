import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from 'aws-cdk-lib';
import { buildBundles } from '../../bin/build/bundles.ts';
import { installPythonPackages } from '../../bin/packages/install-python-packages.ts';
import { createDeliveryApp } from '../../lib/delivery/delivery-app.ts';
import { createFreightApp } from '../../lib/freight-app.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { acknowledgementsOf } from '../support/rule-findings.ts';
import { runTests, TestFailure } from './run.ts';

/**
 * `npm run test:templates`: cfn-lint and checkov on the templates of all deployed environments and of the delivery stack,
 * and actionlint on the workflows. Every finding is fixed, or acknowledged next to its construct.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TOOLS = `${ROOT}.local/template-tools`;
const ENVIRONMENTS = ['dev', 'staging', 'prod'];
/** A distribution is a setting of the operator: prod is checked with one. */
const WEB = {
  name: 'freight.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c',
};

/** Synthesizes an app to a folder of templates, with what its constructs acknowledge. */
async function writeTemplates(folder: string, create: (outdir: string) => App): Promise<void> {
  const app = create(folder);
  app.synth();
  await writeFile(join(folder, 'acknowledgements.json'), JSON.stringify(acknowledgementsOf(app)));
}

const templates = await mkdtemp(join(tmpdir(), 'freight-templates-'));
try {
  await installPythonPackages({
    name: 'cfn-lint, checkov and actionlint',
    requirements: `${ROOT}test/templates/requirements.txt`,
    venv: TOOLS,
  });
  await buildBundles();
  for (const name of ENVIRONMENTS) {
    await writeTemplates(join(templates, name), (outdir) =>
      createFreightApp({ ...environmentSettings(name), ...(name === 'prod' ? { web: WEB } : {}) }, outdir),
    );
  }
  await writeTemplates(join(templates, 'delivery'), (outdir) =>
    createDeliveryApp(
      { repository: 'acme@12/freight@34', environments: ['dev', 'staging', 'prod'], provider: 'create' },
      outdir,
    ),
  );
  await runTests('templates', ['templates'], [], {
    TEMPLATES_DIR: templates,
    TEMPLATE_TOOLS: `${TOOLS}/bin`,
  });
} catch (error) {
  if (!(error instanceof TestFailure || error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(templates, { recursive: true, force: true });
}
