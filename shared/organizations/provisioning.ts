import type { ApiKeyStore } from './api-key-store.ts';
import type { GatewayKeys } from './gateway-keys.ts';
import type { OrganizationStore } from './organization-store.ts';

/** What the operator's use cases work with. */
export interface Provisioning {
  readonly organizations: OrganizationStore;
  readonly keys: ApiKeyStore;
  readonly gatewayKeys: GatewayKeys;
  readonly now: () => Date;
}
