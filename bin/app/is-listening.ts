/** Whether somebody listens at an address, whatever the answer. */
export const isListening = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
