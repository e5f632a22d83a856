import { CONSOLE_PATH } from './page-headers.ts';

/** Folders of pages: a path without the slash at the end leads to the folder. */
export const PAGE_FOLDERS = ['/docs/', '/docs/reference/', CONSOLE_PATH] as const;

/** A page of the documentation without `.html`, to which it leads: people and other sites leave it out. */
export const PAGE_WITHOUT_EXTENSION = /^\/docs\/(?:[\w-]+\/)*[\w-]+$/;
