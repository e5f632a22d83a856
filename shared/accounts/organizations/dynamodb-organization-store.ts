import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  paginateScan,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { createDynamoDbKeyDirectory } from './dynamodb-key-directory.ts';
import { putNew, putNewKey } from './dynamodb-new-items.ts';
import {
  fromOrganizationItem,
  organizationKey,
  toOrganizationItem,
  toRetiringEntry,
} from './dynamodb-organization-items.ts';
import type { Organization } from './organization.ts';
import type { OrganizationStore } from './organization-store.ts';

/** Organizations in DynamoDB, for the operator's command line. */
export function createDynamoDbOrganizationStore(
  client: DynamoDBDocumentClient,
  table: string,
): OrganizationStore {
  const itemOf = (orgId: string) => ({ TableName: table, Key: organizationKey(orgId) });

  return {
    create: async (organization, firstKey) => {
      const TransactItems = [putNew(table, toOrganizationItem(organization)), ...putNewKey(table, firstKey)];
      await client.send(new TransactWriteCommand({ TransactItems }));
    },

    createImported: async (organization) => {
      const { orgId } = organization;
      const { pk: _, ...attributes } = toOrganizationItem(organization);
      const given = Object.entries(attributes);
      await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: 'attribute_not_exists(pk)',
        ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
      });
    },

    endImport: async (orgId, fingerprint) => {
      await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: 'REMOVE importing',
        ConditionExpression: 'importing = :fingerprint',
        ExpressionAttributeValues: { ':fingerprint': fingerprint },
      });
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
      const update = await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: suspended
          ? 'SET #status = :status, suspendedAt = if_not_exists(suspendedAt, :at)'
          : 'SET #status = :status REMOVE suspendedAt',
        ConditionExpression:
          'attribute_exists(pk) AND attribute_not_exists(erasingSince) AND attribute_not_exists(importing)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status, ...(suspended ? { ':at': at } : {}) },
      });
      if (update.applied) return 'set';
      if (update.found === undefined) return 'unknown-organization';
      return update.found.erasingSince === undefined ? 'being-imported' : 'being-erased';
    },

    beginErasure: async (orgId, at) => {
      const update = await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: 'SET erasingSince = if_not_exists(erasingSince, :at)',
        ConditionExpression: '#status = :suspended',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':suspended': 'suspended', ':at': at },
      });
      if (update.applied) return 'begun';
      return update.found === undefined ? 'unknown-organization' : 'active';
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
      const update = await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: [
          ...(set.length > 0 ? [`SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`] : []),
          ...(removed.length > 0 ? [`REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`] : []),
        ].join(' '),
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
        ...(set.length > 0 && {
          ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        }),
      });
      return update.applied ? 'set' : 'unknown-organization';
    },

    setRequestsPerMinute: async (orgId, gatewayKeyId, requestsPerMinute) => {
      const update = await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: 'SET requestsPerMinute = :rate',
        ConditionExpression: '#plan = :enterprise AND gatewayKeyId = :gatewayKeyId',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: {
          ':rate': requestsPerMinute,
          ':enterprise': 'enterprise',
          ':gatewayKeyId': gatewayKeyId,
        },
      });
      return update.applied ? 'set' : 'changed-meanwhile';
    },

    switchGatewayKey: async (orgId, { from, to, plan, retire }) => {
      const enterprise = plan.name === 'enterprise';
      const update = await updateIf(client, {
        ...itemOf(orgId),
        UpdateExpression: [
          'SET #plan = :plan, gatewayKeyId = :id, gatewayKeyValue = :value, usagePlanId = :planId',
          ', retiring.#from = :retiring',
          enterprise ? ', requestsPerMinute = :rate' : ' REMOVE requestsPerMinute',
        ].join(''),
        ConditionExpression: 'gatewayKeyId = :from',
        ExpressionAttributeNames: { '#plan': 'plan', '#from': from },
        ExpressionAttributeValues: {
          ':from': from,
          ':plan': plan.name,
          ':id': to.id,
          ':value': to.value,
          ':planId': to.planId,
          ':retiring': toRetiringEntry(retire),
          ...(enterprise ? { ':rate': plan.requestsPerMinute } : {}),
        },
      });
      // The SDK retries a write whose response was lost. If the item has the new key, the first attempt was applied.
      return update.applied || update.found?.gatewayKeyId === to.id ? 'switched' : 'changed-meanwhile';
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
