import { z } from "zod";

export const API_KEYS = ["google_maps", "smtp", "stripe", "stripe_webhook", "web_push", "ai"] as const;
export type ApiKey = (typeof API_KEYS)[number];

export const keySchema = z.object({
  name: z.enum(API_KEYS),
  secret: z.string().trim().min(8).max(4000),
  expires: z.union([z.literal(""), z.iso.date()]).default(""),
});
export const keyNameSchema = z.object({ name: z.enum(API_KEYS) });
