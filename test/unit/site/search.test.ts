import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import MiniSearch from 'minisearch';
import { DESCRIPTION_FILE } from '../../../bin/build/data-files.ts';
import { referencePages } from '../../../web/site/build/reference-pages.ts';
import { SEARCH_OPTIONS, searchedText } from '../../../web/site/build/search.ts';

const FOLDER = new URL('../../../docs/integrators/', import.meta.url);

/** The sections of all pages, as the site indexes them: the title of each, those above it, and the text. */
function indexOf(): MiniSearch {
  const search = new MiniSearch({ fields: ['title', 'titles', 'text'], storeFields: ['title'] });
  const guides = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((name) => ({
      path: `integrators/${name}`,
      markdown: readFileSync(new URL(name, FOLDER), 'utf8'),
    }));
  const clients = ['python', 'spreadsheets', 'typescript'].map((name) => ({
    path: `integrators/clients/${name}.md`,
    markdown: readFileSync(new URL(`../../clients/${name}/README.md`, FOLDER), 'utf8'),
  }));
  const description = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));
  for (const { path, markdown } of [...guides, ...clients, ...referencePages(description)]) {
    const searched = searchedText(path, markdown);
    const page = /^# (.+)$/m.exec(searched)?.[1] ?? '';
    searched.split(/^(?=#{1,6} )/m).forEach((section, index) => {
      const [title = '', ...text] = section.replace(/^#+ /, '').split('\n');
      const id = `${path.split('/').at(-1)}#${index}`;
      search.add({ id, title, titles: index === 0 ? '' : page, text: text.join('\n') });
    });
  }
  return search;
}

it('leads integrators to the right page first', () => {
  const search = indexOf();
  const first = (query: string) => String(search.search(query, SEARCH_OPTIONS)[0]?.id).split('#')[0];
  const expected = {
    authentication: 'authentication.md',
    sandbox: 'authentication.md',
    'test mode': 'authentication.md',
    'api key': /^(authentication|keys)\.md$/,
    429: /^(errors|limits)\.md$/,
    timeout: 'errors.md',
    status: 'errors.md',
    retry: 'errors.md',
    'price a lane': 'quickstart.md',
    terminal: /^(quickstart|places)\.md$/,
    sdk: 'client-libraries.md',
    postman: 'client-libraries.md',
    python: 'python.md',
    typescript: 'typescript.md',
    excel: 'spreadsheets.md',
    signature: 'receiving-webhooks.md',
    webhook: 'webhooks.md',
    hazmat: 'accessorials.md',
    detention: /^accessorial/,
    pagination: 'pagination.md',
    rfp: 'rfps.md',
    fuel: /^(quotes-pricing-strategy|contract-rates)\.md$/,
    confidence: 'rate-confidence.md',
  };
  const wrong = Object.entries(expected)
    .map(([query, page]) => ({ query, page: first(query), wanted: page }))
    .filter(({ page, wanted }) => (typeof wanted === 'string' ? page !== wanted : !wanted.test(page ?? '')));
  expect(wrong).toEqual([]);
});

it('finds no pages for others', () => {
  expect(searchedText('operators/runbook.md', '# Runbook')).toBe('');
});
