/** Port: a view (search or directory) of the currently published terminals. */
export type { Source as TerminalSource } from '../../platform/caching/refreshing-value.ts';
