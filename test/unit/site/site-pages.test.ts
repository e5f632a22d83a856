import { describe, expect, it } from 'vitest';
import {
  homePage,
  readPage,
  sectionIndex,
  siteSections,
  topPages,
} from '../../../web/site/build/site-pages.ts';

const page = (path: string, title: string, body = '') => readPage(path, `# ${title}\n\n${body}\n`);

describe('a page', () => {
  it('has the text of its first heading as title, and its links to other pages below docs/', () => {
    const markdown = [
      '```sh',
      '# a comment, and [no link](code.md)',
      '```',
      '# `GET /x` and [a *page*](../other.md)',
      'See [one](one.md#part), [two](../glossary.md), [web](https://example.com/a.md) and [data](x.json).',
    ].join('\n');
    expect(readPage('guides/a.md', markdown)).toEqual({
      path: 'guides/a.md',
      title: 'GET /x and a page',
      links: ['other.md', 'guides/one.md', 'glossary.md'],
    });
  });

  it('without a heading is an error that names the file', () => {
    expect(() => readPage('glossary.md', 'text')).toThrow('docs/glossary.md has no heading');
  });
});

describe('the navigation', () => {
  const pages = [
    page('decisions/0010-b.md', '0010. B'),
    page('decisions/0002-a.md', '0002. A'),
    page('new-folder/x.md', 'X'),
    page('operators/zebra.md', 'Zebra'),
    page('operators/apple.md', 'Apple'),
    page('operators/first.md', 'The first'),
    page('operators/README.md', 'Operators', 'Read [the first](first.md), then [zebra](zebra.md#part).'),
    page('integrators/a.md', 'A'),
    page('glossary.md', 'Glossary'),
  ];

  it('has known folders first, then others by name', () => {
    expect(siteSections(pages).map(({ folder }) => folder)).toEqual([
      'integrators',
      'operators',
      'decisions',
      'new-folder',
    ]);
    expect(siteSections(pages).map(({ title }) => title)).toContain('New folder');
  });

  it('orders the pages of a folder as its README links them, then by title with numbers', () => {
    const [, operators, decisions] = siteSections(pages);
    expect(operators?.pages.map(({ title }) => title)).toEqual(['The first', 'Zebra', 'Apple']);
    expect(operators?.hasIndex).toBe(true);
    expect(decisions?.pages.map(({ title }) => title)).toEqual(['0002. A', '0010. B']);
    expect(decisions?.hasIndex).toBe(false);
  });

  it('generates an index page for a folder, and a home page with every section', () => {
    const [integrators] = siteSections(pages);
    if (integrators === undefined) throw new Error('no section');
    expect(sectionIndex(integrators)).toBe('# Integrators\n\n- [A](a.md)\n');
    const home = homePage(pages);
    expect(home).toContain('- [Glossary](glossary.md)');
    expect(home).toContain('## Operators\n\n- [The first](operators/first.md)');
    expect(topPages(pages).map(({ title }) => title)).toEqual(['Glossary']);
  });

  it('limits a long section of the home page and links the others', () => {
    const many = Array.from({ length: 12 }, (_, index) => page(`decisions/${index}.md`, `Number ${index}`));
    expect(homePage(many)).toContain('- [all 12 pages](decisions/README.md)');
    expect(homePage(many)).not.toContain('Number 11');
  });
});
