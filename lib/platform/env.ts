import { z } from "zod";

const flag = z
  .enum(["0", "1", "true", "false", ""])
  .optional()
  .transform((value) => value === "1" || value === "true");

const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined);

/** Origins as a policy names them, so that no value can write another directive. */
const origins = z
  .string()
  .regex(/^(?:https:\/\/[\w.*-]+(?::\d+)?(?:\s+|$))*$/)
  .optional()
  .transform((value) => value?.trim() || undefined);

/** Empty counts as not set. */
const matching = (pattern: RegExp) =>
  z
    .union([z.literal(""), z.string().regex(pattern)])
    .optional()
    .transform((value) => value || undefined);

/** Every variable the app reads; each one is documented in `.env.example`. */
const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  NEXT_PUBLIC_SITE_URL: z.url().default("http://localhost:3000"),
  NEXT_PUBLIC_SUPABASE_URL: z.url(),
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: z.string().min(10),
  SUPABASE_SECRET_KEY: z.string().min(10),
  NEXT_PUBLIC_GOOGLE_MAPS_API_KEY: optional,
  RADIO_HLS_ORIGINS: origins,
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE: z
    .union([z.literal(""), z.url({ protocol: /^https?$/ })])
    .optional()
    .transform((value) => value || undefined),
  WEB_PUSH_PUBLIC_KEY: matching(/^[\w-]{87}$/),
  WEB_PUSH_PRIVATE_KEY: matching(/^[\w-]{43}$/),
  WEB_PUSH_SUBJECT: matching(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/),
  // This machine only: no value can open the way to a service of the network.
  WEB_PUSH_TEST_ORIGIN: matching(/^http:\/\/(?:127\.0\.0\.1|localhost):\d+$/),
  AUTH_GOOGLE_ENABLED: flag,
  AUTH_PHONE_ENABLED: flag,
  TRUST_PROXY: flag,
  SUPABASE_EMBEDDED: flag,
  PAGE_CACHE_SECONDS: z.coerce.number().int().min(0).max(3600).default(15),
});

export type Env = z.infer<typeof schema>;

/** Parses the environment or throws one line that names every variable that is wrong. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`).join(", ");
  throw new Error(`Variáveis de ambiente inválidas: ${wrong}. Confira o arquivo .env.example.`);
}

export const env = readEnv(process.env);
