import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbProfiles } from '../../shared/quotes/sheet/dynamodb-organization-profile.ts';
import { readProfileUseCase } from '../../shared/quotes/sheet/organization-profile.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text() });
const readProfile = readProfileUseCase(createDynamoDbProfiles(createDocumentClient(), env.CONTRACTS_TABLE));

export const handler = createApiHandler(definition, ({ caller }) => readProfile(caller));
