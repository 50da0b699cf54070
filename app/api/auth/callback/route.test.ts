import { beforeEach, describe, expect, it, vi } from "vitest";
import { setFlash } from "@/lib/accounts/accounts/mutations";
import { GET } from "./route";

vi.mock("@/lib/accounts/accounts/mutations", () => ({
  setFlash: vi.fn(),
  admitIdentity: vi.fn(),
  openSession: vi.fn(),
}));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/supabase/session", () => ({ createSessionClient: vi.fn() }));

beforeEach(() => void vi.mocked(setFlash).mockReset());

/** Where the browser goes when the auth server redirects to the callback with these parameters. */
async function landing(parameters: Record<string, string>): Promise<string | null> {
  const query = new URLSearchParams({ next: "/english/painel", ...parameters });
  return (await GET(new Request(`http://localhost:3000/api/auth/callback?${query}`))).headers.get("location");
}

describe("the OAuth callback without a code", () => {
  it("asks to confirm the address when the trigger refused the identity inside the auth server", async () => {
    const refusal = {
      error: "server_error",
      error_code: "unexpected_failure",
      error_description: "Error creating identity",
    };
    expect(await landing(refusal)).toBe("/english/login?next=%2Fenglish%2Fpainel");
    expect(setFlash).toHaveBeenCalledWith("login.identityNotLinked");
  });

  it.each([
    [{ error: "access_denied", error_description: "The user denied access" }, "denied"],
    [{ error: "access_denied", error_code: "user_banned" }, "failed"],
    [{ error: "server_error", error_code: "unexpected_failure", error_description: "Database error" }, "failed"],
    [{}, "failed"],
  ])("shows the reason on the sign-in page: %o → %s", async (parameters, reason) => {
    expect(await landing(parameters as Record<string, string>)).toBe(
      `/english/login?next=%2Fenglish%2Fpainel&oauth=${reason}`,
    );
    expect(setFlash).not.toHaveBeenCalled();
  });
});
