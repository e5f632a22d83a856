/** The description of the API. `npm run openapi` writes it. */
export const DESCRIPTION_FILE = new URL('../../openapi.json', import.meta.url);
