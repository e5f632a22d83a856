import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createCachingKeyDirectory } from '../../shared/organizations/caching-key-directory.ts';
import { createDynamoDbKeyDirectory } from '../../shared/organizations/dynamodb-key-directory.ts';
import { createAuthorizer } from './authorizer.ts';
import { readEnv } from './env.ts';

const { ORGANIZATIONS_TABLE } = readEnv();
const table = createDynamoDbKeyDirectory(createDocumentClient(), ORGANIZATIONS_TABLE);

export const handler = createAuthorizer(createCachingKeyDirectory(table, Date.now));
