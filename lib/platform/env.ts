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

/** Addresses, networks (CIDR) and the names of private ranges, with commas between. */
const networks = z
  .string()
  .optional()
  .transform((value) => (value ?? "").split(/[\s,]+/).filter((entry) => entry !== ""))
  .pipe(z.array(z.union([z.enum(["loopback", "linklocal", "uniquelocal"]), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "use addresses, networks or loopback, with commas between")));

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
  LINK_TOKEN_SECRET: matching(/^\S{32,}$/),
  WEB_PUSH_PUBLIC_KEY: matching(/^[\w-]{87}$/),
  WEB_PUSH_PRIVATE_KEY: matching(/^[\w-]{43}$/),
  WEB_PUSH_SUBJECT: matching(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/),
  // This machine only: no value can open the way to a service of the network.
  WEB_PUSH_TEST_ORIGIN: matching(/^http:\/\/(?:127\.0\.0\.1|localhost):\d+$/),
  AUTH_GOOGLE_ENABLED: flag,
  TRUST_PROXY: networks,
  BIND_ADDRESS: z
    .union([z.literal(""), z.ipv4(), z.ipv6()])
    .optional()
    .transform((value) => value || undefined),
  SUPABASE_EMBEDDED: flag,
  SUPABASE_LOCAL_FORWARD_PORT: z.coerce.number().int().min(1).max(65535).default(54323),
  SMTP_URL: matching(/^smtps?:\/\/\S+$/),
  MAIL_FROM: matching(/^[^\r\n]*@[^\r\n]+$/),
  // Of the worker.
  DATABASE_URL: optional,
  BACKUP_DIR: optional,
  BACKUP_KEEP: matching(/^\d+,\d+,\d+$/),
  WORKER_SITE_URL: matching(/^https?:\/\/\S+$/),
  SUPABASE_LOCAL_DIR: optional,
  PAGE_CACHE_SECONDS: z.coerce.number().int().min(0).max(3600).default(15),
  PAGE_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(96),
  PAGE_LOOKUPS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
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
