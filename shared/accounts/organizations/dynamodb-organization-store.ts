import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  paginateScan,
  TransactWriteCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { KeyMode } from '../../platform/account/account.ts';
import { type ConditionalWrite, namesIn, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { registered } from '../api-keys/key-register.ts';
import {
  type AuditDetails,
  type AuditedChange,
  auditEvent,
  keyCreated,
  OPERATOR,
} from '../audit/audit-event.ts';
import { type AuditWriter, recordOrganizationChange } from '../audit/dynamodb-audit-log.ts';
import { createDynamoDbKeyDirectory } from './dynamodb-key-directory.ts';
import { NO_REGISTER, putRegister } from './dynamodb-key-register.ts';
import {
  fromOrganizationItem,
  organizationKey,
  putNew,
  putNewKey,
  toOrganizationItem,
  toRetiringEntry,
} from './dynamodb-organization-items.ts';
import type { GatewayKey, Organization, OrganizationStatus, RetiringGatewayKey } from './organization.ts';
import type { OrganizationPlan } from './organization-plan.ts';

/** A plan change that replaces the gateway key. */
interface GatewayKeySwitch {
  /** ID of the gateway key that must still be in use; otherwise another change came first. */
  readonly from: string;
  readonly to: GatewayKey;
  readonly plan: OrganizationPlan;
  /** True if only the gateway key is replaced, and the plan is the same as before. */
  readonly keepsPlan?: boolean;
  /** The old key, which is stored until it may be deleted. */
  readonly retire: RetiringGatewayKey;
}

/** Limits and switches of an organization. Absent fields do not change. */
export interface UsageTerms {
  readonly billing?: boolean;
  /** Rate calls per month, 0 or more. */
  readonly usageLimit?: number;
  readonly deliveriesStopped?: boolean;
  /** Quotes per month, 0 or more; null removes the limit. */
  readonly quoteLimit?: number | null;
}

export interface DynamoDbOrganizations {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly audit: AuditWriter;
  readonly now: () => Date;
}

/** Organizations in DynamoDB, for the operator's command line. Each change that callers notice is an audit event. */
export function createDynamoDbOrganizationStore({ client, table, audit, now }: DynamoDbOrganizations) {
  const itemOf = (orgId: string) => ({ TableName: table, Key: organizationKey(orgId) });

  const changed = (orgId: string, action: AuditedChange['action'], details: AuditDetails) =>
    recordOrganizationChange(audit, orgId, action, details, now());

  /** Updates an organization together with its audit events. An unmet condition is a result. */
  const update = async (
    orgId: string,
    input: Omit<UpdateCommandInput, 'TableName' | 'Key' | 'UpdateExpression'> & {
      readonly UpdateExpression: string;
    },
    events: readonly TransactItem[],
  ): Promise<ConditionalWrite> => {
    const [unmet] = await transactWrite(client, [
      {
        Update: {
          ...itemOf(orgId),
          ...namesIn(`${input.UpdateExpression} ${input.ConditionExpression}`),
          ...input,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      ...events,
    ]);
    return unmet === undefined
      ? { applied: true, attributes: undefined }
      : { applied: false, found: unmet.item && unmarshall(unmet.item) };
  };

  return {
    /** Creates the organization and its first key. */
    create: async (organization: Organization, firstKey: ApiKeyRecord): Promise<void> => {
      const { orgId, name, plan, usageLimit, quoteLimit = null, billing } = organization;
      const account = { orgId, mode: firstKey.mode };
      const TransactItems = [
        putNew(table, toOrganizationItem(organization)),
        ...putNewKey(table, firstKey),
        putRegister(table, account, NO_REGISTER, [registered(firstKey)]),
        ...changed(orgId, 'organization.created', {
          name,
          ...planDetails(plan),
          usageLimit,
          quoteLimit,
          billing,
        }),
        audit.record(account, auditEvent(keyCreated(firstKey), OPERATOR, now())),
      ];
      await client.send(new TransactWriteCommand({ TransactItems }));
    },

    find: createDynamoDbKeyDirectory(client, table).findOrganization,

    /** All organizations, oldest first. Reads the whole table. */
    list: async (): Promise<readonly Organization[]> => {
      const found: Organization[] = [];
      const pages = paginateScan(
        { client },
        {
          TableName: table,
          ConsistentRead: true,
          FilterExpression: 'begins_with(pk, :organization)',
          ExpressionAttributeValues: { ':organization': organizationKey('').pk },
        },
      );
      for await (const { Items = [] } of pages) found.push(...Items.map(fromOrganizationItem));
      return found.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    },

    /**
     * Has no effect on an organization that is being erased, as the result states.
     * @param at ISO 8601, UTC. A repeated suspension keeps the first time.
     */
    setStatus: async (orgId: string, status: OrganizationStatus, at: string) => {
      const suspended = status === 'suspended';
      const input = {
        UpdateExpression: suspended
          ? 'SET #status = :status, suspendedAt = :at'
          : 'SET #status = :status REMOVE suspendedAt',
        ConditionExpression:
          '#status <> :status AND attribute_exists(pk) AND attribute_not_exists(erasingSince)',
        ExpressionAttributeValues: { ':status': status, ...(suspended ? { ':at': at } : {}) },
      };
      const action = suspended ? 'organization.suspended' : 'organization.resumed';
      const write = await update(orgId, input, changed(orgId, action, {}));
      if (write.applied) return 'set';
      if (write.found === undefined) return 'unknown-organization';
      return write.found.erasingSince === undefined ? 'set' : 'being-erased';
    },

    /** Marks a suspended organization for erasure, irreversibly. Idempotent. @param at ISO 8601, UTC. */
    beginErasure: async (orgId: string, at: string) => {
      const write = await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: 'SET erasingSince = if_not_exists(erasingSince, :at)',
        ConditionExpression: '#status = :suspended',
        ExpressionAttributeValues: { ':suspended': 'suspended', ':at': at },
      });
      if (write.applied) return 'begun';
      return write.found === undefined ? 'unknown-organization' : 'active';
    },

    /** Deletes the record of an organization that is being erased. Returns false if there is no record. */
    remove: async (orgId: string): Promise<boolean> => {
      const { Attributes } = await client.send(
        new DeleteCommand({
          ...itemOf(orgId),
          ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(erasingSince)',
          ReturnValues: 'ALL_OLD',
        }),
      );
      return Attributes !== undefined;
    },

    setUsageTerms: async (orgId: string, terms: UsageTerms) => {
      const given = Object.entries(terms).filter(([, value]) => value !== undefined);
      const set = given.filter(([, value]) => value !== null);
      const removed = given.filter(([, value]) => value === null);
      const input = {
        UpdateExpression: [
          ...(set.length > 0 ? [`SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`] : []),
          ...(removed.length > 0 ? [`REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`] : []),
        ].join(' '),
        ConditionExpression: 'attribute_exists(pk)',
        ...(set.length > 0 && {
          ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        }),
      };
      const details = Object.fromEntries(given);
      const write = await update(orgId, input, changed(orgId, 'organization.limits_changed', details));
      return write.applied ? 'set' : 'unknown-organization';
    },

    /** Fails unless the organization is on the enterprise plan with this gateway key. */
    setRequestsPerMinute: async (orgId: string, gatewayKeyId: string, requestsPerMinute: number) => {
      const input = {
        UpdateExpression: 'SET requestsPerMinute = :rate',
        ConditionExpression: '#plan = :enterprise AND gatewayKeyId = :gatewayKeyId',
        ExpressionAttributeValues: {
          ':rate': requestsPerMinute,
          ':enterprise': 'enterprise',
          ':gatewayKeyId': gatewayKeyId,
        },
      };
      const details = planDetails({ name: 'enterprise', requestsPerMinute });
      const write = await update(orgId, input, changed(orgId, 'organization.plan_changed', details));
      return write.applied ? 'set' : 'changed-meanwhile';
    },

    /** Idempotent: a repeated switch to the same key returns `switched`. */
    switchGatewayKey: async (orgId: string, { from, to, plan, keepsPlan, retire }: GatewayKeySwitch) => {
      const isNewRate = !keepsPlan && plan.name === 'enterprise';
      // A rate that was changed while the new key was made must stay.
      const ofPlan = isNewRate ? ', requestsPerMinute = :rate' : ' REMOVE requestsPerMinute';
      const input = {
        UpdateExpression: [
          'SET gatewayKeyId = :id, gatewayKeyValue = :value, usagePlanId = :planId, retiring.#from = :retiring',
          keepsPlan ? '' : `, #plan = :plan${ofPlan}`,
        ].join(''),
        ConditionExpression: 'gatewayKeyId = :from',
        ExpressionAttributeNames: { '#from': from, ...(keepsPlan ? {} : { '#plan': 'plan' }) },
        ExpressionAttributeValues: {
          ':from': from,
          ...(keepsPlan ? {} : { ':plan': plan.name }),
          ':id': to.id,
          ':value': to.value,
          ':planId': to.planId,
          ':retiring': toRetiringEntry(retire),
          ...(isNewRate ? { ':rate': plan.requestsPerMinute } : {}),
        },
      };
      const events = keepsPlan
        ? changed(orgId, 'organization.gateway_key_rotated', {})
        : changed(orgId, 'organization.plan_changed', planDetails(plan));
      const write = await update(orgId, input, events);
      // If the item has the new key, an earlier call was applied.
      return write.applied || write.found?.gatewayKeyId === to.id ? 'switched' : 'changed-meanwhile';
    },

    /**
     * Records an operator's action that does not change the organization's record. Call it before the action, so that no
     * action is unrecorded.
     * @param modes whose logs have the event; default: both.
     */
    recordAction: async (
      orgId: string,
      { action, details = {} }: Pick<AuditedChange, 'action' | 'details'>,
      modes?: readonly KeyMode[],
    ) => {
      const [unmet] = await transactWrite(client, [
        { ConditionCheck: { ...itemOf(orgId), ConditionExpression: 'attribute_exists(pk)' } },
        ...recordOrganizationChange(audit, orgId, action, details, now(), modes),
      ]);
      return unmet === undefined ? 'recorded' : 'unknown-organization';
    },

    /** Removes a deleted gateway key from the organization's record. */
    removeRetiredKey: async (orgId: string, gatewayKeyId: string): Promise<void> => {
      await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: 'REMOVE retiring.#id',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#id': gatewayKeyId },
      });
    },
  };
}

export type OrganizationStore = ReturnType<typeof createDynamoDbOrganizationStore>;

const planDetails = (plan: OrganizationPlan): AuditDetails =>
  plan.name === 'enterprise'
    ? { plan: plan.name, requestsPerMinute: plan.requestsPerMinute }
    : { plan: plan.name };
