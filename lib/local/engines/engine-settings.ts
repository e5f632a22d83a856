import { LOCAL_REGION } from '../template/local-names.ts';

/** Settings of an AWS client for a local engine: engines check no credentials, and callers retry themselves. */
export const engineSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});
