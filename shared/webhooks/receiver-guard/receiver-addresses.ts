/**
 * Addresses that webhooks may be sent to: public ones, or also those of this machine. Only the local stage and the
 * emulator set the latter.
 */
export const RECEIVER_ADDRESSES = ['public', 'public-and-loopback'] as const;

export type ReceiverAddresses = (typeof RECEIVER_ADDRESSES)[number];
