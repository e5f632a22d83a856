import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbProfiles } from '../../shared/quotes/sheet/dynamodb-organization-profile.ts';
import { replaceProfileUseCase } from '../../shared/quotes/sheet/organization-profile.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text() });
const profiles = createDynamoDbProfiles(createDocumentClient(), env.CONTRACTS_TABLE);
const replaceProfile = replaceProfileUseCase(profiles, () => new Date());

export const handler = createApiHandler(definition, ({ body, caller }) => replaceProfile(body, caller));
