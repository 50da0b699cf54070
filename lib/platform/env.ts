import { z } from "zod";

const flag = z
  .enum(["0", "1", "true", "false", ""])
  .optional()
  .transform((value) => value === "1" || value === "true");

const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined);

/** A list of origins for the CSP; the pattern prevents a value from adding another directive. */
const origins = z
  .string()
  .regex(/^(?:https:\/\/[\w.*-]+(?::\d+)?(?:\s+|$))*$/)
  .optional()
  .transform((value) => value?.trim() || undefined);

/** Comma-separated IP addresses, networks (CIDR) and names of private ranges. */
const networks = z
  .string()
  .optional()
  .transform((value) => (value ?? "").split(/[\s,]+/).filter((entry) => entry !== ""))
  .pipe(
    z.array(
      z.union(
        [z.enum(["loopback", "linklocal", "uniquelocal"]), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
        "use addresses, networks or loopback, with commas between",
      ),
    ),
  );

/** An empty value counts as undefined. */
const matching = (pattern: RegExp) =>
  z
    .union([z.literal(""), z.string().regex(pattern)])
    .optional()
    .transform((value) => value || undefined);

const port = z
  .union([z.literal(""), z.coerce.number().int().min(1).max(65535)])
  .optional()
  .transform((value) => value || undefined);

/** Every environment variable of the app; each one is documented in `.env.example`. */
const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  NEXT_PUBLIC_SITE_URL: z.url().default("http://localhost:3000"),
  NEXT_PUBLIC_SUPABASE_URL: z.url(),
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: z.string().min(10),
  SUPABASE_SECRET_KEY: z.string().min(10),
  NEXT_PUBLIC_GOOGLE_MAPS_API_KEY: optional,
  RADIO_HLS_ORIGINS: origins,
  MAP_STYLE_URL: z
    .union([z.literal(""), z.url({ protocol: /^https$/ })])
    .optional()
    .transform((value) => value || undefined),
  MAP_STYLE_ORIGINS: origins,
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_CONNECT_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE: z
    .union([z.literal(""), z.url({ protocol: /^https?$/ })])
    .optional()
    .transform((value) => value || undefined),
  LINK_TOKEN_SECRET: matching(/^\S{32,}$/),
  WEB_PUSH_PUBLIC_KEY: matching(/^[\w-]{87}$/),
  WEB_PUSH_PRIVATE_KEY: matching(/^[\w-]{43}$/),
  WEB_PUSH_SUBJECT: matching(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/),
  // Only loopback addresses, so that no value allows requests to the network.
  WEB_PUSH_TEST_ORIGIN: matching(/^http:\/\/(?:127\.0\.0\.1|localhost):\d+$/),
  AI_API_KEY: optional,
  // HTTPS, or a double on this machine.
  AI_TEXT_URL: matching(/^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost):\d+\/)\S+$/),
  AUTH_GOOGLE_ENABLED: flag,
  // HTTPS, or a double on this machine. The pattern prevents a value from adding another directive to the CSP.
  REALTIME_URL: matching(/^(?:off|(?:https:\/\/[\w.-]+|http:\/\/(?:127\.0\.0\.1|localhost))(?::\d+)?(?:\/[\w./-]*)?)$/),
  // A path is allowed, and parameters are not: the client adds its own.
  ROUTING_URL: matching(/^https?:\/\/[^\s?#]+$/),
  TRUST_PROXY: networks,
  BIND_ADDRESS: z
    .union([z.literal(""), z.ipv4(), z.ipv6()])
    .optional()
    .transform((value) => value || undefined),
  SUPABASE_EMBEDDED: flag,
  SUPABASE_LOCAL_FORWARD_PORT: z.coerce.number().int().min(1).max(65535).default(54323),
  SMTP_URL: matching(/^smtps?:\/\/\S+$/),
  MAIL_FROM: matching(/^[^\r\n]*@[^\r\n]+$/),
  // Variables of the worker.
  DATABASE_URL: optional,
  BACKUP_DIR: optional,
  BACKUP_KEEP: matching(/^\d+,\d+,\d+$/),
  WORKER_SITE_URL: matching(/^https?:\/\/\S+$/),
  SUPABASE_LOCAL_DIR: optional,
  LOG_FORMAT: matching(/^(?:json|text)$/),
  ACCESS_LOG: flag,
  METRICS_PORT: port,
  WORKER_METRICS_PORT: port,
  METRICS_ADDRESS: z
    .union([z.literal(""), z.ipv4(), z.ipv6()])
    .optional()
    .transform((value) => value || "127.0.0.1"),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  PAGE_CACHE_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  PAGE_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(48),
  PAGE_WAIT_MS: z.coerce.number().int().min(0).max(600_000).default(1500),
  BUSY_LAG_MS: z.coerce.number().int().min(50).max(600_000).default(1000),
  PAGE_LOOKUPS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
});

export type Env = z.infer<typeof schema>;

/** Parses the environment; throws one error with the names of all invalid variables. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`).join(", ");
  throw new Error(`Variáveis de ambiente inválidas: ${wrong}. Confira o arquivo .env.example.`);
}

export const env = readEnv(process.env);
