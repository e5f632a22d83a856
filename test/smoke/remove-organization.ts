import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { connect } from '../../bin/freight/connection/connection.ts';
import { keyRegisterKey } from '../../shared/accounts/organizations/dynamodb-key-register.ts';
import {
  apiKeyIdKey,
  apiKeyKey,
  organizationKey,
} from '../../shared/accounts/organizations/dynamodb-organization-items.ts';
import { KEY_MODES } from '../../shared/platform/account/account.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';

/**
 * Removes an organization of a test with its keys and usage plan. The test deleted the data of the organization before.
 * What is left ends by itself: records of deliveries after 30 days, answers to repeated calls after one, events of the
 * audit log after 400.
 * @param tables names of the tables.
 */
export async function removeOrganization(
  environment: string,
  tables: { readonly organizations: string; readonly usage: string },
  orgId: string,
): Promise<void> {
  const { provisioning, close } = await connect(environment, () => {});
  const documents = createDocumentClient();
  const remove = (TableName: string, Key: Record<string, string>) =>
    documents.send(new DeleteCommand({ TableName, Key }));
  try {
    const organization = await provisioning.organizations.find(orgId);
    if (organization === undefined) return;
    for (const mode of KEY_MODES) {
      for (const { hash, keyId } of await provisioning.keys.list({ orgId, mode }, provisioning.now())) {
        await remove(tables.organizations, apiKeyKey(hash));
        await remove(tables.organizations, apiKeyIdKey(keyId));
      }
      await remove(tables.organizations, keyRegisterKey({ orgId, mode }));
    }
    const { id, planId } = organization.gatewayKey;
    await provisioning.gatewayKeys.deleteKey(id);
    if (planId !== provisioning.gatewayKeys.standardPlanId) await provisioning.gatewayKeys.deletePlan(planId);
    await remove(tables.organizations, organizationKey(orgId));
    const period = provisioning.now().toISOString().slice(0, 7);
    await remove(tables.usage, { account: `${orgId}#test`, period });
  } finally {
    documents.destroy();
    close();
  }
}
