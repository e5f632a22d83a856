import { describe, expect, it } from 'vitest';
import { githubAnchor, siteLink } from '../../../web/site/build/site-links.ts';

describe('a link of a page', () => {
  it.each([
    ['operators/a.md', 'b.md#part', 'b.md#part'],
    ['operators/a.md', '#part', '#part'],
    ['operators/a.md', 'https://example.com/x', 'https://example.com/x'],
    ['operators/a.md', 'mailto:a@example.com', 'mailto:a@example.com'],
    ['operators/a.md', '../schemas/x.json', '../schemas/x.json'],
    ['operators/a.md', '../decisions/', '../decisions/index.md'],
    ['operators/a.md', '../decisions/README.md#part', '../decisions/index.md#part'],
    ['operators/a.md', 'README.md', 'index.md'],
    ['a.md', '/reference/', '/reference/'],
  ])('of %s to %s stays in the site', (page, href, expected) => {
    expect(siteLink(page, href)).toBe(expected);
  });

  it.each([
    ['operators/a.md', '../../lib/settings/environments.ts'],
    ['operators/a.md', '../../README.md#run-it'],
    ['a.md', '../test/'],
    ['a.md', '..'],
  ])('of %s to %s leaves docs/', (page, href) => {
    expect(siteLink(page, href)).toBeUndefined();
  });
});

describe('an anchor', () => {
  // As GitHub writes them.
  it.each([
    ['What the sold plans need', 'what-the-sold-plans-need'],
    ['`GET /x`: the answer, 200', 'get-x-the-answer-200'],
    ['Caller\'s key_id & "name"', 'callers-key_id--name'],
    ['Größe', 'größe'],
  ])('of "%s" is %s', (heading, anchor) => {
    expect(githubAnchor(heading)).toBe(anchor);
  });
});
