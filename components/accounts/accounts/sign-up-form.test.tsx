// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ToastHost } from "@/components/ui/toast-host";
import { requestPhoneSignUpAction, signUpAction, signUpByPhoneAction } from "@/lib/accounts/accounts/actions";
import messages from "@/messages/pt-BR/accounts/accounts.json";
import { AccountTexts } from "./account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { SignUpForm } from "./sign-up-form";

const push = vi.fn();
vi.mock("next/navigation", () => ({ usePathname: () => "/register-user", useRouter: () => ({ push }) }));
vi.mock("@/lib/accounts/accounts/actions", () => ({
  signUpAction: vi.fn(),
  requestPhoneSignUpAction: vi.fn(),
  signUpByPhoneAction: vi.fn(),
}));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const show = (offersPhone: boolean) =>
  render(
    <AccountTexts value={messages}>
      <FormTexts value={messages.validation}>
        <SignUpForm
          formContext={{ locale: "pt-BR" }}
          terms="Li e aceito"
          loginPath="/login"
          offersPhone={offersPhone}
        />
      </FormTexts>
    </AccountTexts>,
  );
const fill = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const send = (name: string) => fireEvent.submit(screen.getByRole("button", { name }).closest("form")!);
const refused = (field: string, code: string) =>
  ({ validationErrors: { formErrors: [], fieldErrors: { [field]: [code] } } }) as never;

/** Fills in the first step and opens the second one. */
async function askForCode() {
  show(true);
  fill("Senha", "fusca-azul-1969");
  press("Usar celular");
  fill("Celular com DDD", "48999990000");
  vi.mocked(requestPhoneSignUpAction).mockResolvedValue({ data: { sentTo: "+5548999990000" } });
  send("Enviar código");
  await screen.findByRole("heading", { name: "Código por SMS" });
}

it("does not offer sign-up by phone where the auth server does not support it", () => {
  show(false);
  expect(screen.queryByRole("button", { name: "Usar celular" })).toBeNull();
});

it("sends the data of the first step together with the code, then opens the sign-in page", async () => {
  await askForCode();
  expect(signUpAction).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Código por SMS"));
  expect(screen.getByText("Digite o código que enviamos para (48) 99999-0000.")).toBeTruthy();
  vi.mocked(signUpByPhoneAction).mockResolvedValue({ data: { created: true } });
  fill("Código do SMS", "1234567890");
  send("Confirmar código");
  await waitFor(() => expect(push).toHaveBeenCalledWith("/login"));
  const sent = Object.fromEntries(vi.mocked(signUpByPhoneAction).mock.calls[0]![0] as FormData);
  expect(sent).toMatchObject({
    phone: "(48) 99999-0000",
    password: "fusca-azul-1969",
    code: "1234567890",
    locale: "pt-BR",
  });
});

it("stays on the second step after a wrong code, and goes back when a field of the first step was refused", async () => {
  await askForCode();
  vi.mocked(signUpByPhoneAction).mockResolvedValueOnce(refused("code", "smsCodeInvalid"));
  fill("Código do SMS", "1234567890");
  send("Confirmar código");
  expect(await screen.findByText(/Código incorreto ou vencido/)).toBeTruthy();
  vi.mocked(signUpByPhoneAction).mockResolvedValueOnce(refused("password", "passwordWeak"));
  send("Confirmar código");
  expect(await screen.findByText(/fácil demais de adivinhar/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Código por SMS" })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Senha").value).toBe("fusca-azul-1969");
});

it("waits one minute before another code can be requested", async () => {
  await askForCode();
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: /Enviar de novo em \d+ s/ })).disabled).toBe(
    true,
  );
  press("Corrigir o número");
  expect(screen.getByLabelText<HTMLInputElement>("Celular com DDD").value).toBe("(48) 99999-0000");
});

it("shows the message of the server for a refused sign-up", async () => {
  const message = "Signups not allowed for this instance";
  vi.mocked(signUpAction).mockResolvedValue({
    validationErrors: { formErrors: ["signup.refused", message], fieldErrors: {} },
  } as never);
  render(<ToastHost />);
  show(false);
  send("Criar minha conta");
  const toast = await screen.findByText(message, { selector: "[data-slot=toast] *" });
  expect(toast.closest("[data-slot=toast]")?.textContent).toContain("Falha no Cadastro");
});

it.each([
  ["unexpected", "Falha no Cadastro", "Algo deu errado."],
  ["service.unavailable", "Falha no Cadastro", "Não conseguimos falar com o servidor."],
  ["rate.limited", "Falha no Cadastro", "Espere alguns minutos e tente de novo."],
])("shows for %s that the sign-up failed, and why", async (serverError, title, reason) => {
  vi.mocked(signUpAction).mockResolvedValue({ serverError } as never);
  render(<ToastHost />);
  show(false);
  send("Criar minha conta");
  const toast = await screen.findByText(title, { selector: "[data-slot=toast] *" });
  expect(toast.closest("[data-slot=toast]")?.textContent).toContain(reason);
});
