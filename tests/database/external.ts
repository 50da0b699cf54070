import type { Backend } from "./backend-process";

/** Whether the tests run against a Supabase that is started for them, such as the one of the Supabase CLI. */
export const isExternal = process.env.TEST_EXTERNAL_SUPABASE === "1";

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
    dir: "",
    publishableKey: needed("NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY"),
    secretKey: needed("SUPABASE_SECRET_KEY"),
  };
}
