import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const BENCHES = fileURLToPath(new URL('../../bench/', import.meta.url));

describe('each bench has a short form:', () => {
  it.each(globSync('*-bench.ts', { cwd: BENCHES }).sort())('%s', (file) => {
    expect(readFileSync(`${BENCHES}${file}`, 'utf8')).toContain("from './short.ts'");
  });
});
