import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { circlesOf, type Import, importGraph, readImports } from '../../support/import-graph.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Top-level folders that each top-level folder may import from. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  functions: ['functions', 'shared'],
  lib: ['lib', 'functions', 'shared'],
  web: ['web', 'clients', 'shared'],
  openapi: ['openapi', 'functions', 'shared'],
  bin: ['bin', 'clients', 'functions', 'lib', 'openapi', 'shared', 'web'],
  clients: ['clients'],
};

/** Rooms of `shared/`, in order: a room imports only itself and rooms before it. */
const ROOMS = [
  'platform',
  'accounts',
  'geography',
  'terminals',
  'costs',
  'sheets',
  'uploads',
  'market',
  'rates',
  'customers',
  'contracts',
  'quotes',
  'webhooks',
  'rfps',
  'chats',
  'operations',
];

/** Folders of `shared/` that the simulator may import: facts, and neither the market model nor the cost model. */
const SIMULATOR_MAY_IMPORT =
  /^shared\/(platform\/(bytes|time)|geography|terminals|costs\/(diesel|equipment))\//;
const SIMULATOR = 'bin/backtest/simulator/';

/** Clients of engines and of the network. */
const ENGINE_IMPORTS =
  /^(@aws-sdk\/|@opensearch-project\/|node:(fs|net|http|dns|tls|child_process|worker_threads))/;
/** Modules without input and output, apart from the log. */
const PURE_IMPORTS = /^(node:(async_hooks|console|crypto)|valibot)$/;
/** Adapters: `platform`, and files whose names begin with their engine. */
const ENGINE_FILES =
  /^shared\/platform\/|\/(dynamodb|embedded|api-gateway|amazon-location|bedrock|kms|opensearch|http|dns)-[a-z-]+\.ts$/;

/** Files of one function. Definitions are for everyone, except that a function knows no other function. */
const FUNCTION = /^functions\/[^/]+\//;
const DEFINITION = /^functions\/[^/]+\/definition\.ts$/;
const LIST = 'functions/definitions.ts';

/** The folder that handles HTTP: only handlers use it, except for the types and values of answers. */
const HTTP = 'shared/platform/http/';
const HANDLER_ONLY = /^shared\/platform\/http\/handlers\//;

const IMPORTS = readImports(Object.keys(MAY_IMPORT));

const words = ({ from, specifier }: Import) => `${from} imports ${specifier}`;
const top = (path: string) => path.split('/')[0] ?? '';
const room = (path: string) => (top(path) === 'shared' ? path.split('/')[1] : undefined);

/** Imports of the project's own files that break a rule. */
const breaking = (imports: readonly Import[], rule: (from: string, target: string, one: Import) => boolean) =>
  imports.filter((one) => one.target !== undefined && rule(one.from, one.target, one)).map(words);

const againstTopLevel = (imports: readonly Import[]) =>
  breaking(imports, (from, target) => !MAY_IMPORT[top(from)]?.includes(top(target)));

const againstRooms = (imports: readonly Import[]) =>
  breaking(imports, (from, target) => {
    if (top(from) !== 'shared' || top(target) !== 'shared') return false;
    const [own, other] = [ROOMS.indexOf(room(from) ?? ''), ROOMS.indexOf(room(target) ?? '')];
    return own < 0 || other < 0 || other > own;
  });

const fileCircles = (imports: readonly Import[]) => circlesOf(importGraph(imports, (file) => file));
const folderCircles = (imports: readonly Import[]) => circlesOf(importGraph(imports, dirname));

const engineOutsideAdapters = (imports: readonly Import[]) =>
  imports
    .filter(
      ({ from, specifier, typeOnly }) =>
        (top(from) === 'shared' || top(from) === 'functions') &&
        !typeOnly &&
        from !== LIST &&
        ENGINE_IMPORTS.test(specifier) &&
        !ENGINE_FILES.test(from),
    )
    .map(words);

const betweenFunctions = (imports: readonly Import[]) =>
  breaking(imports, (from, target) => {
    if (!FUNCTION.test(target)) return FUNCTION.test(from) && target === LIST;
    return top(from) === 'functions' ? dirname(target) !== dirname(from) : !DEFINITION.test(target);
  });

const httpInRules = (imports: readonly Import[]) =>
  breaking(
    imports,
    (from, target) => top(from) === 'shared' && !from.startsWith(HTTP) && HANDLER_ONLY.test(target),
  );

const simulatorImports = (imports: readonly Import[]) =>
  breaking(
    imports,
    (from, target) =>
      from.startsWith(SIMULATOR) && top(target) === 'shared' && !SIMULATOR_MAY_IMPORT.test(target),
  );

