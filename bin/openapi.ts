import { writeFileSync } from 'node:fs';
import { DESCRIPTION_FILE, describeApi, descriptionText } from '../openapi/read-description.ts';

writeFileSync(DESCRIPTION_FILE, descriptionText(await describeApi()));
