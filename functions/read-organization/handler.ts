import { createDynamoDbFindOrganization } from '../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';
import { readOrganizationUseCase } from './read-organization.ts';

const env = readEnv({ ORGANIZATIONS_TABLE: text() });

const readOrganization = readOrganizationUseCase(
  createDynamoDbFindOrganization(createDocumentClient(), env.ORGANIZATIONS_TABLE),
);

export const handler = createApiHandler(definition, ({ caller, scopes }) => readOrganization(caller, scopes));
