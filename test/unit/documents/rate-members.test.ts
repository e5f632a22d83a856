import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { analysis } from '../../../shared/rates/rates-document.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

it('guides name only members that the analysis of a rate has', () => {
  const pages = globSync('docs/integrators/*.md', { cwd: ROOT });
  const named = pages.flatMap((page) =>
    [...readFileSync(`${ROOT}${page}`, 'utf8').matchAll(/((?:`[\w.]+`(?:, | and )?)+) of a rate\b/g)].flatMap(
      ([, names = '']) => [...names.matchAll(/`(?:analysis\.)?(\w+)/g)].map(([, name]) => name),
    ),
  );
  expect(named).toContain('basis');
  expect(named.filter((name) => !Object.keys(analysis.entries).includes(`${name}`))).toEqual([]);
});
