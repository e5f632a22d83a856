/** Addresses that webhooks may be sent to: those of the internet, or this machine's loopback as well. */
export const RECEIVER_ADDRESSES = ['public', 'public-and-loopback'] as const;
export type ReceiverAddresses = (typeof RECEIVER_ADDRESSES)[number];
