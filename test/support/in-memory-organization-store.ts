import type { ApiKeyRecord } from '../../shared/accounts/api-keys/api-key-record.ts';
import type { ApiKeyStore } from '../../shared/accounts/organizations/api-key-store.ts';
import type { KeyDirectory } from '../../shared/accounts/organizations/key-directory.ts';
import type { Organization } from '../../shared/accounts/organizations/organization.ts';
import type { OrganizationStore } from '../../shared/accounts/organizations/organization-store.ts';

export interface InMemoryOrganizations {
  readonly organizations: OrganizationStore;
  readonly keys: ApiKeyStore;
  readonly directory: KeyDirectory;
}

/** The ports of organizations and keys on two maps. The contract suites compare it with DynamoDB. */
export function createInMemoryOrganizations(): InMemoryOrganizations {
  const organizations = new Map<string, Organization>();
  const keys = new Map<string, ApiKeyRecord>();

  const change = (
    orgId: string,
    apply: (organization: Organization) => Organization | undefined,
  ): boolean => {
    const organization = organizations.get(orgId);
    const changed = organization && apply(organization);
    if (changed) organizations.set(orgId, changed);
    return changed !== undefined;
  };

  return {
    directory: {
      findKey: async (hash) => keys.get(hash),
      findOrganization: async (orgId) => organizations.get(orgId),
    },

    organizations: {
      create: async (organization, firstKey) => {
        if (organizations.has(organization.orgId) || keys.has(firstKey.hash))
          throw new Error('Already there');
        organizations.set(organization.orgId, organization);
        keys.set(firstKey.hash, firstKey);
      },
      createImported: async (organization) => {
        if (!organizations.has(organization.orgId)) organizations.set(organization.orgId, organization);
      },
      endImport: async (orgId, fingerprint) => {
        change(orgId, ({ importing, ...rest }) => (importing === fingerprint ? rest : undefined));
      },
      find: async (orgId) => organizations.get(orgId),
      list: async () =>
        [...organizations.values()].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
      setStatus: async (orgId, status, at) => {
        const organization = organizations.get(orgId);
        if (organization === undefined) return 'unknown-organization';
        if (organization.erasingSince !== undefined) return 'being-erased';
        if (organization.importing !== undefined) return 'being-imported';
        const { suspendedAt = at, ...rest } = organization;
        organizations.set(orgId, { ...rest, status, ...(status === 'suspended' ? { suspendedAt } : {}) });
        return 'set';
      },
      beginErasure: async (orgId, at) => {
        const organization = organizations.get(orgId);
        if (organization === undefined) return 'unknown-organization';
        if (organization.status !== 'suspended') return 'active';
        organizations.set(orgId, { erasingSince: at, ...organization });
        return 'begun';
      },
      remove: async (orgId) => {
        if (organizations.get(orgId) !== undefined && organizations.get(orgId)?.erasingSince === undefined) {
          throw new Error('It is not being erased');
        }
        return organizations.delete(orgId);
      },
      setUsageTerms: async (orgId, terms) =>
        change(orgId, ({ quoteLimit: before, ...organization }) => {
          const { quoteLimit = before ?? null, ...others } = terms;
          return { ...organization, ...others, ...(quoteLimit === null ? {} : { quoteLimit }) };
        })
          ? 'set'
          : 'unknown-organization',
      setRequestsPerMinute: async (orgId, gatewayKeyId, requestsPerMinute) =>
        change(orgId, (organization) =>
          organization.plan.name === 'enterprise' && organization.gatewayKey.id === gatewayKeyId
            ? { ...organization, plan: { name: 'enterprise', requestsPerMinute } }
            : undefined,
        )
          ? 'set'
          : 'changed-meanwhile',
      switchGatewayKey: async (orgId, { from, to, plan, retire }) =>
        change(orgId, (organization) => {
          if (organization.gatewayKey.id === to.id) return organization;
          if (organization.gatewayKey.id !== from) return undefined;
          return { ...organization, plan, gatewayKey: to, retiring: [...organization.retiring, retire] };
        })
          ? 'switched'
          : 'changed-meanwhile',
      removeRetiredKey: async (orgId, gatewayKeyId) => {
        change(orgId, ({ retiring, ...rest }) => ({
          ...rest,
          retiring: retiring.filter(({ id }) => id !== gatewayKeyId),
        }));
      },
    },

    keys: {
      add: async (record) => {
        if (record.orgId !== undefined && !organizations.has(record.orgId)) return 'unknown-organization';
        if (keys.has(record.hash)) throw new Error('Already there');
        keys.set(record.hash, record);
        return 'added';
      },
      revoke: async (keyId, at) => {
        const record = [...keys.values()].find((candidate) => candidate.keyId === keyId);
        if (record === undefined) return 'unknown-key';
        keys.set(record.hash, { ...record, status: 'revoked', revokedAt: record.revokedAt ?? at });
        return 'revoked';
      },
      find: async (keyId) => [...keys.values()].find((record) => record.keyId === keyId),
      replace: async (old, record, endsAt) => {
        const kept = keys.get(old.hash);
        const gone = record.orgId !== undefined && !organizations.has(record.orgId);
        if (kept?.status !== 'active' || gone) return 'rejected';
        keys.set(old.hash, { ...kept, expiresAt: endsAt });
        keys.set(record.hash, record);
        return 'replaced';
      },
      list: async (orgId) =>
        [...keys.values()]
          .filter((record) => record.orgId === orgId)
          .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
    },
  };
}
