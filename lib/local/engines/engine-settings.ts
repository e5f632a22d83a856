import { LOCAL_REGION } from '../template/local-names.ts';

/** Settings of an AWS client that calls an engine on this machine: engines check no credentials, and callers try again. */
export const engineSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});
