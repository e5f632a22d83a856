import { ApiError } from './client.ts';

/** Whether the service answered that the resource does not exist: it was deleted, or has another mode or organization. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
