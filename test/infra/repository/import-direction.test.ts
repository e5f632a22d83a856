import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, type Import, importGraph, importsOf, readImports } from '../../support/import-graph.ts';

/** Top-level folders that each top-level folder may import from. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  functions: ['functions', 'shared'],
  lib: ['lib', 'shared'],
  web: ['web', 'clients', 'shared'],
  openapi: ['openapi', 'functions', 'lib', 'shared'],
  bin: ['bin', 'clients', 'lib', 'openapi', 'shared', 'web'],
  clients: ['clients'],
};

/** Rooms of `shared/`, in order: a room imports only itself and rooms before it. */
const ROOMS = [
  'platform',
  'accounts',
  'geography',
  'terminals',
  'costs',
  'market',
  'rates',
  'contracts',
  'quotes',
  'webhooks',
  'rfps',
  'operations',
];

/** Folders of `shared/` that the simulator may import: facts, and neither the market model nor the cost model. */
const SIMULATOR_MAY_IMPORT = /^shared\/(platform\/time|geography|terminals|costs\/(diesel|equipment))\//;
const SIMULATOR = 'bin/backtest/simulator/';

/** Clients of engines and of the network. */
const ENGINE_IMPORTS =
  /^(@aws-sdk\/|@opensearch-project\/|node:(fs|net|http|dns|tls|child_process|worker_threads))/;
/** Modules without input and output, apart from the log. */
const PURE_IMPORTS = /^(node:(async_hooks|console|crypto)|valibot)$/;
/** Adapters: `platform`, and files whose names begin with their engine. */
const ENGINE_FILES =
  /^shared\/platform\/|\/(dynamodb|embedded|api-gateway|amazon-location|kms|opensearch|http|dns)-[a-z-]+\.ts$/;

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
        ENGINE_IMPORTS.test(specifier) &&
        !ENGINE_FILES.test(from),
    )
    .map(words);

const betweenFunctions = (imports: readonly Import[]) =>
  breaking(
    imports,
    (from, target) =>
      top(from) === 'functions' && top(target) === 'functions' && dirname(target) !== dirname(from),
  );

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

/** Infrastructure takes types and constants from `shared/`: modules that load nothing with input or output. */
const codeInInfrastructure = (imports: readonly Import[]) =>
  breaking(
    imports,
    (from, target, { typeOnly }) =>
      top(from) === 'lib' && top(target) === 'shared' && !typeOnly && loadedBy(imports, target).size > 0,
  );

/** Modules of `shared/` that the console uses: it reads files of lanes and rates, and offers actions, by the rules of the service. */
const CONSOLE_MAY_IMPORT =
  /^shared\/(contracts\/files\/(rate-columns|rate-groups|read-rate-file|write-rate-file)|platform\/csv\/(csv-rows|decode-rows|header-columns|rows-in-part|separator)|rfps\/(files\/(lane-columns|read-lane-rows)|lanes\/lane-draft|record\/(counted-calls|rfp-status)))\.ts$/;

/** Modules of `shared/` that pages load although they are not in the list, or that have input or output. */
const sharedInPages = (imports: readonly Import[]) =>
  breaking(
    imports,
    (from, target) =>
      top(from) === 'web' &&
      top(target) === 'shared' &&
      (!CONSOLE_MAY_IMPORT.test(target) || loadedBy(imports, target).size > 0),
  );

const planted = (from: string, source: string) => importsOf(from, source);

