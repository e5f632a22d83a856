import { type ApiKeyRecord, hasEnded } from '../../shared/accounts/api-keys/api-key-record.ts';
import { changeRegister, type KeyRegister, registered } from '../../shared/accounts/api-keys/key-register.ts';
import { type AuditEvent, auditEvent, OPERATOR } from '../../shared/accounts/audit/audit-event.ts';
import type { KeyedAnswer } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { ApiKeyStore } from '../../shared/accounts/organizations/dynamodb-api-key-store.ts';
import type { KeyDirectory } from '../../shared/accounts/organizations/dynamodb-key-directory.ts';
import type { OrganizationStore } from '../../shared/accounts/organizations/dynamodb-organization-store.ts';
import type { Organization } from '../../shared/accounts/organizations/organization.ts';
import { type Account, KEY_MODES } from '../../shared/platform/account/account.ts';

export interface InMemoryOrganizations {
  readonly organizations: OrganizationStore;
  readonly keys: ApiKeyStore;
  readonly directory: KeyDirectory;
  /** Events of changes to the keys of an account, and of recorded actions, oldest first. */
  events(account: Account): readonly AuditEvent[];
}

/** The ports of organizations and keys on two maps. The contract suites compare it with DynamoDB. */
export function createInMemoryOrganizations(
  remember: (answer: KeyedAnswer) => boolean = () => true,
): InMemoryOrganizations {
  const organizations = new Map<string, Organization>();
  const keys = new Map<string, ApiKeyRecord>();
  const registers = new Map<string, KeyRegister>();
  const events: [string, AuditEvent][] = [];
  const nameOf = ({ orgId, mode }: Account) => `${orgId}#${mode}`;

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
    events: (account) => events.filter(([name]) => name === nameOf(account)).map(([, event]) => event),

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
        registers.set(nameOf({ ...organization, mode: firstKey.mode }), [registered(firstKey)]);
      },
      find: async (orgId) => organizations.get(orgId),
      list: async () =>
        [...organizations.values()].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
      setStatus: async (orgId, status, at) => {
        const organization = organizations.get(orgId);
        if (organization === undefined) return 'unknown-organization';
        if (organization.erasingSince !== undefined) return 'being-erased';
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
      switchGatewayKey: async (orgId, { from, to, plan: wanted, keepsPlan, retire }) =>
        change(orgId, (organization) => {
          if (organization.gatewayKey.id === to.id) return organization;
          if (organization.gatewayKey.id !== from) return undefined;
          const plan = keepsPlan ? organization.plan : wanted;
          return { ...organization, plan, gatewayKey: to, retiring: [...organization.retiring, retire] };
        })
          ? 'switched'
          : 'changed-meanwhile',
      recordAction: async (orgId, { action, details }, modes = KEY_MODES) => {
        if (!organizations.has(orgId)) return 'unknown-organization';
        const target = { type: 'organization', id: orgId } as const;
        const change = { action, target, ...(details && { details }) };
        for (const mode of modes)
          events.push([nameOf({ orgId, mode }), auditEvent(change, OPERATOR, new Date())]);
        return 'recorded';
      },
      removeRetiredKey: async (orgId, gatewayKeyId) => {
        change(orgId, ({ retiring, ...rest }) => ({
          ...rest,
          retiring: retiring.filter(({ id }) => id !== gatewayKeyId),
        }));
      },
    },

    keys: {
      change: async (account, { change, by, at, event, answer }) => {
        const register = registers.get(nameOf(account)) ?? [];
        const { record } = { record: undefined, ...change };
        const registerChange =
          change.type === 'remove' ? change : { ...change, key: registered(change.record) };
        const result = changeRegister(register, registerChange, by, at.getTime());
        if (!result.ok) return result.fault;
        if (by === undefined && !organizations.has(account.orgId)) return 'unknown-organization';
        if (answer !== undefined && !remember(answer)) return 'answered';
        if (record !== undefined) {
          if (keys.has(record.hash)) throw new Error('Already there');
          keys.set(record.hash, record);
        }
        for (const { hash } of result.removed) keys.delete(hash);
        for (const { hash, expiresAt } of result.register) {
          const kept = keys.get(hash);
          if (kept !== undefined && expiresAt !== undefined) keys.set(hash, { ...kept, expiresAt });
        }
        registers.set(nameOf(account), result.register);
        events.push([nameOf(account), event]);
        return 'changed';
      },
      find: async (keyId) => [...keys.values()].find((record) => record.keyId === keyId),
      list: async ({ orgId, mode }, now) =>
        [...keys.values()]
          .filter((record) => record.orgId === orgId && record.mode === mode)
          .filter((record) => !hasEnded(record, now.getTime()))
          .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
      addUnassigned: async (record) => {
        keys.set(record.hash, record);
      },
      removeUnassigned: async (keyId) => {
        const record = [...keys.values()].find((one) => one.keyId === keyId && one.orgId === undefined);
        return record !== undefined && keys.delete(record.hash);
      },
    },
  };
}
