import { buildBundles } from './build/bundles.ts';

const { outputs } = await buildBundles();
for (const [file, { bytes }] of Object.entries(outputs))
  console.log(`${(bytes / 1000).toFixed(1)} kB  ${file}`);
