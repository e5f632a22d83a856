import { execFile, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { startFuzzedService } from '../fuzz/fuzzed-service.ts';

/**
 * `npm run test:clients`: makes clients from openapi.json by the usual generators, compiles them strictly, and calls the
 * service on this machine with each: search, rate, quote, list, webhook. It also tests the Python client of this
 * repository on Python 3.10 to 3.13. Needs Python 3.10, Go 1.24, npm and the network.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DESCRIPTION = `${ROOT}openapi.json`;
const PROGRAMS = `${ROOT}test/clients/programs`;
const MAX_SHOWN = 3_000;
const STEPS = ['generates', 'compiles', 'runs'] as const;

type Environment = Readonly<Record<string, string>>;
type Call = (command: string, ...args: readonly string[]) => Promise<unknown>;

interface Generator {
  readonly name: string;
  readonly version: string;
  /** Installs the tool; without it, the steps are skipped. */
  readonly install: (call: Call, folder: string) => Promise<unknown>;
  readonly generates: (call: Call, folder: string) => Promise<unknown>;
  readonly compiles: (call: Call, folder: string) => Promise<unknown>;
  readonly runs: (call: Call, folder: string) => Promise<unknown>;
}

const TYPESCRIPT = ['typescript@5.9.3', '@types/node@24.19.2'];
const STRICT = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--allowImportingTsExtensions'];
const tsc = (call: Call, program: string) =>
  call(
    'node_modules/.bin/tsc',
    ...STRICT,
    ...['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable', program],
  );

/** Installs packages into a folder with a package.json, outside of this project. */
async function npmInstall(call: Call, folder: string, ...packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await call('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages, ...TYPESCRIPT);
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    version: '0.29.1',
    install: async (call) => {
      await call('python3', '-m', 'venv', 'venv');
      await call('venv/bin/pip', 'install', '--quiet', 'openapi-python-client==0.29.1', 'mypy==2.4.1');
    },
    generates: (call) =>
      call(
        'venv/bin/openapi-python-client',
        ...['generate', '--path', DESCRIPTION, '--output-path', 'generated', '--fail-on-warning'],
      ),
    compiles: async (call, folder) => {
      await cp(join(PROGRAMS, 'program.py'), join(folder, 'generated/program.py'));
      await call('venv/bin/mypy', '--strict', '--implicit-reexport', 'generated/program.py');
    },
    runs: (call) => call('venv/bin/python', 'generated/program.py'),
  },
  {
    name: 'openapi-typescript',
    version: '7.13.0',
    install: (call, folder) => npmInstall(call, folder, 'openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'),
    generates: (call) => call('node_modules/.bin/openapi-typescript', DESCRIPTION, '-o', 'schema.d.ts'),
    compiles: async (call, folder) => {
      await cp(join(PROGRAMS, 'openapi-typescript.ts'), join(folder, 'openapi-typescript.ts'));
      await tsc(call, 'openapi-typescript.ts');
    },
    runs: (call) => call(process.execPath, 'openapi-typescript.ts'),
  },
  {
    name: 'hey-api',
    version: '0.99.0',
    install: (call, folder) => npmInstall(call, folder, '@hey-api/openapi-ts@0.99.0', 'tsx@4.21.0'),
    generates: (call) => call('node_modules/.bin/openapi-ts', '-i', DESCRIPTION, '-o', 'hey'),
    compiles: async (call, folder) => {
      await cp(join(PROGRAMS, 'hey-api.ts'), join(folder, 'hey-api.ts'));
      // The generated code names its files without extensions.
      await call(
        'node_modules/.bin/tsc',
        ...[...STRICT, '--target', 'es2022', '--module', 'preserve', '--moduleResolution', 'bundler'],
        ...['--lib', 'es2022,dom,dom.iterable', 'hey-api.ts'],
      );
    },
    runs: (call) => call('node_modules/.bin/tsx', 'hey-api.ts'),
  },
  {
    name: 'oapi-codegen',
    version: 'v2.8.2',
    install: async (call, folder) => {
      await writeFile(join(folder, 'go.mod'), 'module program\n\ngo 1.24\n');
      await call('go', 'install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2');
    },
    generates: async (call, folder) => {
      await mkdir(join(folder, 'api'));
      await call(
        'bin/oapi-codegen',
        ...['-package', 'api', '-generate', 'types,client', '-o', 'api/api.gen.go', DESCRIPTION],
      );
    },
    compiles: async (call, folder) => {
      await cp(join(PROGRAMS, 'program.go'), join(folder, 'program.go'));
      await call('go', 'mod', 'tidy');
      await call('go', 'vet', './...');
      await call('go', 'build', '-o', 'bin/program', '.');
    },
    runs: (call) => call('bin/program'),
  },
];

