/** Path of shared sheets, which a token follows. Their callers are customers without an API key. */
export const SHARED_QUOTES_PATH = '/shared-quotes';
