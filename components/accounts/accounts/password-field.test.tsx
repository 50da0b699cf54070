// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import messages from "@/messages/pt-BR/accounts/accounts.json";
import { AccountTexts } from "./account-texts";
import { PasswordField } from "./password-field";

afterEach(cleanup);

describe("PasswordField", () => {
  it("shows and hides what was typed", () => {
    render(
      <AccountTexts value={messages}>
        <PasswordField name="password" label="Senha" autoComplete="current-password" />
      </AccountTexts>,
    );
    const input = screen.getByLabelText<HTMLInputElement>("Senha");
    expect(input.type).toBe("password");
    fireEvent.click(screen.getByRole("button", { name: "Mostrar senha" }));
    expect(input.type).toBe("text");
    fireEvent.click(screen.getByRole("button", { name: "Ocultar senha" }));
    expect(input.type).toBe("password");
  });

  it("rates a new password while it is typed", () => {
    render(
      <AccountTexts value={messages}>
        <PasswordField name="password" label="Senha" hint="Pelo menos 8." autoComplete="new-password" rated />
      </AccountTexts>,
    );
    expect(screen.getByText("Pelo menos 8.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Senha"), { target: { value: "meu fusca azul de 1969" } });
    expect(screen.getByText("Força da senha: forte")).toBeTruthy();
  });
});