/** The client of this repository on a version of Python: its wheel, its types, its tests, the examples of its README. */
const pythonClient = (version: string, python: string): Generator => ({
  name: 'freight-rates-client',
  version: `Python ${version}`,
  install: async (call, folder) => {
    await call(python, '-m', 'venv', 'venv');
    await call('venv/bin/pip', 'install', '--quiet', 'build==1.6.1', 'mypy==2.4.1');
    await cp(`${ROOT}clients/python`, join(folder, 'client'), { recursive: true });
  },
  generates: async (call, folder) => {
    await call('venv/bin/python', '-m', 'build', '--wheel', '--outdir', 'dist', 'client');
    const [wheel = ''] = await readdir(join(folder, 'dist'));
    await call('venv/bin/pip', 'install', '--quiet', `dist/${wheel}`);
  },
  compiles: (call) => call('venv/bin/mypy', '--strict', 'client/src'),
  runs: (call) => call('venv/bin/python', '-m', 'unittest', 'discover', '-s', 'client/tests'),
});

/** The client on each version that is installed; pyenv has versions that its commands do not start. */
const pythonClients = (): readonly Generator[] =>
  ['3.10', '3.11', '3.12', '3.13'].flatMap((version) => {
    const pyenv = globSync(`${homedir()}/.pyenv/versions/${version}.*/bin/python`);
    const starts = (python: string) => spawnSync(python, ['--version']).status === 0;
    const found = [`python${version}`, ...pyenv].find(starts);
    if (found !== undefined) return [pythonClient(version, found)];
    console.log(`Python ${version} is not installed: the client is not tested on it.`);
    return [];
  });

/** Variables of an npm script must not affect the inner npm. */
const OUTSIDE_OF_NPM = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package)/.test(name)),
);

const callIn =
  (folder: string, environment: Environment): Call =>
  (command, ...args) =>
    promisify(execFile)(command.includes('/') ? resolve(folder, command) : command, args, {
      cwd: folder,
      env: {
        ...OUTSIDE_OF_NPM,
        ...environment,
        GOBIN: join(folder, 'bin'),
        PATH: [join(folder, 'node_modules/.bin'), join(folder, 'venv/bin'), process.env.PATH].join(delimiter),
      },
      maxBuffer: 64 * 1024 * 1024,
    });

/** @returns a line of the table: `yes`, `no`, or `-` for a step after a failed one. */
async function lineOf(generator: Generator, folder: string, environment: Environment): Promise<string[]> {
  await mkdir(folder);
  const call = callIn(folder, environment);
  const answers: string[] = [];
  for (const step of ['install', ...STEPS] as const) {
    try {
      await generator[step](call, folder);
      if (step !== 'install') answers.push('yes');
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
      console.error(
        `${generator.name}: ${step} failed\n${`${message}\n${stdout}\n${stderr}`.slice(0, MAX_SHOWN)}`,
      );
      answers.push(step === 'install' ? 'not installed' : 'no');
      break;
    }
  }
  return [generator.name, generator.version, ...STEPS.map((_, index) => answers[index] ?? '-')];
}

const folder = await mkdtemp(join(tmpdir(), 'freight-clients-'));
try {
  await synthesizeLocal();
  const service = await startFuzzedService(folder);
  const [organization] = service.organizations;
  const environment = {
    FREIGHT_URL: service.url,
    FREIGHT_API_KEY: organization.apiKey,
    ORG_ID: organization.orgId,
    RECEIVER_URL: service.receiverUrl,
  };
  try {
    const lines = [['tool', 'version', ...STEPS]];
    for (const generator of [...GENERATORS, ...pythonClients()]) {
      const own = join(folder, `${generator.name} ${generator.version}`.replaceAll(/[ @]/g, '-'));
      lines.push(await lineOf(generator, own, environment));
    }
    const openapi = JSON.parse(await readFile(DESCRIPTION, 'utf8')) as { readonly openapi: string };
    console.log(`Clients of the description (OpenAPI ${openapi.openapi})`);
    for (const cells of lines)
      console.log(
        cells
          .map((cell) => cell.padEnd(22))
          .join('')
          .trimEnd(),
      );
    if (lines.slice(1).some((cells) => cells.slice(2).some((cell) => cell !== 'yes'))) process.exitCode = 1;
  } finally {
    await service.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
