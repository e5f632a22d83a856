import type { GatewayKeys } from '../gateway-plans/gateway-keys.ts';
import type { ApiKeyStore } from '../organizations/api-key-store.ts';
import type { OrganizationStore } from '../organizations/organization-store.ts';

/** Ports of the operator's use cases. */
export interface Provisioning {
  readonly organizations: OrganizationStore;
  readonly keys: ApiKeyStore;
  readonly gatewayKeys: GatewayKeys;
  readonly now: () => Date;
}
