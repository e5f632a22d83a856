import { describe, expect, it } from 'vitest';
import { anchorsOf, brokenLinks } from '../../support/documents/links.ts';
import { pagesOf } from '../../support/documents/pages.ts';

describe('links of documents', () => {
  it('lead to files and headings that exist', () => {
    const pages = pagesOf();
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });

  it('are found where they are broken', () => {
    const text = [
      '# One `two` (three)',
      '[a](#one-two-three) [b](#two) [c](contributors/README.md) [d](none.md)',
      '[e](glossary.md#none) [f](https://example.com/none) `[g](none.md)`',
      '```sh\n# [h](none.md)\n```',
    ].join('\n');
    expect(brokenLinks({ path: 'docs/page.md', text })).toEqual([
      'docs/page.md: #two',
      'docs/page.md: none.md',
      'docs/page.md: glossary.md#none',
    ]);
    expect([...anchorsOf('# Fuel\n## Fuel\n## Rates, and *more*')]).toEqual([
      'fuel',
      'fuel-1',
      'rates-and-more',
    ]);
  });
});
