import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { builtSite } from './site-under-test.ts';

/** Paths of the same origin that the API answers. */
const API_PATHS = ['/health', '/openapi.json'];

interface LinkedPage {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

function readLinkedPage(file: string): LinkedPage {
  const { document } = parseHTML(readFileSync(file, 'utf8'));
  const all = (selector: string, attribute: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? '');
  return {
    anchors: new Set(all('[id]', 'id')),
    links: [...all('a[href]', 'href'), ...all('img[src]', 'src'), ...all('script[src]', 'src')],
  };
}

const site = builtSite();
const pages = new Map(
  globSync('**/*.html', { cwd: site }).map((file) => [
    file.replaceAll('\\', '/'),
    readLinkedPage(join(site, file)),
  ]),
);

/** The problem of a link, or undefined. */
function problemOf(page: string, link: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [path = '', anchor = ''] = link.split('#', 2);
  if (API_PATHS.includes(path)) return undefined;
  const absolute = path === '' ? page : path.startsWith('/') ? path.slice(1) : join(dirname(page), path);
  const file = absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute;
  if (!existsSync(join(site, decodeURIComponent(file)))) return `${page}: ${link} leads to no file`;
  const target = pages.get(file);
  if (anchor === '' || target === undefined || target.anchors.has(decodeURIComponent(anchor)))
    return undefined;
  return `${page}: ${link} leads to no heading`;
}

it('every link inside the site leads to a page, and to a heading where it names one', () => {
  expect(pages.size).toBeGreaterThan(50);
  const problems = [...pages].flatMap(([page, { links }]) =>
    links.map((link) => problemOf(page, link)).filter((problem) => problem !== undefined),
  );
  expect(problems).toEqual([]);
  expect(problemOf('docs/glossary.html', './no-such-page.html')).toMatch('no file');
  expect(problemOf('docs/glossary.html', '#no-such-heading')).toMatch('no heading');
});

it('no page has an inline script or a script, style or image of another origin', () => {
  for (const file of pages.keys()) {
    const { document } = parseHTML(readFileSync(join(site, file), 'utf8'));
    const inline = [...document.querySelectorAll('script')].filter((script) => !script.hasAttribute('src'));
    const foreign = [...document.querySelectorAll('script[src], img[src], link[rel~="stylesheet"]')]
      .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
      .filter((address) => /^(https?:)?\/\//.test(address));
    expect([file, inline.length, foreign]).toEqual([file, 0, []]);
  }
});
