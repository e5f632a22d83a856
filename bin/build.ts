import { buildBundles, buildLocalBundles } from './build/bundles.ts';

await buildBundles();
await buildLocalBundles();
