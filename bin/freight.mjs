#!/usr/bin/env node
// The command `freight` of this package, for `npx freight` and `npm run freight`. The options limit the memory of imports.
process.argv.splice(2, 0, '--max-old-space-size=512', '--max-semi-space-size=8', 'bin/freight.ts');
await import('./ready.mjs');
