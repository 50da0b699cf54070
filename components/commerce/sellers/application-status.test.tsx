import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server.browser";
import { expect, it, vi } from "vitest";
import { createTranslator } from "use-intl/core";
import accounts from "@/messages/pt-BR/accounts/accounts.json";
import layout from "@/messages/pt-BR/site/layout.json";
import sellers from "@/messages/pt-BR/commerce/sellers.json";
import { SignInRequired } from "./application-status";

vi.mock("next-intl/server", () => ({
  getTranslations: async (namespace: never) =>
    createTranslator({
      locale: "pt-BR",
      messages: { "site/layout": layout, "commerce/sellers": sellers } as never,
      namespace,
    }),
  getLocale: async () => "pt-BR",
  getMessages: async () => ({ "accounts/accounts": accounts, "commerce/sellers": sellers }),
}));
vi.mock("@/components/accounts/accounts/resend-button", () => ({
  ResendButton: ({ formContext: { next } }: { formContext: { next: string } }) => <a href={next}>Reenviar link</a>,
}));
vi.mock("@/components/accounts/accounts/sign-out-form", () => ({
  SignOutForm: ({ children }: { children: ReactNode }) => <form>{children}</form>,
}));

const shown = async (email: string | null) => {
  const stream = await renderToReadableStream(<SignInRequired email={email} />);
  await stream.allReady;
  return new Response(stream).text();
};

it("a visitor is led to sign-up and sign-in, which return to the application", async () => {
  const html = await shown(null);
  expect(html).toContain('href="/register-user?next=%2Fvendedor%2Fcadastro"');
  expect(html).toContain('href="/login?next=%2Fvendedor%2Fcadastro"');
});

it("an account with an unconfirmed address reads where the link was sent and sends it again from here", async () => {
  const html = await shown("rita@example.org");
  expect(html).toContain("abra o link que mandamos para rita@example.org");
  expect(html).toContain('href="/vendedor/cadastro"');
  expect(html).not.toContain("/painel");
});

it("an account with a phone number only signs out first: the sign-up page refuses a signed-in visitor", async () => {
  const html = await shown("");
  expect(html).toContain("a sua só tem telefone");
  expect(html).toContain("Sair da conta");
  expect(html).not.toContain("/register-user");
});
