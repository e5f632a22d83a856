import { buildSite } from './site/build-site.ts';

// Builds the documentation site and prints its folder as the last line.
console.log(await buildSite());
