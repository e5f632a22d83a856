import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import {
  createOrganizationLoadsRemoval,
  type OrganizationLoadsRemoval,
} from '../../../shared/market/publishing/remove-organization-loads.ts';
import { createHeldUploads, type HeldUploads } from '../../../shared/market/uploads/erase-uploads.ts';
import { createDynamoDbRecordExport } from '../../../shared/operations/organization-data/dynamodb-exported-records.ts';
import { createDynamoDbOrganizationDataStore } from '../../../shared/operations/organization-data/dynamodb-organization-data-store.ts';
import type { QuietTimes } from '../../../shared/operations/organization-data/erase-organization.ts';
import type { RecordExport } from '../../../shared/operations/organization-data/export-organization.ts';
import type { OrganizationDataStore } from '../../../shared/operations/organization-data/organization-data-store.ts';
import type { ObjectStore } from '../../../shared/platform/s3/object-store.ts';
import type { MarketManagement } from './market-management.ts';
import type { Target } from './target.ts';

/** Access to the data of organizations. */
export interface OrganizationDataAccess {
  readonly environment: EnvironmentName;
  readonly dataStore: OrganizationDataStore;
  readonly toExported: RecordExport;
  readonly loadsRemoval: OrganizationLoadsRemoval;
  /** Only for a deployment with an upload bucket. */
  readonly uploads?: HeldUploads | undefined;
  readonly quiet: QuietTimes;
}

/** Access to the data in the tables and upload bucket of a service. */
export function createOrganizationDataAccess(
  client: DynamoDBDocumentClient,
  target: Target,
  market: MarketManagement,
  uploads: () => Promise<ObjectStore>,
): OrganizationDataAccess {
  const { tables } = target;
  return {
    environment: target.environment,
    dataStore: createDynamoDbOrganizationDataStore({ client, tables }),
    toExported: createDynamoDbRecordExport({ client, tables }),
    loadsRemoval: createOrganizationLoadsRemoval(market),
    uploads: createHeldUploads(uploads),
    quiet: target.quiet,
  };
}
