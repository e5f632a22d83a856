import { expect, it } from 'vitest';
import { externalScripts } from '../../../web/site/build/external-scripts.ts';

it('moves inline scripts into files, and keeps scripts with an address', () => {
  const html = '<head><script id="a">let x = 1;</script><script type="module" src="/b.js"></script></head>';
  const { html: page, scripts } = externalScripts(html, '/docs/assets/');
  const [script] = scripts;
  expect(scripts).toHaveLength(1);
  expect(script?.source).toBe('let x = 1;');
  expect(script?.file).toMatch(/^inline\.[0-9a-f]{10}\.js$/);
  expect(page).toBe(
    `<head><script id="a" src="/docs/assets/${script?.file}"></script><script type="module" src="/b.js"></script></head>`,
  );
});

it('names the files by their content', () => {
  const fileOf = (source: string) => externalScripts(`<script>${source}</script>`, '/').scripts[0]?.file;
  expect(fileOf('a()')).toBe(fileOf('a()'));
  expect(fileOf('a()')).not.toBe(fileOf('b()'));
});
