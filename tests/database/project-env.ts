import { vi } from "vitest";
import { variable } from "./auth-client";

/** Sets the variables that the modules of the site read, to the project of the tests. */
export function stubProjectEnv(): void {
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", variable("TEST_SUPABASE_URL"));
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY", variable("TEST_SUPABASE_PUBLISHABLE_KEY"));
  vi.stubEnv("SUPABASE_SECRET_KEY", variable("TEST_SUPABASE_SECRET_KEY"));
}
