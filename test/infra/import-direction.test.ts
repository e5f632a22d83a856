import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folders that a file of each top-level folder may import from. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  functions: ['functions', 'shared'],
  lib: ['lib', 'shared'],
  bin: ['bin', 'lib', 'shared', 'simulator'],
  simulator: ['simulator', 'shared'],
};

/**
 * What the simulator may know: facts of the world that everyone can look up. Neither the market model nor the cost
 * model: what it makes is what they are judged by.
 */
const SIMULATOR_FROM_SHARED =
  /^shared\/(places\/|terminals\/|equipment\/|rates\/(diesel-lookup|utc-weeks)\.ts$)/;

/** Engines of shared/: only files named for one, or that read a data file, may import these. */
const ENGINE_IMPORTS =
  /^(@aws-sdk\/|@opensearch-project\/|node:(fs|net|http|dns|tls|child_process|worker_threads))/;
const ENGINE_FILES =
  /\/(dynamodb|embedded|api-gateway|amazon-location|sqs|s3|kms|systems-manager|opensearch)[-/]|\/(http|dns)-|\/dynamodb\/|\/load-|\/data-file/;

/** What lib may take from shared: types and constants of the HTTP contract, never use cases or adapters. */
const LIB_FROM_SHARED =
  /^shared\/(calendar\/clock-ahead|http\/(error-family|exposed-headers|refusal)|logging\/(log-messages|metric)|organizations\/[a-z-]*mode|webhooks\/(receiver-addresses|retry-seconds)|deliveries\/(delivery-list-attributes|delivery-rates)|uploads\/upload-places|terminals\/(terminal-partition-prefix|opensearch-index-version))\.ts$/;

/** Rules and ports know no HTTP, no logs and no engine. */
const HANDLER_ONLY = /^shared\/http\/(api-handler|json-response|read-body|read-request|response-check)\.ts$/;

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Path from the root, for imports of our own files. */
  readonly target?: string;
  readonly typeOnly: boolean;
}

function importsOf(from: string, source: string): Import[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...source.matchAll(pattern)].map(([, type, statik, dynamic]) => {
    const specifier = statik ?? dynamic ?? '';
    const target = specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;
    return { from, specifier, typeOnly: type !== undefined, ...(target === undefined ? {} : { target }) };
  });
}

const SOURCES = globSync(
  Object.keys(MAY_IMPORT).map((folder) => `${folder}/**/*.ts`),
  { cwd: ROOT },
  // The scaffold writes imports of the files it makes: they are text there.
).filter((file) => file !== 'bin/scaffold.ts');
const IMPORTS = SOURCES.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));
const words = ({ from, specifier }: Import) => `${from} imports ${specifier}`;
const top = (path: string) => path.split('/')[0] ?? '';

describe('dependencies run one way', () => {
  it('reads the imports it is about', () => {
    expect(IMPORTS.length).toBeGreaterThan(50);
    expect(
      importsOf('shared/a/b.ts', "import type { X } from '../c/d.ts';\nimport '@aws-sdk/x';")[0],
    ).toMatchObject({
      target: 'shared/c/d.ts',
      typeOnly: true,
    });
  });

  it('from bin and functions through lib to shared, never back', () => {
    const wrong = IMPORTS.filter(
      ({ from, target }) => target && !MAY_IMPORT[top(from)]?.includes(top(target)),
    );
    expect(wrong.map(words)).toEqual([]);
  });

  it('the simulator knows nothing of the model, and the model nothing of it', () => {
    const wrong = IMPORTS.filter(
      ({ from, target }) =>
        target &&
        top(from) === 'simulator' &&
        top(target) === 'shared' &&
        !SIMULATOR_FROM_SHARED.test(target),
    );
    expect(wrong.map(words)).toEqual([]);
    expect(IMPORTS.filter(({ from }) => top(from) === 'simulator').length).toBeGreaterThan(10);
  });

  it('no function imports another function', () => {
    const wrong = IMPORTS.filter(
      ({ from, target }) =>
        target &&
        top(from) === 'functions' &&
        top(target) === 'functions' &&
        dirname(target) !== dirname(from),
    );
    expect(wrong.map(words)).toEqual([]);
  });

  it('lib takes types and constants from shared at most', () => {
    const wrong = IMPORTS.filter(
      ({ from, target, typeOnly }) =>
        target &&
        top(from) === 'lib' &&
        top(target) === 'shared' &&
        !typeOnly &&
        !LIB_FROM_SHARED.test(target),
    );
    expect(wrong.map(words)).toEqual([]);
  });

  it('only adapters, named for their engine, import an engine', () => {
    const wrong = IMPORTS.filter(
      ({ from, specifier, typeOnly }) =>
        top(from) === 'shared' &&
        !typeOnly &&
        ENGINE_IMPORTS.test(specifier) &&
        !ENGINE_FILES.test(`/${from}`),
    );
    expect(wrong.map(words)).toEqual([]);
  });

  it('rules and use cases know no HTTP handling', () => {
    const wrong = IMPORTS.filter(
      ({ from, target }) =>
        target && from.startsWith('shared/') && !from.startsWith('shared/http/') && HANDLER_ONLY.test(target),
    );
    expect(wrong.map(words)).toEqual([]);
  });
});
