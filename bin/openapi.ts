import { writeFileSync } from 'node:fs';
import {
  CLIENT_TYPES_FILE,
  DESCRIPTION_FILE,
  describeApi,
  descriptionText,
} from '../openapi/read-description.ts';
import { typescriptTypes } from '../openapi/typescript-types.ts';

const document = await describeApi();
writeFileSync(DESCRIPTION_FILE, descriptionText(document));
writeFileSync(CLIENT_TYPES_FILE, typescriptTypes(document));
