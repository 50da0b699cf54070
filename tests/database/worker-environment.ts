/** Runs in each worker of Vitest before a test file, because the addresses in the environment differ per worker. */
import type { Backend } from "./backend-process";

const backends = JSON.parse(process.env.TEST_BACKENDS ?? "[]") as Backend[];
const backend = backends[Number(process.env.VITEST_POOL_ID) - 1];
if (!backend) throw new Error("Run these tests with `npm test -- database`, which starts the database.");

process.env.TEST_SUPABASE_URL = backend.url;
process.env.TEST_DATABASE_URL = backend.databaseUrl;
process.env.TEST_MAILBOX_URL = backend.mailboxUrl;
process.env.TEST_SUPABASE_PUBLISHABLE_KEY = backend.publishableKey;
process.env.TEST_SUPABASE_SECRET_KEY = backend.secretKey;
process.env.TEST_BACKEND_DIR = backend.dir;
