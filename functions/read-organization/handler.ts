import { createDynamoDbOrganizationProfiles } from '../../shared/accounts/profile/dynamodb-organization-profiles.ts';
import { readOrganizationUseCase } from '../../shared/accounts/profile/read-organization.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ ORGANIZATIONS_TABLE: text() });

const readOrganization = readOrganizationUseCase(
  createDynamoDbOrganizationProfiles(createDocumentClient(), env.ORGANIZATIONS_TABLE).readProfile,
);

export const handler = createApiHandler(definition, ({ caller, scopes }) => readOrganization(caller, scopes));
