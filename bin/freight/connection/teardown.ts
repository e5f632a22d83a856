import type { GatewayResource } from '../../../shared/accounts/gateway-plans/gateway-keys.ts';

/** Port: one environment of an account and region. Works even if the stacks do not exist. */
export interface DeployedEnvironment {
  /** Keys of organizations, and usage plans of single organizations: CloudFormation does not manage them. */
  listCreated(): Promise<readonly GatewayResource[]>;
  deleteKey(id: string): Promise<void>;
  /** Detaches the plan from its stages first. */
  deletePlan(id: string): Promise<void>;
  /** Names of parameters that the stacks publish; empty after the stacks are deleted. */
  published(): Promise<readonly string[]>;
  /** Deletes its stacks in the order of their dependencies. @throws CommandFailedError if a stack is not deleted. */
  destroyStacks(): Promise<void>;
  /** Existing tables, including tables kept after their stacks were deleted. */
  tables(): Promise<readonly string[]>;
  deleteTable(name: string): Promise<void>;
  close(): void;
}

export interface Teardown {
  readonly withData: boolean;
  readonly notify: (line: string) => void;
  /** Reports progress: `done` of `all`. */
  readonly progress: (what: string, done: number, all: number) => void;
}

export interface TornDown {
  readonly keys: number;
  readonly plans: number;
  /** Tables that were kept or, with `withData`, deleted. */
  readonly tables: readonly string[];
}

/**
 * Deletes an environment: gateway keys and usage plans first, since API Gateway deletes no stage that a plan uses; then
 * the stacks; then keys and plans created in the meantime; tables last, only with `withData`. An interrupted teardown
 * continues with the next call.
 */
export async function tearDown(environment: DeployedEnvironment, how: Teardown): Promise<TornDown> {
  const { withData, notify } = how;
  const first = await deleteMade(environment, how);
  notify('Deleting the stacks ...');
  await environment.destroyStacks();
  // Organizations can be created during the first deletion.
  const late = await deleteMade(environment, how);
  const tables = await environment.tables();
  if (withData) {
    for (const table of tables) {
      notify(`Deleting the table ${table} ...`);
      await environment.deleteTable(table);
    }
  }
  return { keys: first.keys + late.keys, plans: first.plans + late.plans, tables };
}

/** Keys first: a plan can be deleted only when it has no keys. */
async function deleteMade(environment: DeployedEnvironment, { progress }: Teardown) {
  const made = await environment.listCreated();
  const [keys = [], plans = []] = (['key', 'plan'] as const).map((wanted) =>
    made.filter(({ kind }) => kind === wanted),
  );
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
