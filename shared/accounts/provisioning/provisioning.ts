import type { GatewayKeys } from '../gateway-plans/api-gateway-gateway-keys.ts';
import type { ApiKeyStore } from '../organizations/dynamodb-api-key-store.ts';
import type { OrganizationStore } from '../organizations/dynamodb-organization-store.ts';

export interface EnvironmentCapacity {
  /** "prod". */
  readonly environment: string;
  readonly standardOrganizations: number;
  /** Calls a minute of all enterprise organizations together. */
  readonly enterpriseRequestsPerMinute: number;
}

export interface Provisioning {
  readonly organizations: OrganizationStore;
  readonly keys: ApiKeyStore;
  readonly gatewayKeys: GatewayKeys;
  /** Absent for the local service, and for environments that are not sized. */
  readonly capacity?: EnvironmentCapacity;
  readonly now: () => Date;
}
