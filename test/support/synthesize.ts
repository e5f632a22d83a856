import { createFreightApp } from '../../lib/freight-app.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';

const [environment = '', outdir = '', changes = '{}'] = process.argv.slice(2);
createFreightApp({ ...environmentSettings(environment), ...JSON.parse(changes) }, outdir).synth();
