import { z } from "zod";

/** Services that need a key, and the environment variable that contains it. */
export const API_KEYS = {
  ai: "AI_API_KEY",
  google_maps: "NEXT_PUBLIC_GOOGLE_MAPS_API_KEY",
  smtp: "SMTP_URL",
  stripe: "STRIPE_SECRET_KEY",
  stripe_connect_webhook: "STRIPE_CONNECT_WEBHOOK_SECRET",
  stripe_webhook: "STRIPE_WEBHOOK_SECRET",
  web_push: "WEB_PUSH_PRIVATE_KEY",
} as const;
export type ApiKey = keyof typeof API_KEYS;
export const API_KEY_NAMES = Object.keys(API_KEYS) as [ApiKey, ...ApiKey[]];

export const keySchema = z.object({
  name: z.enum(API_KEY_NAMES),
  expires: z.union([z.literal(""), z.iso.date()]).default(""),
});
export const keyNameSchema = z.object({ name: z.enum(API_KEY_NAMES) });
