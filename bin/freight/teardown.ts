import type { Command } from 'commander';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { example } from './arguments.ts';
import type { DeployedEnvironment } from './connection/deployed-environment.ts';
import { CommandFailedError, UsageError } from './failures.ts';
import type { Session } from './session.ts';

interface TeardownOptions {
  readonly dryRun?: boolean;
  readonly confirm?: string;
  readonly withData?: boolean;
  readonly app?: string;
}

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
    .action(async (options: TeardownOptions) => {
      const settings = deletableSettings(session.environment());
      const environment = await session.connectDeployment(settings.name, session.notify, options.app);
      await teardown(session, settings, environment, options).finally(environment.close);
    });
}

type Settings = ReturnType<typeof environmentSettings>;

/** @throws UsageError if no deployment is named; CommandFailedError if it is protected. */
function deletableSettings(name: string | undefined): Settings {
  if (name === undefined || name === 'local') {
    throw new UsageError(
      'Name a deployment with --environment. To remove the local service, stop it and delete .local.',
    );
  }
  let settings: Settings;
  try {
    settings = environmentSettings(name);
  } catch (error) {
    throw new UsageError(Object(error).message);
  }
  if (name !== 'prod' && !settings.deletionProtection) return settings;
  throw new CommandFailedError(
    `${name} cannot be deleted by a command because its tables are protected. docs/operators/teardown.md describes the manual steps.`,
  );
}

async function teardown(
  session: Session,
  { name, disposable }: Settings,
  environment: DeployedEnvironment,
  { dryRun, withData = false, confirm }: TeardownOptions,
): Promise<void> {
  const found = await readResources(environment);
  const seconds = Math.ceil(found.keys / KEYS_A_SECOND + found.plans * SECONDS_A_PLAN);
  const deletesTables = withData || disposable || found.tables.length === 0;
  const lines = [
    `To be deleted of ${name}: its stacks (${found.parameters} published parameters)`,
    `  ${found.keys} gateway keys and ${found.plans} usage plans of organizations (about ${seconds} seconds); calls with these keys fail from then on`,
    deletesTables
      ? `  ${found.tables.length} tables with all their data`
      : `  no tables: ${found.tables.length} are kept with all their data (use --with-data to delete them)`,
  ];
  if (dryRun) {
    session.report({ environment: name, dryRun, ...found }, lines);
    return;
  }
  if (found.parameters + found.keys + found.plans + (withData ? found.tables.length : 0) === 0) {
    const none = `No resources of ${name} exist in this account and region.`;
    session.report({ environment: name, outcome: 'gone', ...found }, [none, ...keptLines(found.tables)]);
    return;
  }
  for (const line of lines) session.notify(line);
  await session.confirm(name, confirm, `${name} will be deleted.`);
  const gone = await tearDown(environment, {
    withData,
    notify: session.notify,
    progress: (what, done, all) => session.progress(`${what}: ${done} of ${all} deleted`, done / all),
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
    ...(disposable ? [] : [ALSO_KEPT]),
  ]);
}

const ALSO_KEPT =
  'Also kept: log groups, the logging role of API Gateway, secrets that an operator stored in Systems Manager (eia-api-key, probe), the upload bucket (its files expire; aws s3 rb --force deletes it), and the KMS key of webhook secrets (aws kms schedule-key-deletion deletes it; the secrets then cannot be decrypted).';

const keptLines = (tables: readonly string[]): string[] =>
  tables.length === 0
    ? []
    : [
        `Kept: ${tables.length} tables (${tables.join(', ')}). Use --with-data to delete them; AWS keeps a backup of each for 35 days.`,
      ];

async function readResources(environment: DeployedEnvironment) {
  const [made, parameters, tables] = await Promise.all([
    environment.listCreated(),
    environment.published(),
    environment.tables(),
  ]);
  const keys = made.filter(({ kind }) => kind === 'key').length;
  return { keys, plans: made.length - keys, parameters: parameters.length, tables };
}

/** Limits of the API Gateway control plane: key deletions per second, seconds per plan change. */
const KEYS_A_SECOND = 5;
const SECONDS_A_PLAN = 20;

interface Teardown {
  readonly withData: boolean;
  readonly notify: (line: string) => void;
  /** Reports progress: `done` of `all`. */
  readonly progress: (what: string, done: number, all: number) => void;
}

/**
 * Deletes an environment: gateway keys and usage plans first, since API Gateway deletes no stage that a plan uses; then
 * the stacks; then keys and plans created in the meantime; tables last, only with `withData`. An interrupted teardown
 * continues with the next call. @returns the numbers of deleted keys and plans, and the tables.
 */
export async function tearDown(environment: DeployedEnvironment, how: Teardown) {
  const { withData, notify } = how;
  const first = await deleteCreated(environment, how);
  notify('Deleting the stacks ...');
  await environment.destroyStacks();
  // Organizations can be created during the first deletion.
  const late = await deleteCreated(environment, how);
  const tables = await environment.tables();
  for (const table of withData ? tables : []) {
    notify(`Deleting the table ${table} ...`);
    await environment.deleteTable(table);
  }
  return { keys: first.keys + late.keys, plans: first.plans + late.plans, tables };
}

/** Keys first: a plan can be deleted only when it has no keys. */
async function deleteCreated(environment: DeployedEnvironment, { progress }: Teardown) {
  const created = await environment.listCreated();
  const keys = created.filter(({ kind }) => kind === 'key');
  const plans = created.filter(({ kind }) => kind === 'plan');
  for (const [index, { id }] of keys.entries()) {
    progress('gateway keys', index, keys.length);
    await environment.deleteKey(id);
  }
  for (const [index, { id }] of plans.entries()) {
    progress('usage plans', index, plans.length);
    await environment.deletePlan(id);
  }
  return { keys: keys.length, plans: plans.length };
}
