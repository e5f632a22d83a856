import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const FOLDER = new URL('../../../../docs/schemas/', import.meta.url);

/** The committed schemas, by file name without extension. */
export function publishedSchemas(): (name: string) => ValidateFunction {
  // Formats are documentation: each field also has a pattern.
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
  });
  for (const file of readdirSync(FOLDER))
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
  return (name) => {
    const validate = ajv.getSchema(`${name}.json`);
    if (validate === undefined) throw new Error(`There is no schema ${name}.`);
    return validate;
  };
}
