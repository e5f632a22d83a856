import type { DeployedEnvironment } from '../../bin/freight/connection/deployed-environment.ts';
import type { GatewayResource } from '../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';

/** A deployment that enforces the deletion order of API Gateway and CloudFormation. */
export function createInMemoryDeployment() {
  const made = new Map<string, GatewayResource>();
  const tables = new Set<string>();
  const parameters = new Set<string>();
  const steps: string[] = [];
  let count = 0;

  const add = (kind: GatewayResource['kind'], orgId: string) => {
    const id = `${kind}-${++count}`;
    made.set(id, { kind, id, orgId, madeAt: new Date(0) });
  };
  const has = (kind: GatewayResource['kind']) => [...made.values()].some((one) => one.kind === kind);
  const port: DeployedEnvironment = {
    listCreated: async () => [...made.values()],
    deleteKey: async (id) => {
      if (made.delete(id)) steps.push(id);
    },
    deletePlan: async (id) => {
      if (has('key')) throw new Error('Keys are in it');
      if (made.delete(id)) steps.push(id);
    },
    published: async () => [...parameters],
    destroyStacks: async () => {
      if (has('plan')) throw new Error('A usage plan names the stage');
      if (parameters.size > 0) steps.push('stacks');
      parameters.clear();
    },
    tables: async () => [...tables],
    deleteTable: async (name) => {
      if (parameters.size > 0) throw new Error('Its stack is there');
      if (tables.delete(name)) steps.push(name);
    },
    close: () => undefined,
  };
  return {
    port,
    made,
    tables,
    parameters,
    steps,
    /** The state after a deployment, with an organization on each plan. */
    deploy: () => {
      parameters.add('/freight/dev/url').add('/freight/dev/rest-api-id');
      tables.add('freight-dev-data-quotes').add('freight-dev-data-usage');
      add('key', 'org_a');
      add('key', 'org_b');
      add('plan', 'org_b');
    },
    add,
  };
}
