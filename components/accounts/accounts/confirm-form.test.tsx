// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { confirmLinkAction } from "@/lib/accounts/accounts/actions";
import messages from "@/messages/pt-BR/accounts/accounts.json";
import { AccountTexts } from "./account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { ConfirmForm } from "./confirm-form";

vi.mock("@/lib/accounts/accounts/actions", () => ({
  confirmLinkAction: vi.fn(),
  requestLinkAction: vi.fn(),
  requestRecoveryAction: vi.fn(),
}));

afterEach(cleanup);

describe("ConfirmForm", () => {
  it("does not use the link until the button is pressed, and offers a new link when it has expired", async () => {
    vi.mocked(confirmLinkAction).mockResolvedValue({ serverError: "link.expired" });
    render(
      <AccountTexts value={messages}>
        <FormTexts value={messages.validation}>
          <ConfirmForm link={{ tokenHash: "0123456789abcdef", type: "recovery" }} formContext={{ locale: "pt-BR" }} />
        </FormTexts>
      </AccountTexts>,
    );
    expect(confirmLinkAction).not.toHaveBeenCalled();
    fireEvent.submit(screen.getByRole("button", { name: "Continuar" }).closest("form")!);
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Link expirado" })).toBeTruthy();
    expect(screen.getByLabelText("E-mail")).toBeTruthy();
    expect(confirmLinkAction).toHaveBeenCalledTimes(1);
  });

  it("says that the other address must be confirmed too after the first link of an address change", async () => {
    vi.mocked(confirmLinkAction).mockResolvedValue({ data: { step: "otherAddress" } });
    render(
      <AccountTexts value={messages}>
        <FormTexts value={messages.validation}>
          <ConfirmForm
            link={{ tokenHash: "0123456789abcdef", type: "email_change" }}
            formContext={{ locale: "pt-BR" }}
          />
        </FormTexts>
      </AccountTexts>,
    );
    fireEvent.submit(screen.getByRole("button", { name: "Continuar" }).closest("form")!);
    expect((await screen.findByRole("status")).textContent).toContain("Falta o outro e-mail");
    expect(screen.queryByRole("button")).toBeNull();
  });
});
