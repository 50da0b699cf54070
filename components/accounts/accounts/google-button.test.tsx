// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { Messages } from "next-intl";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ToastHost } from "@/components/ui/toast-host";
import { googleSignInAction } from "@/lib/accounts/accounts/actions";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { AccountTexts } from "./account-texts";
import { GoogleButton } from "./google-button";

vi.mock("@/lib/accounts/accounts/actions", () => ({ googleSignInAction: vi.fn() }));

const TITLES = {
  "pt-BR": "Falha no login com Google",
  "en-US": "Sign-in with Google failed",
  "es-419": "Error al entrar con Google",
};

// Preloads the toaster, which otherwise loads with the first notice, so that no test waits for it.
beforeAll(async () => void (await import("@/components/ui/toaster")));
afterEach(() => {
  cleanup();
  document.documentElement.lang = "";
});

it.each(LOCALES)("a failure in %s names the provider and the reason", async (locale) => {
  document.documentElement.lang = locale;
  vi.mocked(googleSignInAction).mockResolvedValue({ serverError: "oauth.failed" });
  const { login } = (
    (await import(`@/messages/${locale}/accounts/accounts.json`)) as {
      default: { login: Messages["accounts/accounts"]["login"] };
    }
  ).default;
  render(
    <>
      <AccountTexts value={{ login }}>
        <GoogleButton formContext={{ locale }} />
      </AccountTexts>
      <ToastHost />
    </>,
  );
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: login.google })));
  await vi.waitFor(() => expect(document.querySelector("[data-slot=toast]")).toBeTruthy());
  const toast = document.querySelector("[data-slot=toast]")?.textContent ?? "";
  expect(toast).toContain(TITLES[locale]);
  expect(toast).toContain(login.oauthFailed);
});