describe('dependencies run one way', () => {
  it('reads the imports of the whole project', () => {
    expect(IMPORTS.length).toBeGreaterThan(1_000);
    for (const folder of ROOMS) expect(IMPORTS.some(({ from }) => room(from) === folder)).toBe(true);
    expect(importsOf('shared/a/b.ts', "import type { X } from '../c/d.ts';\nimport '@aws-sdk/x';")).toEqual([
      { from: 'shared/a/b.ts', specifier: '../c/d.ts', target: 'shared/c/d.ts', typeOnly: true },
      { from: 'shared/a/b.ts', specifier: '@aws-sdk/x', typeOnly: false },
    ]);
  });

  it('bin, functions and lib import shared, and shared imports none of them', () => {
    expect(againstTopLevel(IMPORTS)).toEqual([]);
    expect(againstTopLevel(planted('shared/rates/x.ts', "import { a } from '../../lib/b.ts';"))).toHaveLength(
      1,
    );
  });

  it('a room of shared imports only rooms before it', () => {
    expect(againstRooms(IMPORTS)).toEqual([]);
    const upward = "import { quoteId } from '../quotes/record/quote-id.ts';";
    expect(againstRooms(planted('shared/rates/x.ts', upward))).toHaveLength(1);
    expect(againstRooms(planted('shared/new-room/x.ts', "import { a } from './y.ts';"))).toHaveLength(1);
  });

  it('no files import each other in a circle, type imports included', () => {
    expect(fileCircles(IMPORTS)).toEqual([]);
    const circle = [
      ...planted('shared/rates/a.ts', "import { b } from './b.ts';"),
      ...planted('shared/rates/b.ts', "import { c } from './c.ts';"),
      ...planted('shared/rates/c.ts', "import type { A } from './a.ts';"),
    ];
    expect(fileCircles(circle)).toEqual([['shared/rates/a.ts', 'shared/rates/b.ts', 'shared/rates/c.ts']]);
  });

  it('no folders import each other in a circle', () => {
    expect(folderCircles(IMPORTS)).toEqual([]);
    const circle = [
      ...planted('lib/alarms/a.ts', "import { b } from '../stacks/b.ts';"),
      ...planted('lib/stacks/c.ts', "import type { D } from '../alarms/d.ts';"),
    ];
    expect(folderCircles(circle)).toEqual([['lib/alarms', 'lib/stacks']]);
  });

  it('no function imports another function', () => {
    expect(betweenFunctions(IMPORTS)).toEqual([]);
    expect(
      betweenFunctions(planted('functions/a/handler.ts', "import { b } from '../b/handler.ts';")),
    ).toHaveLength(1);
  });

  it('only adapters import an engine, and handlers only compose', () => {
    expect(engineOutsideAdapters(IMPORTS)).toEqual([]);
    const client = "import { SQSClient } from '@aws-sdk/client-sqs';";
    expect(engineOutsideAdapters(planted('functions/a/handler.ts', client))).toHaveLength(1);
    expect(engineOutsideAdapters(planted('shared/quotes/price.ts', client))).toHaveLength(1);
  });

  it('rules and use cases know no HTTP handling', () => {
    expect(httpInRules(IMPORTS)).toEqual([]);
    const handling = "import { createApiHandler } from '../platform/http/handlers/api-handler.ts';";
    expect(httpInRules(planted('shared/quotes/x.ts', handling))).toHaveLength(1);
  });

  it('infrastructure takes only types and constants from shared', () => {
    expect(codeInInfrastructure(IMPORTS)).toEqual([]);
    const store = [
      ...planted('lib/stacks/x.ts', "import { store } from '../../shared/quotes/store.ts';"),
      ...planted('shared/quotes/store.ts', "import { GetCommand } from '@aws-sdk/lib-dynamodb';"),
    ];
    expect(codeInInfrastructure(store)).toHaveLength(1);
  });

  it('pages take only the listed rules from shared', () => {
    expect(sharedInPages(IMPORTS)).toEqual([]);
    const other = "import { createRfp } from '../../../../shared/rfps/create-rfp.ts';";
    expect(sharedInPages(planted('web/console/src/rfps/x.ts', other))).toHaveLength(1);
  });

  it('the simulator imports facts and neither of the models', () => {
    expect(simulatorImports(IMPORTS)).toEqual([]);
    expect(IMPORTS.filter(({ from }) => from.startsWith(SIMULATOR)).length).toBeGreaterThan(10);
    const model = "import { fit } from '../../../shared/market/fit/market-fit.ts';";
    expect(simulatorImports(planted(`${SIMULATOR}x.ts`, model))).toHaveLength(1);
  });
});
