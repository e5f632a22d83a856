import { environmentSettings } from '../../lib/environments.ts';
import { createFreightApp } from '../../lib/freight-app.ts';

const [environment = '', outdir = ''] = process.argv.slice(2);
createFreightApp(environmentSettings(environment), outdir).synth();
