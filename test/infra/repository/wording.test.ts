import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const FILES = [
  ...['bin', 'clients', 'functions', 'lib', 'openapi', 'shared', 'test'].flatMap((folder) => [
    `${folder}/**/*.{ts,mjs,md}`,
    `${folder}/**/*.txt`,
  ]),
  'web/**/*.{ts,tsx,js,css,html}',
  'docs/**/*.{md,json}',
  '*.md',
  '.ci/run',
];

/** Words that readers had to guess, and the plain term for each (docs/contributors/name-things.md). */
const REJECTED: readonly (readonly [words: string, instead: string])[] = [
  ['told|is said|says so', 'say who informs, reports or states it'],
  ['nobody|whoever', 'name the actor'],
  ['shelf|shelves', 'reader'],
  ['in force', 'current, published'],
  ['mend|mends|mended|mending', 'fix, correct, repair'],
  ['beside', 'next to, in addition to'],
  ['anew', 'again'],
  ['at hand', 'available'],
  ['goes by|go by|went by', 'uses, follows, depends on'],
  ['in earnest', 'in production'],
  ['for good', 'permanently'],
  ['surroundings', 'context'],
  ['verdict', 'outcome'],
  ['companion', 'extra write'],
  ['parked|parking', 'deferred'],
  ['refuse|refuses|refused|refusing|refusal|refusals', 'reject'],
  ['pass on|passes on|passed on|passing on', 'forward, return'],
  ['bring in|brings in|brought in|bringing in|bringing them in', 'import'],
  ['given up|gave up|giving up', 'fail, discard, stop; a former name'],
  ['rings|rang', 'an alarm becomes active'],
  ['hint|hints', 'message, suggestion, instructions'],
  ['somebody|someone', 'name the actor'],
  ['what became of|what becomes of', 'result'],
  [
    '(?<!(?:there|\\*) )(?:is|are|was|were) no (?!longer|more|less|later|earlier|larger|smaller|newer|older)\\w+',
    'is not a',
  ],
  [',? too(?=[.;:)]|$)', 'also'],
  ['(?:MOST|LEAST)_\\w+|LONGEST_(?!FIRST)\\w+', 'MAX_, MIN_'],
];
const PATTERN = new RegExp(`(?<![\\w-])(?:${REJECTED.map(([words]) => words).join('|')})(?![\\w-])`, 'gi');

/** Text that keeps a rejected word, and why. */
const ALLOWED: readonly { readonly file: RegExp; readonly text: RegExp; readonly reason: string }[] = [
  { file: /^test\/infra\/repository\/wording\.test\.ts$/, text: /./, reason: 'names the words' },
  {
    file: /^(lib|shared|test|docs)\//,
    text: /PARKED|'parked|`parked`|`parked-mark`|\btold: |'told' \|/,
    reason: 'stored key, attribute, index name or record kind',
  },
  { file: /^test\/unit\/webhooks\//, text: /103 Early Hints/, reason: 'name of an HTTP status' },
  {
    file: /^(docs|shared|test)\//,
    text: /receiver refused the connection/,
    reason: 'a TCP connection is refused (ECONNREFUSED)',
  },
];

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly text: string;
}

function findingsIn(file: string, content: string): Finding[] {
  return content
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(PATTERN)].map(([word]) => ({ file, line: index + 1, word, text: text.trim() })),
    );
}

const isAllowed = ({ file, text }: Finding) =>
  ALLOWED.some((allowed) => allowed.file.test(file) && allowed.text.test(text));

describe('the words of code, tests and documents', () => {
  const files = globSync(FILES, { cwd: ROOT }).filter((file) => !file.includes('node_modules'));
  const findings = files.flatMap((file) => findingsIn(file, readFileSync(`${ROOT}${file}`, 'utf8')));

  it('are plain', () => {
    expect(files.length).toBeGreaterThan(1_000);
    const rejected = findings
      .filter((finding) => !isAllowed(finding))
      .map(({ file, line, word, text }) => `${file}:${line} "${word}": ${text.slice(0, 120)}`);
    expect(rejected).toEqual([]);
  });

  it('are found where they are planted', () => {
    const planted = findingsIn(
      'shared/x.ts',
      '/** The caller is told of it. */\nconst shelf = 1;\nconst toldMiles = 2;',
    );
    expect(planted.map(({ line, word }) => [line, word])).toEqual([
      [1, 'told'],
      [2, 'shelf'],
    ]);
  });

  it('are allowed only where they are used', () => {
    const unused = ALLOWED.filter(
      ({ file, text }) => !findings.some((found) => file.test(found.file) && text.test(found.text)),
    );
    expect(unused).toEqual([]);
  });
});
