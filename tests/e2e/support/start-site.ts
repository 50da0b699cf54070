import webpush from "web-push";
import { startPushDouble } from "../../support/push-double";
import { startStripeDouble } from "../../support/stripe-double";
import { newStateDirectory, ownPortal, startPortal } from "./portal";

/** Another port lets two working copies run browser tests at the same time; the backend's ports follow it. */
const PORT = Number(process.env.TEST_SITE_PORT || 3190);
/** Webhook secret shared by the site and the Stripe double. */
const WEBHOOK_SECRET = "whsec_of_the_browser_tests";
const CONNECT_SECRET = "whsec_of_connected_accounts";

/** Starts a separate portal on an empty directory; with E2E_BASE_URL, the tests use the portal at that address. */
export default async function startSite(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_BASE_URL) return undefined;
  const dir = newStateDirectory();
  const stripe = await startStripeDouble({
    webhook: `http://localhost:${PORT}/api/webhooks/stripe`,
    secret: WEBHOOK_SECRET,
    connectWebhook: `http://localhost:${PORT}/api/webhooks/stripe-connect`,
    connectSecret: CONNECT_SECRET,
  });
  process.env.STRIPE_API_BASE = stripe.url;
  const push = await startPushDouble();
  process.env.WEB_PUSH_TEST_ORIGIN = push.url;
  const closeDoubles = async () => {
    await stripe.close();
    await push.close();
  };
  const environment = { ...siteEnvironment(dir), STRIPE_API_BASE: stripe.url, ...pushEnvironment(push.url) };
  const portal = await startPortal(dir, environment).catch(async (error: unknown) => {
    await closeDoubles();
    throw error;
  });
  return async () => {
    await portal.stop();
    await closeDoubles();
  };
}

function siteEnvironment(dir: string): Record<string, string> {
  return {
    ...ownPortal(PORT, dir),
    // Below the range of ephemeral ports, so that outgoing connections cannot use them.
    SUPABASE_LOCAL_PORT: String(PORT + 21_301),
    SUPABASE_LOCAL_DB_PORT: String(PORT + 21_302),
    // Enables accounts with a phone number; their codes go to the local mailbox.
    SUPABASE_LOCAL_SMS: "1",
    // Garbage collection with the default size takes a fifth of the time of rendering many different pages.
    SEMI_SPACE_MB: "64",
    // The lowest cost of bcrypt: nearly every test signs in, and no test attacks a password.
    LITE_AUTH_BCRYPT_COST: "4",
    // Tests expect their own rows, however slow the machine renders: they never get the earlier copy of a page.
    PAGE_WAIT_MS: "600000",
    // Tests change rows by SQL, without the cache tags of a save, and wait until a page shows them.
    PAGE_CACHE_SECONDS: "15",
    // A slow machine is no reason to refuse requests of tests.
    BUSY_LAG_MS: "600000",
    // Tests create pages by SQL; page-lookup-limit.spec.ts starts a separate web server for the limit.
    PAGE_LOOKUPS_PER_MINUTE: "100000",
    STRIPE_SECRET_KEY: "sk_test_of_the_browser_tests",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_SECRET,
  };
}

/** VAPID keys for this run only. */
function pushEnvironment(origin: string): Record<string, string> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  return {
    WEB_PUSH_PUBLIC_KEY: publicKey,
    WEB_PUSH_PRIVATE_KEY: privateKey,
    WEB_PUSH_SUBJECT: "mailto:portal@example.org",
    WEB_PUSH_TEST_ORIGIN: origin,
  };
}
