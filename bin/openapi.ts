import { writeFileSync } from 'node:fs';
import { DESCRIPTION_FILE } from '../lib/functions/description-file.ts';
import { describeApi, descriptionText } from '../openapi/read-description.ts';

writeFileSync(DESCRIPTION_FILE, descriptionText(await describeApi()));
