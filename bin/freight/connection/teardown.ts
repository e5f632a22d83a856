import type { GatewayResource } from '../../../shared/accounts/gateway-plans/gateway-keys.ts';

/** Port: one environment of an account and region, as far as its end goes. None of it needs the stacks to be there. */
export interface DeployedEnvironment {
  /** Keys and usage plans that were made for organizations: CloudFormation knows none of them. */
  listMade(): Promise<readonly GatewayResource[]>;
  deleteKey(id: string): Promise<void>;
  /** Takes it off its stages first, where it has any. */
  deletePlan(id: string): Promise<void>;
  /** Names of parameters that its stacks publish; none when they are gone. */
  published(): Promise<readonly string[]>;
  /** Deletes its stacks in the order of their dependencies. @throws CommandFailedError where one stays. */
  destroyStacks(): Promise<void>;
  /** Tables that are there, with their stacks or after them. */
  tables(): Promise<readonly string[]>;
  deleteTable(name: string): Promise<void>;
  close(): void;
}

export interface Teardown {
  readonly withData: boolean;
  readonly notify: (line: string) => void;
  /** Shows how many of so many are done. */
  readonly progress: (what: string, done: number, all: number) => void;
}

export interface TornDown {
  readonly keys: number;
  readonly plans: number;
  /** Tables that were kept, or that were deleted where that was asked for. */
  readonly tables: readonly string[];
}

/**
 * Ends an environment: gateway keys and usage plans of organizations first, since API Gateway deletes no stage that a
 * plan names; then the stacks; then what was made in between; tables last, and only where that is asked for. Cut off
 * anywhere, the same call again goes on.
 */
export async function tearDown(environment: DeployedEnvironment, how: Teardown): Promise<TornDown> {
  const { withData, notify } = how;
  const first = await deleteMade(environment, how);
  notify('Deleting the stacks ...');
  await environment.destroyStacks();
  // An organization may have been made while the others went.
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

/** Keys first: a plan goes only when no key is in it. */
async function deleteMade(environment: DeployedEnvironment, { progress }: Teardown) {
  const made = await environment.listMade();
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
