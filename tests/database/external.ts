import type { Backend } from "./backend-process";

/** Whether the tests run against a Supabase that is started for them, such as the one of the Supabase CLI. */
export const isExternal = process.env.TEST_EXTERNAL_SUPABASE === "1";

/** Test files that a hosted project cannot pass, with the reason why they are left out there. */
export const ONLY_EMBEDDED: Record<string, string> = {
  "auth-codes": "counts attempts and mails by the rules of the embedded auth server, and reads its mailbox",
  "auth-phone": "reads SMS codes in the mailbox of the embedded backend; the CLI has no SMS provider",
  auth: "reads links in the mailbox of the embedded backend",
  "demo-accounts": "starts the embedded backend, which alone has demo accounts",
  google: "starts the embedded backend with a double of Google",
};

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`TEST_EXTERNAL_SUPABASE=1 needs ${name}`);
  return value;
}

/** The external Supabase from the variables that the site reads too; it has no mailbox that the tests can read. */
export function externalBackend(): Backend {
  return {
    url: needed("NEXT_PUBLIC_SUPABASE_URL"),
    databaseUrl: needed("DATABASE_URL"),
    mailboxUrl: "",
    publishableKey: needed("NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY"),
    secretKey: needed("SUPABASE_SECRET_KEY"),
  };
}
