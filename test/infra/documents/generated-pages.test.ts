import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  COMMAND_VARIABLES,
  FUNCTION_VARIABLES,
  LAMBDA_VARIABLES,
} from '../../../bin/pages/environment-variables.ts';
import { GENERATED_PAGES } from '../../../bin/pages/generated-pages.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { synthesizedTemplates } from '../../support/synthesized-templates.ts';
import { at, resourcesOf } from '../properties/property.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const namesOf = (variables: readonly (readonly [name: string, ...unknown[]])[]) =>
  variables.map(([name]) => name);

it.each(Object.entries(GENERATED_PAGES))('%s is what npm run pages writes', (path, page) => {
  expect(read(path)).toBe(page());
});

it('the page of log codes has the codes of the local host', () => {
  const logged = [...read('lib/local/lambda/function-worker.ts').matchAll(/log\('([A-Z_]+)'/g)];
  expect(logged.length).toBeGreaterThan(2);
  const page = read('docs/operators/log-codes.md');
  expect(logged.filter(([, code]) => !page.includes(`\`${code}\``))).toEqual([]);
});

describe('the page of environment variables', () => {
  it('has every variable of functions in the templates, and no other', async () => {
    const inTemplates = new Set<string>();
    for (const environment of ['dev', 'prod'] satisfies EnvironmentName[]) {
      const templates = await synthesizedTemplates(environment, {
        allowedOrigins: ['https://app.example.com'],
      });
      const functions = Object.values(templates).flatMap((template) =>
        resourcesOf(template, 'AWS::Lambda::Function'),
      );
      for (const [, { Properties }] of functions) {
        const variables = at(Properties, 'Environment', 'Variables') ?? {};
        for (const name of Object.keys(variables)) inTemplates.add(name);
      }
    }
    expect([...inTemplates].toSorted()).toEqual(namesOf(FUNCTION_VARIABLES).toSorted());
  });

  it('has every variable that the code reads by name', () => {
    // Variables of the machine and of the tools that start the commands.
    const ofTools = ['PATH', 'TZ', 'CDK_CONTEXT_JSON', 'FREIGHT_ROOT', 'SITE_SOURCES', 'SITE_OUTPUT'];
    const known = [FUNCTION_VARIABLES, LAMBDA_VARIABLES, COMMAND_VARIABLES].flatMap(namesOf).concat(ofTools);
    const sources = globSync('{bin,functions,lib,shared}/**/*.{ts,mjs}', { cwd: ROOT }).map(read);
    const used = sources.flatMap((text) => [
      ...[...text.matchAll(/process\.env\.([A-Z_][A-Z0-9_]+)/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, names = '']) => [
        ...[...names.matchAll(/(?:^|,)\s*([A-Z_][A-Z0-9_]+)/g)].map(([, name = '']) => name),
      ]),
    ]);
    expect(used.length).toBeGreaterThan(15);
    expect([...new Set(used)].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has no variable of a command that no code reads', () => {
    const sources = globSync('{bin,functions,lib,shared,test/smoke}/**/*.{ts,mjs}', { cwd: ROOT })
      .filter((path) => !path.startsWith('bin/pages/'))
      .map(read)
      .join('\n');
    const unread = namesOf(COMMAND_VARIABLES).filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
    expect(unread).toEqual([]);
  });
});
