import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** `npm run figures`: the size of the repository, and how many of its files a function loads. */
const SOURCE = /^(bin|lib|functions|shared|openapi|web|clients)\/.*\.(ts|tsx|mjs|js|css)$/;
const MEASURED = [
  'read-quote',
  'list-quotes',
  'price-lanes',
  'create-quote',
  'deliver-webhook',
  'import-market',
];

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n');
const textOf = (file: string) => readFileSync(file, 'utf8');
const linesOf = (of: readonly string[]) =>
  of.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);
const wordsOf = (of: readonly string[]) =>
  of.reduce((sum, file) => sum + (textOf(file).match(/\S+/g)?.length ?? 0), 0);

/** Files of the project of which the bundle of a function has a part. */
async function loadedBy(name: string): Promise<number> {
  const { metafile } = await build({
    entryPoints: [`functions/${name}/handler.ts`],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'dist',
    logLevel: 'silent',
  });
  const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return new Set(parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)).size;
}

const sources = files.filter((file) => SOURCE.test(file));
const pages = files.filter((file) => /^(docs\/.*|README)\.md$/.test(file));
console.table({
  'lines of source': linesOf(sources),
  'lines of test/': linesOf(files.filter((file) => /^test\/.*\.(ts|mjs)$/.test(file))),
  'words of pages': wordsOf(pages),
  'files in Git': files.length,
  ...Object.fromEntries(
    [
      ...Map.groupBy(sources, (file) =>
        file
          .split('/')
          .slice(0, file.startsWith('shared/') ? 2 : 1)
          .join('/'),
      ),
    ].map(([folder, own]) => [`lines of ${folder}`, linesOf(own)]),
  ),
});
for (const name of MEASURED) console.log(`${name} loads ${await loadedBy(name)} files`);