/** Modules with input or output that a module of `shared/` loads at run time, itself or by its imports. */
function loadedBy(imports: readonly Import[], file: string): Set<string> {
  const seen = new Set([file]);
  const loaded = new Set<string>();
  for (const next of seen) {
    for (const { from, target, specifier, typeOnly } of imports) {
      if (from !== next || typeOnly) continue;
      if (target !== undefined) seen.add(target);
      else if (!PURE_IMPORTS.test(specifier)) loaded.add(specifier);
    }
  }
  return loaded;
}

/** Definitions are data, which stacks and commands load: no engine, not even by their imports. */
const enginesInDefinitions = (imports: readonly Import[]) =>
  [...new Set(imports.map(({ from }) => from))]
    .filter((file) => DEFINITION.test(file))
    .flatMap((file) =>
      [...loadedBy(imports, file)]
        .filter((loaded) => ENGINE_IMPORTS.test(loaded))
        .map((loaded) => `${file} loads ${loaded}`),
    );

/** Infrastructure takes types and constants from `shared/`: modules that load nothing with input or output. */
const codeInInfrastructure = (imports: readonly Import[]) =>
  breaking(
    imports,
    (from, target, { typeOnly }) =>
      top(from) === 'lib' && top(target) === 'shared' && !typeOnly && loadedBy(imports, target).size > 0,
  );

/** Modules of `shared/` that the console uses: it reads files as the service does, writes files of rates, and offers actions and choices, by the rules of the service. */
const CONSOLE_MAY_IMPORT =
  /^shared\/(contracts\/(files\/(fuel-cell|rate-columns|write-rate-file)|rate\/fuel-terms)|costs\/(diesel\/diesel-prices|equipment\/(equipment-type|read-equipment-type))|platform\/files\/(csv-rows|file-error|file-kind|read-in-parts|text-rows)|market\/importing\/read-load-row|quotes\/imported\/quote-columns|sheets\/(cell-values|lane-meanings|place-cells|read-sheet|table|table-header|table-rows|understand-table)|rfps\/(files\/(lane-columns|read-lane-rows)|lanes\/lane-draft|record\/(counted-calls|rfp-status))|webhooks\/store\/webhook)\.ts$/;

/** Modules of `shared/` that pages load although they are not in the list, or that have input or output. */
const sharedInPages = (imports: readonly Import[]) =>
  breaking(
    imports,
    (from, target) =>
      top(from) === 'web' &&
      top(target) === 'shared' &&
      (!CONSOLE_MAY_IMPORT.test(target) || loadedBy(imports, target).size > 0),
  );

/** A rule on imports. */
interface Rule {
  readonly name: string;
  readonly violations: (imports: readonly Import[]) => readonly unknown[];
}

const RULES: readonly Rule[] = [
  {
    name: 'bin and lib import functions and shared, functions import shared, and shared imports none of them',
    violations: againstTopLevel,
  },
  {
    name: 'a room of shared imports only rooms before it, and shared has no other rooms',
    violations: againstRooms,
  },
  {
    name: 'no files import each other in a circle, type imports included',
    violations: fileCircles,
  },
  {
    name: 'no folders import each other in a circle',
    violations: folderCircles,
  },
  {
    name: 'no function imports another function or the list of all, and others import only definitions',
    violations: betweenFunctions,
  },
  {
    name: 'definitions load no engine',
    violations: enginesInDefinitions,
  },
  {
    name: 'only adapters import an engine, and handlers only compose',
    violations: engineOutsideAdapters,
  },
  {
    name: 'rules and use cases know no HTTP handling',
    violations: httpInRules,
  },
  {
    name: 'infrastructure takes only types and constants from shared',
    violations: codeInInfrastructure,
  },
  {
    name: 'pages take only the listed rules from shared',
    violations: sharedInPages,
  },
  {
    name: 'the simulator imports facts and neither of the models',
    violations: simulatorImports,
  },
];

describe('dependencies run one way', () => {
  it('in the whole project, whose imports are read', () => {
    expect(IMPORTS.length).toBeGreaterThan(1_000);
    for (const folder of ROOMS) expect(IMPORTS.some(({ from }) => room(from) === folder)).toBe(true);
    expect(IMPORTS.filter(({ from }) => from.startsWith(SIMULATOR)).length).toBeGreaterThan(10);
  });

  it.each(RULES.map((rule) => [rule.name, rule] as const))('%s', (_name, { violations }) => {
    expect(violations(IMPORTS)).toEqual([]);
  });
});

it('text is normalized in one place only, which checks the length first', () => {
  const normalizing = globSync('{functions,lib,shared}/**/*.ts', { cwd: ROOT }).filter((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8').replaceAll('?.', '.').includes('.normalize('),
  );
  expect(normalizing).toEqual(['shared/platform/text/bounded-text.ts']);
});
