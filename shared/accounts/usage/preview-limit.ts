/** Previews of quotes in a minute, of an organization and mode. They are free, so they must not replace rates. */
export const PREVIEWS_A_MINUTE = 60;
