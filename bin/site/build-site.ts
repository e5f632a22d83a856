import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REFERENCE_FOLDER, referenceIndex, referencePages } from '../../web/site/build/reference-pages.ts';
import { CLIENTS_FOLDER } from '../../web/site/build/site-links.ts';
import { readPages } from '../../web/site/build/site-pages.ts';
import { markUsed, removeUnused } from '../build/assembly.ts';
import { buildClientTypes } from '../build/client-types.ts';
import { hashFiles } from '../build/hash-files.ts';
import { buildConsole } from './build-console.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = `${ROOT}web/site/`;
const CLIENTS = `${ROOT}clients/`;
/** What pages link of the clients. */
const LINKED_OF_CLIENTS = ['*.json', '*/README.md', 'spreadsheets/*'];

/** Input files of the site and the console. */
const INPUTS = [
  'docs/**',
  'web/site/**',
  'web/site/.vitepress/**',
  'web/console/**',
  ...LINKED_OF_CLIENTS.map((files) => `clients/${files}`),
  'clients/{python,typescript}/{src/**,*.json,*.toml}',
  'shared/**/*.ts',
  'lib/web/page-headers.ts',
  'openapi.json',
  'bin/site/**',
  'bin/build/hash-files.ts',
  'package-lock.json',
];

/** URL path of files whose names change with their content. */
const ASSETS = '/docs/assets/';

/**
 * Builds the documentation site and the console, unless they were built from the current sources. The folder name is a hash of the sources.
 * @param folder of all built sites.
 * @returns the folder of the site: what the URL path "/" shows.
 * @throws Error with the output of the generator, for example for a link to a missing page.
 */
export async function buildSite(folder = `${ROOT}dist/sites`): Promise<string> {
  const site = `${folder}/${hashFiles(ROOT, INPUTS)}`;
  if (!existsSync(site)) {
    const unfinished = `${site}-${process.pid}`;
    try {
      await build(unfinished);
      if (!existsSync(site)) renameSync(`${unfinished}/site`, site);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  markUsed(site);
  removeUnused(folder, new Date());
  return site;
}

async function build(folder: string): Promise<void> {
  const sources = `${folder}/pages`;
  const output = `${folder}/site/docs`;
  cpSync(`${ROOT}docs`, sources, { recursive: true });
  const description = JSON.parse(readFileSync(`${ROOT}openapi.json`, 'utf8'));
  mkdirSync(`${sources}/${REFERENCE_FOLDER}`);
  writeFileSync(`${sources}/${REFERENCE_FOLDER}/README.md`, referenceIndex(description));
  for (const { path, markdown } of referencePages(description)) writeFileSync(`${sources}/${path}`, markdown);
  addClients(folder, `${sources}/${CLIENTS_FOLDER}`);
  // The generator publishes this folder as it is.
  cpSync(`${SOURCES}pages/brand.svg`, `${sources}/public/brand.svg`);
  process.env.SITE_SOURCES = sources;
  process.env.SITE_OUTPUT = output;
  // Loaded only here: an unchanged site does not need the generator.
  const { build: generate } = await import('vitepress');
  await generate(SOURCES);
  // The generator copies only what pages embed. Pages also link files, such as JSON schemas.
  cpSync(sources, output, {
    recursive: true,
    filter: (path) => !path.endsWith('.md'),
  });
  writeFileSync(`${folder}/site/llms.txt`, llmsText(sources));
  writeStartPage(`${folder}/site`);
  await buildConsole(`${folder}/site`);
}

/** What pages link of the clients, and the archives that pip and npm install by their address. */
function addClients(folder: string, clients: string): void {
  for (const file of globSync(LINKED_OF_CLIENTS, { cwd: CLIENTS }))
    cpSync(CLIENTS + file, join(clients, file.replace(/.README\.md$/, '.md')));
  const tar = (archive: string, ...args: readonly string[]) =>
    execFileSync('tar', ['--exclude=__pycache__', '-czf', join(clients, archive), ...args]);
  tar(
    'python.tar.gz',
    '-C',
    CLIENTS,
    ...['pyproject.toml', 'README.md', 'src'].map((file) => `python/${file}`),
  );
  buildClientTypes();
  const compiler = [`${ROOT}node_modules/typescript/bin/tsc`, '-p', `${CLIENTS}typescript`];
  execFileSync(process.execPath, [...compiler, '--outDir', `${folder}/package/dist`]);
  for (const file of ['package.json', 'README.md'])
    cpSync(`${CLIENTS}typescript/${file}`, `${folder}/package/${file}`);
  tar('typescript.tgz', '-C', folder, 'package');
}

/** The pages for integrators as a list for language models (llmstxt.org). */
const llmsText = (sources: string): string =>
  [
    '# Freight rates and quotes',
    '',
    '> Drayage and freight pricing over HTTP: terminals, market rates, quotes, RFPs and webhooks.',
    '',
    '- [API description](/openapi.json): OpenAPI 3.1, without a key',
    '- [API reference](/docs/reference/): a page for each operation and event',
    ...readPages(sources)
      .filter(({ path }) => path.startsWith('integrators/') && !path.endsWith('README.md'))
      .map(({ path, title }) => `- [${title}](/docs/${path.replace(/\.md$/, '.html')})`),
    '',
  ].join('\n');

/** The quote that the description records, for the start page. */
function recordedQuote() {
  const { post } = JSON.parse(readFileSync(`${ROOT}openapi.json`, 'utf8')).paths['/api/v1/quotes'];
  const { example: body } = post.requestBody.content['application/json'];
  const { pricing, route } = post.responses[200].content['application/json'].example.quote;
  const usd = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  const parts: readonly (readonly [name: string, amount: number])[] = [
    ['Base', pricing.base_rate],
    ['Fuel', pricing.fuel_surcharge],
    ...pricing.accessorials.map(({ title, amount }: { title: string; amount: number }) => [title, amount]),
  ];
  return {
    lane: `${route.origin.name} to ${route.destination.name}`,
    total: usd(pricing.total_rate),
    parts: parts.map(([name, amount]) => `<dt>${name}</dt><dd>${usd(amount)}</dd>`).join(''),
    pickup: body.pickup_date,
    body: JSON.stringify(
      body,
      ['origin', 'destination', 'equipment_type', 'pickup_date', 'special_requirements'],
      1,
    ),
  };
}

/** Writes the start page, which the generator does not make. */
function writeStartPage(site: string): void {
  const read = (file: string) => readFileSync(`${SOURCES}pages/${file}`, 'utf8');
  const css = read('pages.css');
  const style = `${ASSETS}pages.${createHash('sha256').update(css).digest('hex').slice(0, 10)}.css`;
  writeFileSync(join(site, style), css);
  const values: Readonly<Record<string, string>> = { style, ...recordedQuote() };
  const html = read('start.html').replaceAll(/%(\w+)%/g, (_, name: string) => values[name] ?? '');
  writeFileSync(join(site, 'index.html'), html);
}
