import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { DESCRIPTION_FILE } from '../../../bin/build/data-files.ts';
import { referenceIndex, referencePages } from '../../../web/site/build/reference-pages.ts';

const description = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));
const pages = new Map(referencePages(description).map(({ path, markdown }) => [path, markdown]));
const page = (name: string): string => pages.get(`reference/${name}.md`) ?? '';

it('has a page for each operation and event, which the index links', () => {
  const count = Object.values({ ...description.paths, ...description.webhooks }).flatMap((item) =>
    Object.keys(item as object),
  ).length;
  expect(pages.size).toBe(count);
  expect(referenceIndex(description).match(/^- \[/gm)).toHaveLength(count);
});

it('shows the members of a body in the order of the description, those of objects inside', () => {
  const names = [...page('create-quote').matchAll(/class="name">(\w+)</g)].map(([, name = '']) => name);
  const first = ['origin', 'destination', 'stops', 'equipment_type', 'pickup_date'];
  expect(names.slice(0, first.length)).toEqual(first);
  expect(names.indexOf('total_rate')).toBe(names.indexOf('price') + 1);
});

it('shows calls with the key of the guides', () => {
  expect(page('read-quote')).toContain(
    'curl -s -H "x-api-key: $KEY" http://localhost:3000/api/v1/quotes/Q-1M4BMXGM0007Z3K9M2QX4T8V1BN\n',
  );
  expect(page('search-places')).toContain(`"http://localhost:3000/api/v1/places/search?query=`);
  expect(page('read-health')).not.toContain('x-api-key');
  expect(page('quote-created-event')).not.toContain('curl');
});
