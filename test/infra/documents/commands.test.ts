import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../bin/freight/program.ts';
import type { CliContext } from '../../../bin/freight/session/cli-context.ts';
import { checkOptionNames } from '../../../lib/settings/deployment-options.ts';
import { ENVIRONMENT_NAMES } from '../../../lib/settings/environments.ts';
import { commandsOf, freightFault, freightWords } from '../../support/documents/commands.ts';
import { guidePages, ROOT } from '../../support/documents/pages.ts';
import { readBlocks } from '../../support/documents/read-blocks.ts';

/** Options of the delivery stack, which is deployed by another app. */
const DELIVERY_PAGE = 'docs/operators/continuous-delivery.md';

const pages = guidePages();
const blocks = pages.flatMap(readBlocks);
const commands = commandsOf(blocks);
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: object };
const program = createProgram({ print: () => {} } as unknown as CliContext, () => {});

/** Also commands that no test can run: those of a deployment. */
describe('the commands of documents', () => {
  it('are valid shell', () => {
    expect(commands.length).toBeGreaterThan(150);
    const shell = blocks.filter(({ kind }) => kind === 'shell');
    const faults = shell.flatMap(({ at, text }) => {
      try {
        execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' });
        return [];
      } catch (error) {
        return [`${at}: ${(error as Error).message}`];
      }
    });
    expect(faults).toEqual([]);
  });

  it('run scripts that package.json has', () => {
    const named = commands.flatMap(({ at, line }) =>
      [...line.matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(start|test)\b)/g)].map(([, script, short]) => ({
        at,
        script: script ?? short ?? '',
      })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
  });

  it('call the command line with commands, options and arguments that it has', () => {
    const calls = commands.flatMap((command) => {
      const words = freightWords(command);
      return words === undefined ? [] : [{ ...command, words }];
    });
    expect(calls.length).toBeGreaterThan(50);
    const faults = calls.map(({ at, words }) => [at, words.join(' '), freightFault(program, words)]);
    expect(faults.filter(([, , fault]) => fault !== undefined)).toEqual([]);
  });

  it.each([
    ['an unknown command', 'npm run -s freight -- org make', /no command make/],
    ['an unknown group', 'freight orgs list', /no command orgs/],
    ['an unknown option', 'freight org create --label Acme', /no option --label/],
    ['a missing argument', 'KEY=$(freight key revoke | head -1)', /0 arguments/],
    ['an argument too much', 'freight org list org_1', /1 arguments/],
  ])('with %s are found', (_name, line, fault) => {
    expect(freightFault(program, freightWords({ at: '', line }) ?? [])).toMatch(fault);
  });

  it('of the CDK name an environment and options that a deployment accepts', () => {
    const calls = commands.filter(({ line }) => /(npx cdk|npm run -s cdk --) /.test(line));
    expect(calls.length).toBeGreaterThan(5);
    for (const { at, line } of calls) {
      const environment = / -c environment=(\w+)/.exec(line)?.[1];
      expect([at, line, ENVIRONMENT_NAMES]).toEqual([at, line, expect.arrayContaining([environment])]);
    }
  });

  it('and texts name only options that a deployment accepts', () => {
    const named = pages
      .filter(({ path }) => path !== DELIVERY_PAGE)
      .flatMap(({ path, text }) => {
        // Rows of a table name messages about wrong options.
        const lines = text.split('\n').filter((line) => !line.startsWith('| `'));
        return [...lines.join('\n').matchAll(/-c (\w+)=/g)].map(([, name = '']) => ({ path, name }));
      });
    expect(named.length).toBeGreaterThan(10);
    const wrong = named.filter(({ name }) => !isAccepted(name));
    expect(wrong).toEqual([]);
    expect(isAccepted('enviroment')).toBe(false);
  });
});

function isAccepted(name: string): boolean {
  try {
    checkOptionNames({ [name]: 'x' }, 'operator-settings.json');
    return true;
  } catch {
    return false;
  }
}
