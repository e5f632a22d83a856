/** Whether a server answers at an address, with any response. */
export const isListening = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
