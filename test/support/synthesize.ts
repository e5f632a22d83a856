import { environmentSettings } from '../../lib/environments.ts';
import { createFreightApp } from '../../lib/freight-app.ts';

const [environment = '', outdir = '', changes = '{}'] = process.argv.slice(2);
createFreightApp({ ...environmentSettings(environment), ...JSON.parse(changes) }, outdir).synth();
