// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { signInAction } from "@/lib/accounts/accounts/actions";
import messages from "@/messages/pt-BR/accounts/accounts.json";
import { AccountTexts } from "./account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { LoginPanel } from "./login-panel";

vi.mock("@/lib/accounts/accounts/actions", () => ({
  signInAction: vi.fn(),
  requestLinkAction: vi.fn(),
  googleSignInAction: vi.fn(),
}));

vi.mock("@/lib/accounts/accounts/factors/actions", () => ({
  verifyCodeAction: vi.fn(),
  recoverAction: vi.fn(),
  beginEnrolmentAction: vi.fn(),
  confirmEnrolmentAction: vi.fn(),
}));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function panel(offers = { google: false, phone: false }) {
  const links = { recovery: "/forgot-password", signUp: "/register-user" };
  return (
    <AccountTexts value={messages}>
      <FormTexts value={messages.validation}>
        <LoginPanel
          formContext={{ area: "traveller", locale: "pt-BR", next: "/sc/home" }}
          offers={offers}
          links={links}
        />
      </FormTexts>
    </AccountTexts>
  );
}

function signIn(identifier: string, password: string) {
  fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: identifier } });
  fireEvent.change(screen.getByLabelText("Senha"), { target: { value: password } });
  fireEvent.submit(screen.getByRole("button", { name: "Entrar" }).closest("form")!);
}

describe("LoginPanel", () => {
  it("offers Google only where it is configured", () => {
    const { rerender } = render(panel());
    expect(screen.queryByRole("button", { name: "Entrar com o Google" })).toBeNull();
    rerender(panel({ google: true, phone: false }));
    expect(screen.getByRole("button", { name: "Entrar com o Google" })).toBeTruthy();
  });

  it("offers a phone number only where the auth server supports it, and sends it as the identifier", async () => {
    const { rerender } = render(panel());
    expect(screen.queryByRole("button", { name: "Usar celular" })).toBeNull();
    rerender(panel({ google: false, phone: true }));
    vi.mocked(signInAction).mockResolvedValue({
      validationErrors: { formErrors: [], fieldErrors: { identifier: ["identifierInvalid"] } },
    });
    fireEvent.click(screen.getByRole("button", { name: "Usar celular" }));
    const field = screen.getByLabelText<HTMLInputElement>("Celular com DDD");
    fireEvent.input(field, { target: { value: "48999990000" } });
    expect(field.value).toBe("(48) 99999-0000");
    fireEvent.submit(field.form!);
    expect(await screen.findByText(/Digite um celular com DDD/)).toBeTruthy();
    expect((vi.mocked(signInAction).mock.calls.at(-1)![0] as FormData).get("identifier")).toBe("(48) 99999-0000");
    fireEvent.click(screen.getByRole("button", { name: "Usar e-mail" }));
    expect(screen.getByLabelText("E-mail")).toBeTruthy();
  });

  it("sends area, language and return path, and keeps what was typed when the sign-in fails", async () => {
    vi.mocked(signInAction).mockResolvedValue({ serverError: "login.failed" });
    const notices: string[] = [];
    window.addEventListener("lacambeche:notice", (event) =>
      notices.push((event as CustomEvent<{ code: string }>).detail.code),
    );
    render(panel());
    signIn("maria@exemplo.com", "errada");
    await waitFor(() => expect(notices).toEqual(["login.failed"]));
    const sent = vi.mocked(signInAction).mock.calls[0]![0] as FormData;
    expect(Object.fromEntries(sent)).toEqual({
      identifier: "maria@exemplo.com",
      password: "errada",
      area: "traveller",
      locale: "pt-BR",
      next: "/sc/home",
    });
    expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("maria@exemplo.com");
    expect(screen.getByLabelText<HTMLInputElement>("Senha").value).toBe("errada");
  });

  it("asks for the code of an account with a second factor", async () => {
    vi.mocked(signInAction).mockResolvedValue({ data: { step: "code" } });
    render(panel());
    signIn("maria@exemplo.com", "certa");
    expect(await screen.findByLabelText("Código de 6 números")).toBeTruthy();
  });

  it("replaces the password with a link by e-mail", () => {
    render(panel());
    fireEvent.click(screen.getByRole("button", { name: "Receber link por e-mail" }));
    expect(screen.queryByLabelText("Senha")).toBeNull();
    expect(screen.getByRole("button", { name: "Enviar link" })).toBeTruthy();
  });
});
