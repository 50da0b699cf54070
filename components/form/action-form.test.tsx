// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ActionForm, type FormErrors } from "./action-form";
import { CheckboxField } from "./checkbox-field";
import { SubmitButton } from "./submit-button";
import { TextField } from "./text-field";

const TEXTS = { emailInvalid: "Confira o e-mail.", termsRequired: "Aceite os termos." };

type Setup = { errors?: FormErrors; pending?: boolean; submit?: (form: FormData) => void };

function form({ errors, pending = false, submit = () => undefined }: Setup) {
  return (
    <ActionForm
      submit={submit}
      pending={pending}
      errors={errors}
      texts={TEXTS}
      hidden={{ locale: "pt-BR", next: undefined }}
    >
      <TextField name="name" label="Nome" optional="opcional" />
      <TextField name="email" label="E-mail" type="email" hint="Só para você." />
      <CheckboxField name="terms" label="Aceito" />
      <SubmitButton label="Enviar" pendingLabel="Enviando…" pending={pending} />
    </ActionForm>
  );
}

afterEach(cleanup);

describe("ActionForm", () => {
  it("submits the typed values once, however often the button is pressed", () => {
    const submit = vi.fn<(form: FormData) => void>();
    render(form({ submit }));
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "maria@exemplo.com" } });
    fireEvent.submit(screen.getByRole("button", { name: "Enviar" }).closest("form")!);
    fireEvent.submit(screen.getByRole("button", { name: "Enviar" }).closest("form")!);
    expect(submit).toHaveBeenCalledTimes(1);
    expect(Object.fromEntries(submit.mock.calls[0]![0])).toEqual({
      email: "maria@exemplo.com",
      name: "",
      locale: "pt-BR",
    });
  });

  it("can be submitted again after an error, with all values kept", () => {
    const submit = vi.fn<(form: FormData) => void>();
    const { rerender } = render(form({ submit }));
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "maria@" } });
    fireEvent.submit(screen.getByRole("button").closest("form")!);
    rerender(form({ submit, pending: true }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Enviando…" }).disabled).toBe(true);
    rerender(form({ submit, errors: { fieldErrors: { email: ["emailInvalid"] } } }));
    expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("maria@");
    fireEvent.submit(screen.getByRole("button").closest("form")!);
    expect(submit).toHaveBeenCalledTimes(2);
  });

  it("connects an error to its field and moves the focus to the first invalid field", () => {
    const { rerender } = render(form({}));
    const email = screen.getByLabelText("E-mail");
    expect(document.getElementById(email.getAttribute("aria-describedby")!)?.textContent).toBe("Só para você.");
    rerender(form({ errors: { fieldErrors: { terms: ["termsRequired"], email: ["emailInvalid"] } } }));
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(email.getAttribute("aria-describedby")!)?.textContent).toBe("Confira o e-mail.");
    expect(document.activeElement).toBe(email);
    const terms = screen.getByLabelText("Aceito");
    expect(document.getElementById(terms.getAttribute("aria-describedby")!)?.textContent).toBe("Aceite os termos.");
  });

  it("never puts a password into the address: the form's method is POST even without JavaScript", () => {
    render(form({}));
    expect(screen.getByRole("button").closest("form")!.method).toBe("post");
  });
});
