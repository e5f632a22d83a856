import { ApiError } from '../../../../clients/typescript/src/index.ts';

/** The TypeScript client of the API. Only this module names its folder. */
export * from '../../../../clients/typescript/src/index.ts';

/** Whether the service answered that the resource does not exist: it was deleted, or has another mode or organization. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
