import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBundles } from '../../bin/build/bundles.ts';
import { installPythonPackages } from '../../bin/emulator/install-python-packages.ts';
import { createDeliveryApp } from '../../lib/delivery/delivery-stack.ts';
import { createFreightApp } from '../../lib/freight-app.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { started } from './started.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TOOLS = `${ROOT}.local/template-tools`;
const ENVIRONMENTS = ['dev', 'staging', 'prod'];
/** A distribution is a setting of the operator: prod is checked with one. */
const WEB = {
  name: 'freight.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c',
};

/** cfn-lint and actionlint, and the templates of all deployed environments and of the delivery stack. */
export default async function writeTemplates(): Promise<void> {
  const templates = await mkdtemp(join(tmpdir(), 'freight-templates-'));
  started.push(() => rm(templates, { recursive: true, force: true }));
  await installPythonPackages({
    name: 'cfn-lint and actionlint',
    requirements: `${ROOT}test/templates/requirements.txt`,
    venv: TOOLS,
  });
  await buildBundles();
  for (const name of ENVIRONMENTS) {
    const settings = { ...environmentSettings(name), ...(name === 'prod' ? { web: WEB } : {}) };
    createFreightApp(settings, join(templates, name)).synth();
  }
  createDeliveryApp(
    { repository: 'acme@12/freight@34', environments: ['dev', 'staging', 'prod'], provider: 'create' },
    join(templates, 'delivery'),
  ).synth();
  process.env.TEMPLATES_DIR = templates;
  process.env.TEMPLATE_TOOLS = `${TOOLS}/bin`;
}
