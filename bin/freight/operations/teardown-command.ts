import type { Command } from 'commander';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import { type DeployedEnvironment, tearDown } from '../connection/teardown.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import { confirmName } from '../session/confirm.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

interface TeardownOptions {
  readonly dryRun?: true;
  readonly confirm?: string;
  readonly withData?: true;
  readonly app?: string;
}

/** Limits of the API Gateway control plane: key deletions per second, seconds per plan change. */
const KEYS_A_SECOND = 5;
const SECONDS_A_PLAN = 20;

/** `freight teardown`: deletes a deployment. */
export function addTeardownCommand(program: Command, session: Session): void {
  program
    .command('teardown')
    .description('Delete a deployment: its gateway keys and plans, then its stacks (not prod)')
    .option('--dry-run', 'print what would be deleted and delete nothing')
    .option('--confirm <environment>', 'confirm with the name of the environment instead of a prompt')
    .option('--with-data', 'also delete the tables; otherwise they are kept, except on the emulator')
    .option('--app <folder>', 'use this synthesized cloud assembly instead of a new one')
    .addHelpText('after', example('freight --environment dev teardown --dry-run'))
    .action((options: TeardownOptions) => teardown(session, program.opts().environment, options));
}

async function teardown(session: Session, name: string | undefined, options: TeardownOptions): Promise<void> {
  if (name === undefined) {
    throw new UsageError(
      'Name a deployment with --environment. To remove the local service, stop it and delete .local.',
    );
  }
  if (name === 'local') {
    throw new UsageError(
      'local is not a deployment. To remove the local service, stop it and delete .local.',
    );
  }
  const settings = knownSettings(name);
  if (settings.name === 'prod' || settings.deletionProtection) {
    throw new CommandFailedError(
      `${name} cannot be deleted by a command because its tables are protected. docs/operators/deploying.md describes the manual steps.`,
    );
  }
  const { dryRun = false, withData = false, app } = options;
  await session.workOnEnvironment(settings.name, app, async (environment) => {
    const found = await readResources(environment);
    const lines = describe(name, found, withData || settings.disposable);
    if (dryRun) {
      session.report({ environment: name, dryRun, ...found }, lines);
      return;
    }
    if (found.parameters + found.keys + found.plans + (withData ? found.tables.length : 0) === 0) {
      session.report({ environment: name, outcome: 'gone', ...found }, [
        `No resources of ${name} exist in this account and region.`,
        ...keptLines(found.tables),
      ]);
      return;
    }
    for (const line of lines) session.notify(line);
    await confirmName(session, name, options.confirm, `${name} will be deleted.`);
    const gone = await tearDown(environment, {
      withData,
      notify: session.notify,
      progress: (what, done, all) => {
        const text = `${what}: ${done} of ${all} deleted`;
        session.progress(text, done % 100 === 0 ? text : undefined);
      },
    });
    session.progress('');
    const left = await readResources(environment);
    if (left.parameters + left.keys + left.plans > 0) {
      throw new CommandFailedError(
        `${name} is not completely deleted. Remaining: ${left.parameters} parameters, ${left.keys} gateway keys and ${left.plans} usage plans. Run the same command again.`,
      );
    }
    session.report({ environment: name, outcome: 'torn-down', ...gone, tablesLeft: left.tables }, [
      `Deleted ${name}: its stacks, ${gone.keys} gateway keys and ${gone.plans} usage plans.`,
      ...keptLines(left.tables),
      ...(settings.disposable ? [] : ALSO_KEPT),
    ]);
  });
}

const ALSO_KEPT = [
  'Also kept: log groups, the logging role of API Gateway, secrets that an operator stored in Systems Manager (eia-api-key, probe), the upload bucket (its files expire; aws s3 rb --force deletes it), and the KMS key of webhook secrets (aws kms schedule-key-deletion deletes it; the secrets then cannot be decrypted).',
];

const keptLines = (tables: readonly string[]): string[] =>
  tables.length === 0
    ? []
    : [
        `Kept: ${tables.length} tables (${tables.join(', ')}). Use --with-data to delete them; AWS keeps a backup of each for 35 days.`,
      ];

function knownSettings(name: string) {
  try {
    return environmentSettings(name);
  } catch (error) {
    throw new UsageError(Object(error).message);
  }
}

interface Found {
  readonly keys: number;
  readonly plans: number;
  readonly parameters: number;
  readonly tables: readonly string[];
}

async function readResources(environment: DeployedEnvironment): Promise<Found> {
  const [made, parameters, tables] = await Promise.all([
    environment.listCreated(),
    environment.published(),
    environment.tables(),
  ]);
  const keys = made.filter(({ kind }) => kind === 'key').length;
  return { keys, plans: made.length - keys, parameters: parameters.length, tables };
}

function describe(
  name: string,
  { keys, plans, parameters, tables }: Found,
  deletesTables: boolean,
): string[] {
  const seconds = Math.ceil(keys / KEYS_A_SECOND + plans * SECONDS_A_PLAN);
  return [
    `To be deleted of ${name}:`,
    `  ${keys} gateway keys and ${plans} usage plans of organizations (about ${seconds} seconds); calls with these keys fail from then on`,
    parameters === 0 ? '  stacks: none deployed' : `  its stacks (${parameters} published parameters)`,
    deletesTables || tables.length === 0
      ? `  ${tables.length} tables${tables.length === 0 ? '' : ' with all their data'}`
      : `  no tables: ${tables.length} are kept with all their data (use --with-data to delete them)`,
  ];
}
