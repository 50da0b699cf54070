import "server-only";
import { keyedHash } from "./keyed-hash";

/** Keyed hash of an IP address: identifies the same caller without storing the address. */
export const addressHash = (address: string): string => keyedHash(address);
