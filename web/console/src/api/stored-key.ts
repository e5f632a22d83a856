/** The API key of this tab. Another tab, and the next session of the browser, have no access to it. */
const NAME = 'freight-api-key';

export const storedKey = (): string | undefined => sessionStorage.getItem(NAME) ?? undefined;
export const storeKey = (apiKey: string): void => sessionStorage.setItem(NAME, apiKey);
export const forgetKey = (): void => sessionStorage.removeItem(NAME);
