import type { Command } from 'commander';
import { settingsOf } from '../../lib/settings/operator-settings.ts';
import { example } from './arguments.ts';
import type { DeployedEnvironment } from './connection/deployed-environment.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { environmentNamed } from './connection/target.ts';
import { textOf } from './printing.ts';
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
      const environment = await session.connectDeployment(settings.name, options.app);
      await teardown(session, settings, environment, options).finally(environment.close);
    });
}

type Settings = ReturnType<typeof settingsOf>;

/** @throws UsageError if no deployment is named; CommandFailedError if it is protected. */
function deletableSettings(name: string | undefined): Settings {
  if (name === undefined || name === 'local') {
    throw new UsageError(
      'Name a deployment with --environment. To remove the local service, stop it and delete .local.',
    );
  }
  const settings = settingsOf(environmentNamed(name));
  if (name !== 'prod' && !settings.deletionProtection) return settings;
  throw new CommandFailedError(
    `${name} cannot be deleted by a command because its tables are protected. docs/operators/deploying.md describes the manual steps.`,
  );
}

async function teardown(
  session: Session,
  { name, disposable }: Settings,
  environment: DeployedEnvironment,
  { dryRun, withData = false, confirm }: TeardownOptions,
): Promise<void> {
  const found = await readResources(environment);
  if (dryRun) {
    session.report({ environment: name, dryRun, ...found });
    return;
  }
  if (found.parameters + found.keys + found.plans + (withData ? found.tables.length : 0) === 0) {
    session.report({ environment: name, outcome: 'gone', ...found });
    return;
  }
  const tables =
    withData || disposable ? 'all tables with their data' : 'no tables (--with-data deletes them)';
  const what = `its stacks, ${found.keys} gateway keys, ${found.plans} usage plans and ${tables}`;
  await session.confirm(
    name,
    confirm,
    `${name} will be deleted: ${what}. Calls with these keys fail from then on.`,
  );
  const gone = await tearDown(environment, session, withData);
  session.progress('');
  const left = await readResources(environment);
  if (left.parameters + left.keys + left.plans > 0) {
    throw new CommandFailedError(
      `${name} is not completely deleted. Remaining: ${left.parameters} parameters, ${left.keys} gateway keys and ${left.plans} usage plans. Run the same command again.`,
    );
  }
  const result = { environment: name, outcome: 'torn-down', ...gone, tablesLeft: left.tables };
  session.report(result, [
    ...textOf(result),
    'docs/operators/deploying.md lists what is kept besides tables.',
  ]);
}

async function readResources(environment: DeployedEnvironment) {
  const [made, parameters, tables] = await Promise.all([
    environment.listCreated(),
    environment.published(),
    environment.tables(),
  ]);
  const keys = made.filter(({ kind }) => kind === 'key').length;
  return { keys, plans: made.length - keys, parameters: parameters.length, tables };
}

/**
 * Deletes an environment: gateway keys and usage plans first, since API Gateway deletes no stage that a plan uses; then
 * the stacks; then keys and plans created in the meantime; tables last, only with `withData`. An interrupted teardown
 * continues with the next call. @returns the numbers of deleted keys and plans, and the tables.
 */
export async function tearDown(
  environment: DeployedEnvironment,
  { notify, progress }: Pick<Session, 'notify' | 'progress'>,
  withData: boolean,
) {
  const deleted = { key: 0, plan: 0 };
  const deleteCreated = async () => {
    const created = await environment.listCreated();
    // A plan can be deleted only when it has no keys.
    for (const wanted of ['key', 'plan'] as const) {
      const found = created.filter(({ kind }) => kind === wanted);
      for (const [index, { id }] of found.entries()) {
        progress(`gateway ${wanted}s: ${index} of ${found.length} deleted`, index / found.length);
        await (wanted === 'key' ? environment.deleteKey(id) : environment.deletePlan(id));
        deleted[wanted] += 1;
      }
    }
  };
  await deleteCreated();
  notify('Deleting the stacks ...');
  await environment.destroyStacks();
  // Organizations can be created during the first deletion.
  await deleteCreated();
  const tables = await environment.tables();
  for (const table of withData ? tables : []) {
    notify(`Deleting the table ${table} ...`);
    await environment.deleteTable(table);
  }
  return { keys: deleted.key, plans: deleted.plan, tables };
}
