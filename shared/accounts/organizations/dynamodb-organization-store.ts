import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  paginateScan,
  TransactWriteCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type ConditionalWrite, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { registered } from '../api-keys/key-register.ts';
import { type AuditDetails, type AuditedChange, auditEvent, OPERATOR } from '../audit/audit-event.ts';
import { type AuditWriter, recordOrganizationChange } from '../audit/dynamodb-audit-log.ts';
import { keyCreated } from '../audit/key-changes.ts';
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
import type { Organization } from './organization.ts';
import type { OrganizationPlan } from './organization-plan.ts';
import type { OrganizationStore } from './organization-store.ts';

export interface DynamoDbOrganizations {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly audit: AuditWriter;
  readonly now: () => Date;
}

/** Organizations in DynamoDB, for the operator's command line. Each change that callers notice is an audit event. */
export function createDynamoDbOrganizationStore({
  client,
  table,
  audit,
  now,
}: DynamoDbOrganizations): OrganizationStore {
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
      { Update: { ...itemOf(orgId), ...input, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
      ...events,
    ]);
    return unmet === undefined
      ? { applied: true, attributes: undefined }
      : { applied: false, found: unmet.item && unmarshall(unmet.item) };
  };

  return {
    create: async (organization, firstKey) => {
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

    list: async () => {
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

    setStatus: async (orgId, status, at) => {
      const suspended = status === 'suspended';
      const input = {
        UpdateExpression: suspended
          ? 'SET #status = :status, suspendedAt = :at'
          : 'SET #status = :status REMOVE suspendedAt',
        ConditionExpression:
          '#status <> :status AND attribute_exists(pk) AND attribute_not_exists(erasingSince)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status, ...(suspended ? { ':at': at } : {}) },
      };
      const action = suspended ? 'organization.suspended' : 'organization.resumed';
      const write = await update(orgId, input, changed(orgId, action, {}));
      if (write.applied) return 'set';
      if (write.found === undefined) return 'unknown-organization';
      return write.found.erasingSince === undefined ? 'set' : 'being-erased';
    },

    beginErasure: async (orgId, at) => {
      const write = await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: 'SET erasingSince = if_not_exists(erasingSince, :at)',
        ConditionExpression: '#status = :suspended',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':suspended': 'suspended', ':at': at },
      });
      if (write.applied) return 'begun';
      return write.found === undefined ? 'unknown-organization' : 'active';
    },

    remove: async (orgId) => {
      const { Attributes } = await client.send(
        new DeleteCommand({
          ...itemOf(orgId),
          ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(erasingSince)',
          ReturnValues: 'ALL_OLD',
        }),
      );
      return Attributes !== undefined;
    },

    setUsageTerms: async (orgId, terms) => {
      const given = Object.entries(terms).filter(([, value]) => value !== undefined);
      const set = given.filter(([, value]) => value !== null);
      const removed = given.filter(([, value]) => value === null);
      const input = {
        UpdateExpression: [
          ...(set.length > 0 ? [`SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`] : []),
          ...(removed.length > 0 ? [`REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`] : []),
        ].join(' '),
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
        ...(set.length > 0 && {
          ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        }),
      };
      const details = Object.fromEntries(given);
      const write = await update(orgId, input, changed(orgId, 'organization.limits_changed', details));
      return write.applied ? 'set' : 'unknown-organization';
    },

    setRequestsPerMinute: async (orgId, gatewayKeyId, requestsPerMinute) => {
      const input = {
        UpdateExpression: 'SET requestsPerMinute = :rate',
        ConditionExpression: '#plan = :enterprise AND gatewayKeyId = :gatewayKeyId',
        ExpressionAttributeNames: { '#plan': 'plan' },
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

    switchGatewayKey: async (orgId, { from, to, plan, keepsPlan, retire }) => {
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

    recordAction: async (orgId, { action, details = {} }, modes) => {
      const [unmet] = await transactWrite(client, [
        { ConditionCheck: { ...itemOf(orgId), ConditionExpression: 'attribute_exists(pk)' } },
        ...recordOrganizationChange(audit, orgId, action, details, now(), modes),
      ]);
      return unmet === undefined ? 'recorded' : 'unknown-organization';
    },

    removeRetiredKey: async (orgId, gatewayKeyId) => {
      await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: 'REMOVE retiring.#id',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#id': gatewayKeyId },
      });
    },
  };
}

const planDetails = (plan: OrganizationPlan): AuditDetails =>
  plan.name === 'enterprise'
    ? { plan: plan.name, requestsPerMinute: plan.requestsPerMinute }
    : { plan: plan.name };
