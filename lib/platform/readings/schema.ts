import { z } from "zod";

/** 32 random bytes in base64url, as in the link of a device. */
export const deviceToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Scheme of the `Authorization` header of an enrolled device. */
export const DEVICE_SCHEME = "Device";
